package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of a visitor's resources. A page is loaded in a few requests without a body; only its stream lasts.
const (
	writeTime = 30 * time.Second // for a reader to take a part of a response
	bodyBytes = 4 << 10
)

// limits bound the open streams of a site. The spectators of one address may be a class room, but no more.
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

// Streams of the spectators' page, and of a player's page: several tabs, or a page that reconnects before the server notices that the old
// connection is gone.
const (
	audiencePerAddress, audienceStreams = 64, 1024
	chairStreams                        = 8
	siteStreams                         = 8192 // of a loop on a site, whose visitors may all come through one proxy; two for each page
)

// enter reserves a stream, or returns false if there are too many. leave releases it.
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

// due sets the deadline for the reader of a response to take its next part. A reader that misses it is dropped.
func (l *limits) due(out *http.ResponseController) { out.SetWriteDeadline(time.Now().Add(l.write)) }
