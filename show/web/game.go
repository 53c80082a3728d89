package web

import (
	"net/http"
	"strings"

	"agon/internal/httpserver"
	"agon/show/film"
)

// A Game is the handler of a game on a site, which decides who may see it.
type Game struct{ site *gameSite }

// NewGame answers requests below an address of a site, which must end in a slash, with a game, as [ServeGame] does, and with a panel of
// what bots print where logs is not nil. way is the way to the page.
func NewGame(f *film.Film, logs Logs, way ...Link) *Game {
	s := newGameSite(f, "")
	s.way, s.limits = way, newLimits(siteStreams, siteStreams)
	if logs != nil {
		s.watchLogs(logs)
	}
	return &Game{s}
}

// ServeHTTP answers a request for the page as everybody sees it, or for what it loads.
func (g *Game) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.site.ServeHTTP(w, r) }

// Around is what a site adds to the page of a game for one reader.
type Around struct {
	Replay        string // address of the replay; empty for none
	Before, After string // addresses of other games; empty for none
	Logs          Logs   // of the reader's own seats, which [Game.ServeLogs] serves; nil: no panel but that of everybody
}

// ServePage answers a request for the page.
func (g *Game) ServePage(w http.ResponseWriter, r *http.Request, a Around) {
	httpserver.Secure(w.Header(), servedPolicy, "no-cache")
	page := g.site.newPage(r)
	page.Replay, page.Before, page.After = a.Replay, a.Before, a.After
	if a.Logs != nil {
		page.log(a.Logs)
	}
	g.site.write(w, page)
}

// ServeLogs answers a request for log or log/turns below the address of the page, which the panel of a page by [Game.ServePage] asks for.
func (g *Game) ServeLogs(w http.ResponseWriter, r *http.Request, logs Logs) {
	httpserver.Secure(w.Header(), servedPolicy, "no-store")
	if strings.HasSuffix(r.URL.Path, "/turns") {
		g.site.turns(w, r, logs)
		return
	}
	g.site.log(w, r, logs)
}
