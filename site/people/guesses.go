package people

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Wrong passwords that are taken at once for a name, and attempts of an address, and how fast each recovers.
const (
	wrongOfName   = 10
	nameRecovers  = time.Minute
	triesOfPlace  = 30
	placeRecovers = 10 * time.Second

	mostCounted = 10_000 // names, and addresses: what was counted longest ago is forgotten first
)

// guesses counts wrong passwords by name and attempts by address.
type guesses struct {
	now    func() time.Time
	mu     sync.Mutex
	names  counted
	places counted
}

func newGuesses(now func() time.Time) *guesses {
	return &guesses{now: now,
		names:  counted{most: wrongOfName, every: nameRecovers, by: map[string]*counter{}},
		places: counted{most: triesOfPlace, every: placeRecovers, by: map[string]*counter{}},
	}
}

// place returns what an address is counted by: of IPv6 the network, since one person has all addresses of it.
func place(from string) string {
	a, err := netip.ParseAddr(from)
	if err != nil || a.Unmap().Is4() {
		return from
	}
	network, _ := a.WithZone("").Prefix(64) // every IPv6 address has one
	return network.String()
}

// attempt counts an attempt of an address, and returns a [*Problem] if it must wait.
func (g *guesses) attempt(from string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if !g.places.of(place(from), now).AllowN(now, 1) {
		return problem("Too many attempts from this address; wait a minute and try again.")
	}
	return nil
}

// allow is attempt that returns a [*Problem] as well if the name must wait.
func (g *guesses) allow(name, from string) error {
	if err := g.attempt(from); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if g.names.of(name, now).TokensAt(now) < 1 {
		return problem("Too many wrong passwords for this name; wait some minutes and try again, or ask the organiser.")
	}
	return nil
}

// wrong counts a wrong password.
func (g *guesses) wrong(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	g.names.of(name, now).AllowN(now, 1)
}

// right forgets the wrong passwords of a name.
func (g *guesses) right(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.names.by, name)
}

// counted is a bounded set of counters.
type counted struct {
	most  int
	every time.Duration
	by    map[string]*counter
}

type counter struct {
	*rate.Limiter
	used time.Time
}

// of returns the counter of a key.
func (c *counted) of(key string, now time.Time) *counter {
	n := c.by[key]
	if n == nil {
		if len(c.by) >= mostCounted {
			c.forget()
		}
		n = &counter{Limiter: rate.NewLimiter(rate.Every(c.every), c.most)}
		c.by[key] = n
	}
	n.used = now
	return n
}

// forget removes the half that was used longest ago.
func (c *counted) forget() {
	var sum float64
	var first time.Time
	for _, n := range c.by {
		if first.IsZero() {
			first = n.used
		}
		sum += n.used.Sub(first).Seconds()
	}
	middle := first.Add(time.Duration(sum / float64(len(c.by)) * float64(time.Second)))
	for key, n := range c.by {
		if !n.used.After(middle) {
			delete(c.by, key)
		}
	}
}
