package people

import (
	"net/netip"
	"sync"
	"time"
)

// Wrong passwords that are taken at once, and how fast each is forgotten: of an account from one address, of an account from all addresses
// from which nobody has signed in to it yet, and of an address for all accounts.
var (
	ofPair    = allowance{most: 10, every: time.Minute}
	ofAccount = allowance{most: 100, every: 10 * time.Minute}
	ofPlace   = allowance{most: 30, every: 10 * time.Second}
)

// What an address does without a password is counted apart: making accounts, and asking for a link after a password was forgotten.
var (
	ofNewcomers = allowance{most: 30, every: 10 * time.Second}
	ofAskers    = allowance{most: 10, every: time.Minute}
)

// mostCounted bounds the keys of each counter, and the places that are known.
const mostCounted = 10_000

// A Wait is a [Problem] that time solves.
type Wait struct {
	Problem
	After time.Duration // how long it takes
}

// Unwrap returns the problem.
func (w *Wait) Unwrap() error { return &w.Problem }

// An allowance is how many attempts are taken at once, and how long it takes until one is forgotten.
type allowance struct {
	most  int
	every time.Duration
}

// counter counts attempts by a key. Of each it keeps when all that was counted will be forgotten.
type counter struct {
	allowance
	clear map[string]time.Time
}

func newCounter(a allowance) *counter { return &counter{a, map[string]time.Time{}} }

// left returns how long it takes until another attempt of a key is taken; 0: it is taken now.
func (c *counter) left(key string, now time.Time) time.Duration {
	return max(0, max(0, c.clear[key].Sub(now))-time.Duration(c.most-1)*c.every)
}

// add counts n attempts of a key; with -1 it takes one back.
func (c *counter) add(key string, n int, now time.Time) {
	at := c.clear[key]
	if at.Before(now) {
		at = now
	}
	if at = at.Add(time.Duration(n) * c.every); !at.After(now) {
		delete(c.clear, key)
		return
	}
	if _, known := c.clear[key]; !known && len(c.clear) >= mostCounted {
		c.forget(now)
	}
	c.clear[key] = at
}

// forget removes the keys whose attempts are forgotten soonest, about half of them.
func (c *counter) forget(now time.Time) {
	var sum time.Duration
	for _, at := range c.clear {
		sum += max(0, at.Sub(now))
	}
	middle := now.Add(sum / time.Duration(len(c.clear)))
	for key, at := range c.clear {
		if !at.After(middle) {
			delete(c.clear, key)
		}
	}
}

// pair is an account and an address.
type pair struct{ name, place string }

// guesses counts wrong passwords, and what addresses do without one.
type guesses struct {
	now func() time.Time

	mu        sync.Mutex
	pairs     *counter
	accounts  *counter
	places    *counter
	newcomers *counter
	askers    *counter
	known     map[pair]time.Time // when somebody signed in last to an account from a place
}

func newGuesses(now func() time.Time) *guesses {
	return &guesses{now: now, pairs: newCounter(ofPair), accounts: newCounter(ofAccount), places: newCounter(ofPlace),
		newcomers: newCounter(ofNewcomers), askers: newCounter(ofAskers), known: map[pair]time.Time{}}
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

// attempt counts an attempt of an address by one of the counters for addresses, and returns a [*Wait] if it must wait.
func (g *guesses) attempt(by *counter, from string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, key := g.now(), place(from)
	if left := by.left(key, now); left > 0 {
		return &Wait{Problem{"Too many attempts from this address; wait a minute and try again."}, left}
	}
	by.add(key, 1, now)
	return nil
}

// begin counts a password as a wrong one, until right takes that back: passwords that are tried together are not more than those that are
// tried in turn. It returns a [*Wait] if the account or the address must wait. owner: who gives the password is signed in to the account.
func (g *guesses) begin(name, from string, owner bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, at := g.now(), place(from)
	both := name + "\x00" + at
	if left := g.places.left(at, now); left > 0 {
		return &Wait{Problem{"Too many wrong passwords from this address; wait a minute and try again."}, left}
	}
	_, known := g.known[pair{name, at}]
	left := g.pairs.left(both, now)
	if !owner && !known {
		left = max(left, g.accounts.left(name, now))
	}
	if left > 0 {
		return &Wait{Problem{"Too many wrong passwords for this name; wait some minutes and try again, sign in with a passkey, " +
			"or set a new password by a link."}, left}
	}
	g.count(name, at, 1, now)
	return nil
}

// count counts n wrong passwords of an account from a place.
func (g *guesses) count(name, at string, n int, now time.Time) {
	g.places.add(at, n, now)
	g.pairs.add(name+"\x00"+at, n, now)
	if _, known := g.known[pair{name, at}]; !known {
		g.accounts.add(name, n, now)
	}
}

// right takes back what begin has counted, forgets the wrong passwords of the account from this address, and knows the address from now on:
// what strangers try elsewhere keeps nobody out who signs in from here.
func (g *guesses) right(name, from string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, at := g.now(), place(from)
	g.count(name, at, -1, now)
	g.know(name, at, now)
}

// knows is right for somebody who has shown in another way than by a password whose account it is.
func (g *guesses) knows(name, from string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.know(name, place(from), g.now())
}

func (g *guesses) know(name, at string, now time.Time) {
	delete(g.pairs.clear, name+"\x00"+at)
	if _, known := g.known[pair{name, at}]; !known && len(g.known) >= mostCounted {
		g.forgetPlaces(now)
	}
	g.known[pair{name, at}] = now
}

// forgetPlaces forgets the places from which nobody has signed in for the longest time, about half of them.
func (g *guesses) forgetPlaces(now time.Time) {
	var sum time.Duration
	for _, at := range g.known {
		sum += now.Sub(at)
	}
	middle := now.Add(-sum / time.Duration(len(g.known)))
	for key, at := range g.known {
		if !at.After(middle) {
			delete(g.known, key)
		}
	}
}
