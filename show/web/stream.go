package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"agon/show/film"
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
	if s.chair != nil {
		leave = both(s.chair.Enter(), leave)
	}
	leave = both(s.film.Look(), leave)
	events.follow(r, s, place{s.resume(r), len(s.film.Messages(0))}, s.fanout, beatEvent, leave) // earlier messages are outdated
}

// both returns a function that calls two.
func both(f, g func()) func() { return func() { f(); g() } }

// beatEvent is sent when nothing happens.
var beatEvent = []byte("event: beat\ndata:\n\n")

// news returns the event after a place: shots, and messages.
func (s *gameSite) news(at place) (event []byte, then place, done bool) {
	news := s.film.Messages(at.messages) // read before the shots, so that a message about a shot is sent after it
	event, then.shots, done = s.shots(at.shots)
	for _, text := range news {
		event = append(event, messageEvent(text)...)
	}
	then.messages = at.messages + len(news)
	return event, then, done
}

// messageEvent returns an event with a message for this page alone.
func messageEvent(text string) []byte {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return fmt.Appendf(nil, "event: told\ndata: %s\n\n", data)
}

// wait returns when there is something after a place, or when ctx is done.
func (s *gameSite) wait(ctx context.Context, at place) { s.film.WaitMore(ctx, at.shots, at.messages) }

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

// shots returns the lines from shot next on as one event, nil if there are none and the game goes on; sent is the shot after them.
func (s *gameSite) shots(next int) (event []byte, sent int, done bool) {
	n, ended := s.film.Len()
	if n == next && !ended {
		return nil, next, false
	}
	size := 0
	for sent = next; sent < n && size < chunk; sent++ {
		size += len(s.lines.line(s.film, sent))
	}
	done = sent == n && ended
	event = fmt.Appendf(make([]byte, 0, size+64), "id: %s-%d\n", s.name, sent-1)
	if next == 0 && n > 0 {
		event = append(event, appendHead([]byte("data: "), &s.film.Info)...)
	}
	for i := next; i < sent; i++ {
		event = append(event, s.lines.line(s.film, i)...)
	}
	if done {
		event = append(event, appendEnd([]byte("data: "), s.film)...)
	}
	return append(event, '\n'), sent, done
}

// A lineCache has the lines of a film's shots as lines of an event, each made once for all viewers.
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
		c.lines = append(c.lines, c.writer.append([]byte("data: ")))
	}
	return c.lines[i]
}
