package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"agon/film"
	"agon/internal/httpserver"
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
	address string // of the server
	chair   *Chair // of the player here; nil for spectators
	logs    Logs   // of its bots; nil: no panel
	looped  bool   // the game is one of a loop
	mux     *http.ServeMux
	limits  *limits
	lines   lineCache
}

func newGameSite(f *film.Film, addr net.Addr) *gameSite {
	s := &gameSite{film: f, name: newName(), address: addr.String(), mux: http.NewServeMux(), limits: newLimits(audiencePerAddress, audienceStreams)}
	s.mux.HandleFunc("GET /{$}", s.page)
	s.mux.HandleFunc("GET /stream", s.stream)
	s.mux.HandleFunc("GET /picture.png", s.picture)
	s.mux.HandleFunc("GET /assets/{name}", s.asset)
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

func (s *gameSite) page(w http.ResponseWriter, r *http.Request) {
	page := newGamePage(s.film)
	page.Theme, page.Home, page.Picture = theme(r), "/", "picture.png"
	page.Head = `<link rel="stylesheet" href="assets/tokens.css"><link rel="stylesheet" href="assets/page.css"><link rel="stylesheet" href="assets/game.css"><script src="assets/theme.js"></script>`
	page.sitDown(s.chair, s.film)
	page.Logged = s.logs != nil
	page.Foot = `<script type="module" src="assets/watch.js"></script>`
	if page.Logged {
		page.Foot = `<script type="module" src="assets/logged.js"></script>`
	}
	if page.Hands != nil {
		page.Foot = `<script type="module" src="assets/play.js"></script>`
	}
	if s.looped {
		page.Showing = s.name
		page.Foot = `<script type="module" src="assets/loop.js"></script>`
	}
	text, err := render("game", page)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, text)
}

// picture serves the newest shot, for browsers without JavaScript.
func (s *gameSite) picture(w http.ResponseWriter, r *http.Request) {
	packed, err := still(s.film)
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
