package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"agon/internal/httpserver"
	"agon/show/film"
)

// ServeGame shows a film in browsers until ctx is done: the page, its assets and a stream of the shots, from the deal on and as they come.
// The listener determines who has access. On a loopback address the server answers only requests for a loopback host, so that no foreign
// page can reach it under another name.
func ServeGame(ctx context.Context, l net.Listener, f *film.Film) error {
	return ServePlay(ctx, l, f, nil, nil)
}

// ServePlay is ServeGame for a game in which people play from their own pages, and on a loopback address with a panel of what bots
// print where logs is not nil.
func ServePlay(ctx context.Context, l net.Listener, f *film.Film, chairs []Chair, logs Logs) error {
	return serveUntil(ctx, l, newPlaySite(f, l.Addr(), chairs, logs))
}

// serveUntil answers requests until ctx is done.
func serveUntil(ctx context.Context, l net.Listener, h http.Handler) error {
	if err := httpserver.Serve(ctx, l, h); err != nil {
		return fmt.Errorf("serve the game: %w", err)
	}
	return nil
}

// gameSite is the handler of one film.
type gameSite struct {
	film    *film.Film
	name    string // of this showing, in the ids of its events
	address string // of the server; empty: a site decides who has access
	chair   *Chair // of the player here; nil for spectators
	logs    Logs   // of its bots; nil: no panel
	looped  bool   // the game is one of a loop
	hall    bool   // pages are for a big screen
	way     []Link // to the page; nil: it is the only one
	mux     *http.ServeMux
	limits  *limits
	fanout  *fanout // of the stream, on a site; nil: a goroutine for each reader
	lines   lineCache
	last    lastPicture
}

func newGameSite(f *film.Film, address string) *gameSite {
	s := &gameSite{film: f, name: newName(), address: address, mux: http.NewServeMux(),
		limits: newLimits(audiencePerAddress, audienceStreams)}
	s.mux.HandleFunc("GET /{$}", s.page)
	s.mux.HandleFunc("GET /stream", s.stream)
	s.mux.HandleFunc("GET /picture.png", s.picture)
	s.mux.HandleFunc("GET /assets/{name}", s.asset)
	if s.own() != nil {
		s.mux.HandleFunc("GET /"+s.viewerPath()+"{file...}", s.ownViewer)
	}
	return s
}

func (s *gameSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	httpserver.Secure(w.Header(), servedPolicy, "no-cache")
	if httpserver.Refuse(w, r, s.address) {
		return
	}
	s.limits.due(http.NewResponseController(w))
	r.Body = http.MaxBytesReader(w, r.Body, bodyBytes)
	s.mux.ServeHTTP(w, r)
}

func (s *gameSite) page(w http.ResponseWriter, r *http.Request) { s.write(w, s.newPage(r)) }

// newPage returns the data of the page for a reader.
func (s *gameSite) newPage(r *http.Request) gamePage {
	page := newGamePage(s.film)
	page.Theme, page.Home, page.Picture = theme(r), "/", "picture.png"
	page.Head = `<link rel="stylesheet" href="assets/tokens.css"><link rel="stylesheet" href="assets/page.css"><link rel="stylesheet" href="assets/game.css"><script src="assets/theme.js"></script>`
	if own := s.own(); own != nil {
		if page.OwnMissing = own.Missing(); page.OwnMissing == "" {
			page.Own = s.viewerPath() + "agon.html"
		}
	}
	page.sitDown(s.chair, s.film)
	page.Foot = `<script type="module" src="assets/watch.js"></script>`
	if s.logs != nil {
		page.log(s.logs)
	}
	if page.Hands != nil {
		page.Foot = `<script type="module" src="assets/play.js"></script>`
	}
	if s.way != nil {
		page.Crumbs, page.Home = s.way, s.way[0].Href
	}
	if s.looped {
		page.Showing, page.Hall = s.name, s.hall || r.URL.Query().Has("hall")
		page.Foot = `<script type="module" src="assets/loop.js"></script>`
		if page.Hall {
			page.big(s.way)
			page.Bracket = s.way != nil
		}
	}
	if h, ok := r.Context().Value(headerKey{}).(Header); ok {
		page.Site, page.Top = h.Site, h.HTML
		page.Head += `<link rel="stylesheet" href="` + template.HTML(template.HTMLEscapeString(h.Sheet)) + `">`
	}
	return page
}

// big lets the page be seen from afar: it is dark unless somebody wants it otherwise, and its title has the contest's.
func (p *gamePage) big(way []crumb) {
	p.Theme = cmp.Or(p.Theme, "dark")
	p.Head += `<link rel="stylesheet" href="assets/bracket.css"><link rel="stylesheet" href="assets/groups.css"><script src="assets/guard.js"></script>`
	if len(way) > 1 {
		p.Title = way[len(way)-2].Text + " · " + p.Title
	}
}

// A Header is what a site puts above its pages, for one reader.
type Header struct {
	Site  string        // name of the site
	HTML  template.HTML // HTML whose forms post to the site
	Sheet string        // address of the header's style sheet
}

// headerKey is the key of [Under] in a request's context.
type headerKey struct{}

// Under returns a request whose answer, if it is a page, has a header.
func Under(r *http.Request, h Header) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), headerKey{}, h))
}

// write writes the page.
func (s *gameSite) write(w http.ResponseWriter, page gamePage) {
	text, err := render("game", page)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if page.Top != "" {
		w.Header().Set("Content-Security-Policy", headedPolicy)
		w.Header().Set("Referrer-Policy", "same-origin") // the site checks where a form comes from
		w.Header().Set("Cache-Control", "no-store")
	}
	if page.Own != "" {
		w.Header().Set("Content-Security-Policy", servedPolicy+"; frame-src 'self'")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, text)
}

// pictureFor is how long a picture of a game is the newest, so that many who look at it cost no more than one.
const pictureFor = time.Second

// A lastPicture is the newest shot of a film as a picture, a moment ago. The zero value is none.
type lastPicture struct {
	mu     sync.Mutex
	made   time.Time
	packed []byte
}

func (l *lastPicture) of(f *film.Film) (packed []byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.made) > pictureFor {
		if l.packed, err = still(f); err != nil {
			return nil, err
		}
		l.made = time.Now()
	}
	return l.packed, nil
}

// picture serves the newest shot, for other pages and for browsers without JavaScript.
func (s *gameSite) picture(w http.ResponseWriter, r *http.Request) {
	packed, err := s.last.of(s.film)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(packed)
}

func (s *gameSite) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := assetFiles.ReadFile("assets/" + name)
	if name == "view.js" {
		text, err = []byte(viewOf(s.film.Info.Kind)), nil
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kind := "text/javascript; charset=utf-8"
	if strings.HasSuffix(name, ".css") {
		kind = "text/css; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	w.Write(text)
}

// theme returns the reader's choice, from the cookie that assets/theme.js sets.
func theme(r *http.Request) string {
	c, err := r.Cookie("theme")
	if err != nil || c.Value != "light" && c.Value != "dark" {
		return ""
	}
	return c.Value
}
