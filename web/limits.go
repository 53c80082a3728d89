package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Bounds of what visitors may take up. A page is loaded in a few requests without a body; only its stream lasts.
const (
	headTime  = 10 * time.Second // for the head of a request
	readTime  = 30 * time.Second // for all of it
	idleTime  = time.Minute      // of a connection between two requests
	writeTime = 30 * time.Second // for a reader to take a part of an answer
	headBytes = 32 << 10
	bodyBytes = 4 << 10
)

// limits are how many streams a site keeps open. The spectators of one address are a class room at most.
type limits struct {
	perAddress, all int
	write           time.Duration // see writeTime

	mu    sync.Mutex
	open  map[string]int // streams by address
	total int
}

func newLimits(perAddress, all int) *limits {
	return &limits{perAddress: perAddress, all: all, write: writeTime, open: map[string]int{}}
}

// Streams of the audience's page, and of the page of one who plays: several tabs, or one that came back before the old one was missed.
const (
	audiencePerAddress, audienceStreams = 64, 1024
	chairStreams                        = 8
)

// enter takes a place for a stream; false where there is none. leave gives it back.
func (l *limits) enter(r *http.Request) (leave func(), ok bool) {
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		address = r.RemoteAddr
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.total >= l.all || l.open[address] >= l.perAddress {
		return nil, false
	}
	l.total++
	l.open[address]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.total--
		if l.open[address]--; l.open[address] == 0 {
			delete(l.open, address)
		}
	}, true
}

// due gives the reader of an answer its time for the next part of it. One that does not read is dropped.
func (l *limits) due(out *http.ResponseController) { out.SetWriteDeadline(time.Now().Add(l.write)) }

// newServer is a server of pages whose visitors are strangers.
func newServer(ctx context.Context, h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headTime, ReadTimeout: readTime, IdleTimeout: idleTime, MaxHeaderBytes: headBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
}
