package site

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	"agon/game/palette"
	"agon/show/gallery"
	"agon/show/report"
	"agon/show/web"
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
		"time":    func(t time.Time) string { return t.Format("2 Jan 2006, 15:04") },
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"counted": report.Counted[int],
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
}

func (p *page) common() *page { return p }

// shown is the data of any page.
type shown interface{ common() *page }

// message is the data of a page with one sentence.
type message struct {
	page
	Text string
}

// render writes a page. The status is written before, if it is not 200.
func (s *Site) render(w http.ResponseWriter, r *http.Request, name string, data shown) {
	s.fill(data.common(), r)
	var text bytes.Buffer // so that an error leaves no half page
	if err := templates().ExecuteTemplate(&text, name, data); err != nil {
		s.log.Error("render a page", "page", name, "error", err)
		http.Error(w, "this page cannot be shown; the organiser finds the reason in the log", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	text.WriteTo(w)
}

// fill sets what every page has.
func (s *Site) fill(p *page, r *http.Request) {
	p.Site, p.Reader, p.Here, p.Open = s.options.Name, reader(r), r.URL.Path, s.options.Open
	may := p.Reader.Role.May
	p.Admin, p.Desk, p.Submits = may(people.Administer), may(people.Inspect), may(people.Submit)
	p.Matched = p.Submits && s.matches != nil
	if s.options.OpenID != nil {
		p.Provider = s.options.OpenID.Name()
	}
	if c, err := r.Cookie("theme"); err == nil && (c.Value == "light" || c.Value == "dark") {
		p.Theme = c.Value
	}
}

// headed returns a request for a page of package web, which then has the site's header.
func (s *Site) headed(r *http.Request) *http.Request {
	var p page
	s.fill(&p, r)
	var text bytes.Buffer
	if err := templates().ExecuteTemplate(&text, "header", &p); err != nil {
		s.log.Error("render a header", "error", err)
		return r
	}
	return web.Under(r, web.Header{Site: p.Site, HTML: template.HTML(text.String()), Sheet: "/assets/top.css"})
}

// note leaves a sentence for the next page and sends the reader there.
func (s *Site) note(w http.ResponseWriter, r *http.Request, to, text string) error {
	s.sessions.Put(r.Context(), keyNote, text)
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// noted returns the sentence that the request before left.
func (s *Site) noted(r *http.Request) string { return s.sessions.PopString(r.Context(), keyNote) }

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
	return map[string]string{
		"site.css": web.StageSheets() + gallery.WallSheet() + read("top.css") + read("site.css"), "top.css": read("top.css"), "theme.js": web.ThemeScript(), "stage.js": script, "live.js": read("live.js"), "boards.js": small, "countdown.js": read("countdown.js"), "find.js": read("find.js"), "passkey.js": read("passkey.js"),
	}
})

func (s *Site) asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	text, ok := assets()[name]
	if !ok {
		s.missing(w, r)
		return nil
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, started, strings.NewReader(text))
	return nil
}

// started is the time of the newest asset, as far as browsers are concerned.
var started = time.Now()
