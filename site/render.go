package site

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"

	"agon/game/palette"
	"agon/internal/moment"
	"agon/internal/numerals"
	"agon/show/gallery"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/people"
)

//go:embed templates
var templateFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// templates are the pages, parsed when the first is shown: other commands need none.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"day":     func(t time.Time) string { return t.Format("2 Jan 2006") },
		"time":    moment.Words,
		"clock":   moment.Clock,
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"title":   headed,
		"counted": numerals.Counted,
		"mark":    palette.Mark,
		"inc":     func(n int) int { return n + 1 },
		"look":    func(slot int) int { return slot % len(palette.Slots) },
	}).ParseFS(templateFiles, "templates/*.html"))
})

// page is what every page has.
type page struct {
	Title   string
	Site    string
	Theme   string // "light", "dark" or empty: the system's
	Reader  *people.Person
	Admin   bool   // the reader administers people
	Desk    bool   // the reader inspects
	Submits bool   // the reader may submit bots
	Matched bool   // the reader may ask for matches
	Note    string // of the request before
	Here    string // the address of this page
	Open    bool   // everybody may register

	Provider string // by whom people may sign in as well; empty: nobody

	Card card // without an address: the page has none
}

func (p *page) common() *page { return p }

// shown is the data of any page.
type shown interface{ common() *page }

// message is the data of a page with one sentence.
type message struct {
	page
	Text    string
	Contest string // to whose page there is a way back
}

// pages renders what people see, and knows what every page has. Pages whose handlers are elsewhere embed it.
type pages struct {
	name     string // of the site
	open     bool   // everybody may register
	secure   bool   // as [Options.Secure]
	matched  bool   // there are matches on demand
	provider string // by whom people may sign in as well; empty: nobody
	sessions *scs.SessionManager
	log      *slog.Logger
}

// render writes a page. The status is written before, if it is not 200.
func (p *pages) render(w http.ResponseWriter, r *http.Request, name string, data shown) {
	p.fill(data.common(), r)
	var text bytes.Buffer // so that an error leaves no half page
	if err := templates().ExecuteTemplate(&text, name, data); err != nil {
		p.log.Error("render a page", "page", name, "error", err)
		http.Error(w, "this page cannot be shown; the organiser finds the reason in the log", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	text.WriteTo(w)
}

// fill sets what every page has.
func (p *pages) fill(x *page, r *http.Request) {
	x.Site, x.Reader, x.Here, x.Open, x.Provider = p.name, reader(r), r.URL.Path, p.open, p.provider
	may := x.Reader.Role.May
	x.Admin, x.Desk, x.Submits = may(people.Administer), may(people.Inspect), may(people.Submit)
	x.Matched = x.Submits && p.matched
	if c, err := r.Cookie("theme"); err == nil && (c.Value == "light" || c.Value == "dark") {
		x.Theme = c.Value
	}
}

// headed returns a request for a page of package web, which then has the site's header.
func (p *pages) headed(r *http.Request) *http.Request {
	var x page
	p.fill(&x, r)
	var text bytes.Buffer
	if err := templates().ExecuteTemplate(&text, "header", &x); err != nil {
		p.log.Error("render a header", "error", err)
		return r
	}
	return web.Under(r, web.Header{Site: x.Site, HTML: template.HTML(text.String()), Sheet: "/assets/top.css"})
}

// note leaves a sentence for the next page and sends the reader there.
func (p *pages) note(w http.ResponseWriter, r *http.Request, to, text string) error {
	p.sessions.Put(r.Context(), keyNote, text)
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// noted returns the sentence that the request before left.
func (p *pages) noted(r *http.Request) string { return p.sessions.PopString(r.Context(), keyNote) }

// base returns the site's own address, as the reader's browser knows it.
func (p *pages) base(r *http.Request) string {
	if p.secure || r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// address returns where a request comes from. Behind a proxy that is what the proxy has added to the header X-Forwarded-For.
func (p *pages) address(r *http.Request) string {
	if p.secure {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return last.String()
		}
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}

// broken answers a request that failed on the host's side.
func (p *pages) broken(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) || r.Context().Err() != nil {
		return // nobody reads the answer
	}
	if errors.Is(err, fs.ErrNotExist) {
		p.missing(w, r)
		return
	}
	v := visited(r)
	p.log.Error("request failed", "request", v.number, "method", r.Method, "route", v.route, "error", err)
	if statusOf(err) == http.StatusInsufficientStorage {
		p.says(w, r, http.StatusInsufficientStorage, "No room", fullText)
		return
	}
	p.says(w, r, http.StatusInternalServerError, "Something went wrong",
		"This is the site's fault, not yours, and nothing was changed. The organiser finds it in the log as "+v.number+".")
}

// missing answers a request for what does not exist, or not for this person.
func (p *pages) missing(w http.ResponseWriter, r *http.Request) {
	p.says(w, r, http.StatusNotFound, "Nothing here", "There is no such page, or it is not for you.")
}

// says answers with a page of one sentence, which leads back to the contest of the request.
func (p *pages) says(w http.ResponseWriter, r *http.Request, status int, title, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	said := message{page: page{Title: title}, Text: text}
	if status != http.StatusNotFound { // of which nothing is said
		said.Contest = r.PathValue("contest")
	}
	p.render(w, r, "message", &said)
}

// unhidden answers a request for results with a page about the freeze, and returns false, if the freeze keeps them from the reader.
func (p *pages) unhidden(w http.ResponseWriter, r *http.Request, c *contests.Contest) bool {
	if !hidden(c, reader(r)) {
		return true
	}
	at, _ := c.Frozen()
	p.says(w, r, http.StatusForbidden, "Frozen",
		"The results of this contest are frozen since "+moment.Words(at)+
			". They are shown again when the organiser reveals them.")
	return false
}

// hidden reports whether a freeze keeps results from a reader.
func hidden(c *contests.Contest, p *people.Person) bool {
	at, _ := c.Frozen()
	return !at.IsZero() && !p.Role.May(people.Inspect)
}

// assets are the files that pages load, by name.
var assets = sync.OnceValue(func() map[string]string {
	script, err := web.StageScript()
	if err != nil {
		panic(err) // the modules are constants of package web
	}
	small, err := web.BoardsScript()
	if err != nil {
		panic(err)
	}
	read := func(name string) string {
		text, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
	all := map[string]string{
		"site.css": web.StageSheets() + gallery.WallSheet() + read("top.css") + read("site.css"), "top.css": read("top.css"),
		"theme.js": web.ThemeScript(), "stage.js": script, "live.js": read("live.js"), "boards.js": small,
		"countdown.js": read("countdown.js"), "find.js": read("find.js"), "acts.js": read("acts.js"), "passkey.js": read("passkey.js"),
		"editor.js": read("editor.js"),
	}
	coloured, err := assetFiles.ReadDir("assets/highlight")
	if err != nil {
		panic(err)
	}
	for _, file := range coloured { // highlight.min.js, scala.min.js and so on
		if name, ok := strings.CutSuffix(file.Name(), ".min.js"); ok {
			all[strings.TrimSuffix("highlight-"+name, "-highlight")+".js"] = read("highlight/" + file.Name())
		}
	}
	return all
})

func (p *pages) asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	text, ok := assets()[name]
	if !ok {
		p.missing(w, r)
		return nil
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, started, strings.NewReader(text))
	return nil
}

// started is the time of the newest asset, as far as browsers are concerned.
var started = time.Now()

// headed returns the name of a format as a heading: "Round-robin".
func headed(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
