package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"agon/film"
)

const (
	beat  = time.Second // between two heartbeats while nothing happens
	chunk = 128 << 10   // largest size of an event in bytes, except for a single large shot
)

// newName returns a name that no other showing has, so that a page which reconnects after a restart of the server begins from the start.
func newName() string { return strings.ToLower(rand.Text()[:8]) }

// stream sends the reel as server-sent events. The id of an event names the showing and its last shot; a client that reconnects with it
// continues from there, because the site keeps its lines.
func (s *gameSite) stream(w http.ResponseWriter, r *http.Request) {
	events, leave, ok := s.limits.streamEvents(w, r, "game")
	if !ok {
		return
	}
	defer leave()
	if s.chair != nil {
		defer s.chair.Enter()()
	}
	defer s.film.Look()()
	told := len(s.film.Told(0)) // earlier messages are outdated
	for next := s.resume(r); ; {
		news := s.film.Told(told) // read before the shots, so that a message about a shot is sent after it
		event, sent, done := s.event(next)
		for _, text := range news {
			event = appendTold(event, text)
			told++
		}
		if len(event) == 0 {
			event = []byte("event: beat\ndata:\n\n")
		}
		if !events.send(event) || done {
			return
		}
		next = sent
		if s.wait(r.Context(), next, told) != nil {
			return
		}
	}
}

// appendTold appends an event with a message for this page alone.
func appendTold(dst []byte, text string) []byte {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return fmt.Appendf(dst, "event: told\ndata: %s\n\n", data)
}

// wait returns when there are more than n shots or more than told messages, when the film is done, or after a beat.
func (s *gameSite) wait(ctx context.Context, n, told int) error {
	pause, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	s.film.WaitMore(pause, n, told) // a timeout of the beat is no error
	return ctx.Err()
}

// resume returns the first shot that a page does not have.
func (s *gameSite) resume(r *http.Request) int {
	name, shot, _ := strings.Cut(r.Header.Get("Last-Event-ID"), "-")
	last, err := strconv.Atoi(shot)
	n, _ := s.film.Len()
	if err != nil || name != s.name || last < 0 || last >= n {
		return 0
	}
	return last + 1
}

// event returns the lines from shot next on, as one event; sent is the shot after them. The event is empty if there is nothing to send.
func (s *gameSite) event(next int) (event []byte, sent int, done bool) {
	var lines []byte
	n, ended := s.film.Len()
	if next == 0 && n > 0 {
		lines = appendHead(lines, &s.film.Info)
	}
	for sent = next; sent < n && len(lines) < chunk; sent++ {
		lines = append(lines, s.lines.line(s.film, sent)...)
	}
	if sent == n && ended {
		lines, done = appendEnd(lines, s.film), true
	}
	if len(lines) == 0 {
		return nil, sent, false
	}
	event = fmt.Appendf(nil, "id: %s-%d\n", s.name, sent-1)
	for line := range bytes.Lines(lines) {
		event = append(append(event, "data: "...), line...)
	}
	return append(event, '\n'), sent, done
}

// A lineCache has the lines of a film's shots, each made once for all viewers.
type lineCache struct {
	mu     sync.Mutex
	writer *reelWriter
	lines  [][]byte
}

// line returns the line of a shot.
func (c *lineCache) line(f *film.Film, i int) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writer == nil {
		c.writer = newReelWriter(f, true)
	}
	for len(c.lines) <= i {
		c.lines = append(c.lines, c.writer.append(nil))
	}
	return c.lines[i]
}
