package web

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"
)

// A source is what a stream sends.
type source interface {
	news(at place) (event []byte, then place, done bool) // the event after a place, if there is one; done: it is the last
	wait(ctx context.Context, at place)                  // returns when there is news after a place, or when ctx is done
}

// A fanout sends the events of one stream to many readers from one goroutine. A reader who is up to date costs a connection and a few
// words: no goroutine, no buffers, no request. Events are encoded once for all readers who are at the same place.
type fanout struct {
	source
	beat []byte // sent when nothing happens, so that closed connections are noticed

	mu      sync.Mutex
	readers []*reader
	waiting int                // bytes of events that somebody has a part of
	wake    context.CancelFunc // ends the wait of the goroutine; nil: there is no goroutine
}

// A place is how much of a stream a reader has.
type place struct{ shots, messages int }

// A reader is a connection whose request has been answered up to a place.
type reader struct {
	conn    rawConn
	at      place
	last    *message    // the last one that it was sent
	rest    []byte      // of it: the connection took no more
	due     time.Time   // for rest
	took    time.Time   // when it last took a part of an event that is not sent whole
	whole   bool        // it has taken an event whole
	allowed func() bool // to read on; nil: always
	leave   func()
}

// retry is the pause after which a connection that took only a part of an event is tried again.
const retry = 20 * time.Millisecond

// allowedKey is the key of [While] in a request's context.
type allowedKey struct{}

// While returns a request whose stream ends once allowed returns false, at the latest before the next event. It may be called at any time,
// and must not wait.
func While(r *http.Request, allowed func() bool) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), allowedKey{}, allowed))
}

// allowed returns whether a request's stream may go on; nil: always.
func allowed(r *http.Request) func() bool {
	f, _ := r.Context().Value(allowedKey{}).(func() bool)
	return f
}

// take takes the connection of a stream that was sent up to a place, which calls leave when it ends. It returns false where it cannot: the
// connection is encrypted or not HTTP/1.1, or the system cannot write without waiting.
func (f *fanout) take(s *eventStream, r *http.Request, at place, leave func()) bool {
	if r.TLS != nil || r.ProtoMajor != 1 || r.ProtoMinor == 0 {
		return false
	}
	conn, err := hijack(s.out)
	if err != nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.readers = append(f.readers, &reader{conn: conn, at: at, allowed: allowed(r), leave: leave, due: time.Now().Add(s.limits.write)})
	if f.wake == nil {
		f.wake = func() {}
		go f.run(s.limits.write)
	}
	f.wake() // it may have waited for news after a later place
	return true
}

// run serves readers until there are none.
func (f *fanout) run(write time.Duration) {
	quiet := false // nothing has happened for a beat
	for {
		f.mu.Lock()
		made := make([]*message, 0, 4)
		waiting, oldest := false, place{math.MaxInt, math.MaxInt}
		f.readers = slices.DeleteFunc(f.readers, func(r *reader) bool {
			ended := r.allowed != nil && !r.allowed() || !f.serve(r, &made, quiet, write)
			if ended {
				f.drop(r)
			}
			switch {
			case ended:
			case len(r.rest) > 0:
				waiting = true
			case r.at.shots < oldest.shots || r.at.shots == oldest.shots && r.at.messages < oldest.messages:
				oldest = r.at
			}
			return ended
		})
		for f.waiting > mostWaiting {
			f.drop(f.slowest())
		}
		if len(f.readers) == 0 {
			f.readers, f.wake = nil, nil
			f.mu.Unlock()
			return
		}
		pause := beat
		if waiting {
			pause = retry
		}
		ctx, cancel := context.WithTimeout(context.Background(), pause)
		f.wake = cancel
		f.mu.Unlock()
		f.wait(ctx, oldest)
		quiet = !waiting && ctx.Err() == context.DeadlineExceeded
		cancel()
	}
}

// A message is what is sent after a place, as a chunk.
type message struct {
	at, then place
	data     []byte
	done     bool // it is the last
	waiting  int  // readers who have a part of it
}

// mostWaiting bounds the events that slow readers have only a part of, in bytes. Readers at one place share an event. Beyond that readers
// are dropped: first those who have never taken an event whole, and of them and of the others first who has taken nothing for the longest
// time.
const mostWaiting = 32 << 20

// serve sends a reader what is new, or a beat if all is quiet. It returns false at the end of the stream or the connection.
func (f *fanout) serve(r *reader, made *[]*message, quiet bool, write time.Duration) bool {
	if len(r.rest) == 0 {
		e := f.after(r.at, made)
		r.last, r.rest, r.at = e, e.data, e.then
		if len(r.rest) == 0 && quiet {
			r.rest = inChunk(f.beat, false)
		}
		r.due = time.Now().Add(write)
		if len(r.rest) == 0 {
			return true
		}
		n, err := r.conn.writeSome(r.rest)
		if r.rest = r.rest[n:]; err != nil || len(r.rest) == 0 {
			r.rest, r.whole = nil, true
			return err == nil && !e.done
		}
		r.took = time.Now()
		if e.waiting++; e.waiting == 1 {
			f.waiting += len(e.data)
		}
		return true
	}
	n, err := r.conn.writeSome(r.rest)
	if err != nil || n < len(r.rest) && time.Now().After(r.due) {
		return false
	}
	if n > 0 {
		r.took = time.Now()
	}
	if r.rest = r.rest[n:]; len(r.rest) > 0 {
		return true
	}
	f.got(r)
	r.whole = true
	return !r.last.done
}

// drop ends a stream.
func (f *fanout) drop(r *reader) {
	if len(r.rest) > 0 {
		f.got(r)
	}
	r.conn.Close()
	r.leave()
}

// goesBefore reports whether a reader is dropped before another.
func (r *reader) goesBefore(other *reader) bool {
	if r.whole != other.whole {
		return other.whole
	}
	return r.took.Before(other.took)
}

// slowest removes the reader of a part of an event who is to be dropped first: those who read, however slowly, outlast those who do not.
func (f *fanout) slowest() *reader {
	slow := -1
	for i, r := range f.readers {
		if len(r.rest) > 0 && (slow < 0 || r.goesBefore(f.readers[slow])) {
			slow = i
		}
	}
	r := f.readers[slow]
	f.readers = slices.Delete(f.readers, slow, slow+1)
	return r
}

// got forgets the event that a reader had a part of.
func (f *fanout) got(r *reader) {
	if r.last.waiting--; r.last.waiting == 0 {
		f.waiting -= len(r.last.data)
	}
}

// after returns the event after a place, encoded once for all readers who are there.
func (f *fanout) after(at place, made *[]*message) *message {
	for _, e := range *made {
		if e.at == at {
			return e
		}
	}
	text, then, done := f.news(at)
	e := &message{at: at, then: then, done: done}
	if len(text) > 0 || done {
		e.data = inChunk(text, done)
	}
	*made = append(*made, e)
	return e
}

// inChunk encodes a part of a response as RFC 9112 section 7.1 has it, with the end of the response if it is the last.
func inChunk(part []byte, last bool) []byte {
	var out []byte
	if len(part) > 0 {
		out = append(fmt.Appendf(nil, "%x\r\n", len(part)), part...)
		out = append(out, '\r', '\n')
	}
	if last {
		out = append(out, "0\r\n\r\n"...)
	}
	return out
}
