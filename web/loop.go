package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"

	"agon/film"
	"agon/internal/httpserver"
)

// ServeLoop shows a loop in browsers until ctx is done: the page of the game on the screen with the standing beside it, which reloads
// itself for the next game. The loop must have shown something before the call. Access is as with [ServeGame].
func ServeLoop(ctx context.Context, l net.Listener, loop *film.Loop) error {
	return serveUntil(ctx, l, &loopSite{loop: loop, addr: l.Addr(), limits: newLimits(audiencePerAddress, audienceStreams)})
}

// loopSite is the handler of a loop: that of the current game, and a stream of changes.
type loopSite struct {
	loop   *film.Loop
	addr   net.Addr
	limits *limits // of the stream

	mu   sync.Mutex
	game *gameSite // of the current game
}

func (s *loopSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now, _ := s.loop.Now()
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
		s.game = newGameSite(f, s.addr)
		s.game.looped = true
	}
	return s.game
}

// stream sends the name of the shown game and the standing, whenever one of them changes.
func (s *loopSite) stream(w http.ResponseWriter, r *http.Request) {
	events, leave, ok := s.limits.streamEvents(w, r, "loop")
	if !ok {
		return
	}
	defer leave()
	for {
		now, news := s.loop.Now()
		if !events.send(standingEvent(s.site(now.Film).name, now.Standing)) {
			return
		}
		for beating := true; beating; {
			pause, cancel := context.WithTimeout(r.Context(), beat)
			beating = s.loop.Wait(pause, news) != nil
			cancel()
			if r.Context().Err() != nil {
				return
			}
			if beating && !events.send([]byte(": beat\n\n")) { // so that a closed connection is noticed
				return
			}
		}
	}
}

// standingEvent encodes a standing for assets/standing.js.
func standingEvent(showing string, s film.Standing) []byte {
	type line struct {
		Rank   int    `json:"rank"`
		Name   string `json:"name"`
		Slot   int    `json:"slot"`
		Score  string `json:"score"`
		Played int    `json:"played"`
		Won    int    `json:"won"`
	}
	lines := make([]line, len(s.Lines))
	for i, l := range s.Lines {
		lines[i] = line{l.Rank, l.Name, l.Slot, scoreText(l.Score, s.Unit), l.Played, l.Won}
	}
	data, err := json.Marshal(map[string]any{"showing": showing, "title": s.Title(), "lines": lines})
	if err != nil {
		panic(err) // scores of a ledger are finite
	}
	return fmt.Appendf(nil, "data: %s\n\n", data)
}
