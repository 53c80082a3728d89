package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"

	"agon/game/palette"
	"agon/internal/httpserver"
	"agon/show/film"
)

// ServeLoop shows a loop in browsers until ctx is done: the page of the game on the screen with the standing beside it, which reloads
// itself for the next game. The loop must have shown something before the call. Access is as with [ServeGame].
func ServeLoop(ctx context.Context, l net.Listener, loop *film.Loop) error {
	return serveUntil(ctx, l, &loopSite{loop: loop, address: l.Addr().String(), hall: true,
		limits: newLimits(audiencePerAddress, audienceStreams)})
}

// A Link is a part of the way to a page: its text, and its address unless it is the page itself.
type Link = crumb

// LoopHandler answers requests below an address of a site, which must end in a slash, with a loop: the same page as [ServeLoop] for a big
// screen if the query has "hall", else with what a spectator presses. The site decides who may see it, and answers "bracket" below the
// address with the [StageBracket] of the stage that is played, or with 204 if that is empty. Until something is shown the answer is 404.
func LoopHandler(loop *film.Loop, way ...Link) http.Handler {
	s := &loopSite{loop: loop, way: way, limits: newLimits(siteStreams, siteStreams)}
	s.fanout = &fanout{source: s, beat: beatComment}
	return s
}

// loopSite is the handler of a loop: that of the current game, and a stream of changes.
type loopSite struct {
	loop    *film.Loop
	address string  // of the server; empty: a site decides who has access
	hall    bool    // every page is for a big screen
	way     []Link  // to the page; nil: it is the only one
	limits  *limits // of the streams
	fanout  *fanout // of the stream of changes, on a site; the games have their own

	mu   sync.Mutex
	game *gameSite // of the current game
}

func (s *loopSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now, _ := s.loop.Now()
	if now.Film == nil {
		http.NotFound(w, r)
		return
	}
	site := s.site(now.Film)
	if r.Method != http.MethodGet || r.URL.Path != "/standing" {
		site.ServeHTTP(w, r)
		return
	}
	httpserver.Secure(w.Header(), servedPolicy, "no-cache")
	if !httpserver.Refuse(w, r, site.address) {
		s.stream(w, r)
	}
}

// site returns the site of a film, the same for all requests while the film is on the screen.
func (s *loopSite) site(f *film.Film) *gameSite {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.game == nil || s.game.film != f {
		s.game = newGameSite(f, s.address)
		s.game.looped, s.game.hall, s.game.way, s.game.limits = true, s.hall, s.way, s.limits
		if s.fanout != nil {
			s.game.fanout = &fanout{source: s.game, beat: beatEvent}
		}
	}
	return s.game
}

// stream sends the name of the shown game and the standing, whenever one of them changes.
func (s *loopSite) stream(w http.ResponseWriter, r *http.Request) {
	events, leave, ok := s.limits.streamEvents(w, r, "loop")
	if !ok {
		return
	}
	events.follow(r, s, place{shots: -1}, s.fanout, beatComment, leave)
}

// beatComment is sent when nothing happens.
var beatComment = []byte(": beat\n\n")

// news returns the standing, if it changed after a place. The stream has no end.
func (s *loopSite) news(at place) (event []byte, then place, done bool) {
	now, news := s.loop.Now()
	if news == at.shots {
		return nil, at, false
	}
	return standingEvent(s.site(now.Film).name, now.Standing), place{shots: news}, false
}

// wait returns when the screen has changed after a place, or when ctx is done.
func (s *loopSite) wait(ctx context.Context, at place) { s.loop.Wait(ctx, at.shots) }

// standingEvent encodes a standing for assets/standing.js.
func standingEvent(showing string, s film.Standing) []byte {
	type line struct {
		Rank   int    `json:"rank"`
		Name   string `json:"name"`
		Slot   int    `json:"slot"`
		Mark   string `json:"mark"`
		Score  string `json:"score"`
		Played int    `json:"played"`
		Won    int    `json:"won"`
	}
	lines := make([]line, len(s.Lines))
	for i, l := range s.Lines {
		lines[i] = line{l.Rank, l.Name, l.Slot, palette.Mark(l.Slot), scoreText(l.Score, s.Unit), l.Played, l.Won}
	}
	data, err := json.Marshal(map[string]any{"showing": showing, "title": s.Title(), "value": cmp.Or(s.Value, "score"), "lines": lines,
		"waits": s.Waits})
	if err != nil {
		panic(err) // scores of a ledger are finite
	}
	return fmt.Appendf(nil, "data: %s\n\n", data)
}
