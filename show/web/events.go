package web

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// An eventStream is a response of server-sent events.
type eventStream struct {
	w      http.ResponseWriter
	out    *http.ResponseController
	limits *limits
}

// streamEvents begins a stream for a page of something ("game"). If too many are open it responds with an error and returns false. The
// caller must call leave at the end of the stream.
func (l *limits) streamEvents(w http.ResponseWriter, r *http.Request, something string) (s *eventStream, leave func(), ok bool) {
	leave, ok = l.enter(r)
	if !ok {
		w.Header().Set("Retry-After", "10")
		text := fmt.Sprintf("too many are watching from here, or in all: close another page of this %s, or come back later", something)
		http.Error(w, text, http.StatusServiceUnavailable)
		return nil, nil, false
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	s = &eventStream{w: w, out: http.NewResponseController(w), limits: l}
	s.out.SetReadDeadline(time.Time{}) // the request has been read, and a stream lasts as long as the game
	return s, leave, true
}

// send sends an event at once, and reports whether it was read in time. If not, the reader has gone.
func (s *eventStream) send(event []byte) bool {
	s.limits.due(s.out)
	_, err := s.w.Write(event)
	return err == nil && s.out.Flush() == nil
}

// follow sends what a source has after a place, until the reader or the stream has gone, or all has taken the connection. In the
// end leave is called. A beat is sent when nothing happens, so that a closed connection is noticed.
func (s *eventStream) follow(r *http.Request, from source, at place, all *fanout, beatText []byte, leave func()) {
	taken := false
	defer func() {
		if !taken {
			leave()
		}
	}()
	for may := allowed(r); ; {
		event, then, done := from.news(at)
		if event == nil {
			event = beatText
		}
		if may != nil && !may() || !s.send(event) || done {
			return
		}
		at = then
		if taken = all != nil && all.take(s, r, at, leave); taken {
			return
		}
		pause, cancel := context.WithTimeout(r.Context(), beat)
		from.wait(pause, at)
		cancel()
		if r.Context().Err() != nil {
			return
		}
	}
}
