package gallery

import (
	"context"
	"sync"
	"time"
)

// guesses slows down attempts to guess codes. It counts wrong codes per address. An address with too many is not locked out, because many
// voters may share it, as behind the router of a hall: its further ballots are answered one at a time with a pause before each. The zero
// value is ready to use.
type guesses struct {
	pause time.Duration // 0: usualPause

	mu    sync.Mutex
	since time.Time
	by    map[string]*suspect
}

// suspect is an address with wrong codes.
type suspect struct {
	wrong   int
	waiting int
	turn    chan struct{} // holds one value while no ballot of this address is being answered
}

const (
	guessTime   = time.Minute
	mostWrong   = 30    // wrong codes of an address within guessTime that are answered at once
	mostWho     = 10000 // remembered addresses
	mostWaiting = 64    // waiting requests of an address
	usualPause  = 200 * time.Millisecond
)

// wait returns when a ballot from an address may be checked. It returns false if too many are waiting already.
func (g *guesses) wait(ctx context.Context, who string) bool {
	s, ok := g.queue(who)
	if s == nil || !ok {
		return ok
	}
	defer g.leave(s)
	select {
	case <-s.turn:
	case <-ctx.Done():
		return false
	}
	defer func() { s.turn <- struct{}{} }()
	pause := g.pause
	if pause == 0 {
		pause = usualPause
	}
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	}
}

// queue returns the suspect to wait for, nil if there is none; false if too many wait.
func (g *guesses) queue(who string) (*suspect, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget()
	s := g.by[who]
	if s == nil || s.wrong < mostWrong {
		return nil, true
	}
	if s.waiting == mostWaiting {
		return nil, false
	}
	s.waiting++
	return s, true
}

func (g *guesses) leave(s *suspect) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.waiting--
}

// count counts a wrong code.
func (g *guesses) count(who string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget()
	s := g.by[who]
	if s == nil {
		if len(g.by) == mostWho {
			return
		}
		s = &suspect{turn: make(chan struct{}, 1)}
		s.turn <- struct{}{}
		g.by[who] = s
	}
	s.wrong++
}

// forget starts a new count after guessTime.
func (g *guesses) forget() {
	if g.by == nil || time.Since(g.since) > guessTime {
		g.since, g.by = time.Now(), map[string]*suspect{}
	}
}
