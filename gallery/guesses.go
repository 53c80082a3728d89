package gallery

import (
	"context"
	"sync"
	"time"
)

// guesses slows down attempts to guess codes. Wrong codes are counted by the address that they came from. An address with too many of
// them is not locked out, because many voters may share it, as behind the router of a hall: its further ballots are answered one
// after the other with a pause before each. The zero value is ready.
type guesses struct {
	pause time.Duration // 0: usualPause

	mu    sync.Mutex
	since time.Time
	by    map[string]*suspect
}

// suspect is an address that wrong codes came from.
type suspect struct {
	wrong   int
	waiting int
	turn    chan struct{} // holds one while nobody of this address is being answered
}

const (
	guessTime   = time.Minute
	mostWrong   = 30    // wrong codes of an address in guessTime that are answered at once
	mostWho     = 10000 // addresses that are remembered
	mostWaiting = 64    // requests of an address that wait for their answers
	usualPause  = 200 * time.Millisecond
)

// wait returns once a ballot from an address may be looked at. It reports false where too many are waiting already.
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

// queue returns the suspect to wait for, nil where there is nothing to wait for; false where too many wait.
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

// forget begins a new count when the time of the last one is over.
func (g *guesses) forget() {
	if g.by == nil || time.Since(g.since) > guessTime {
		g.since, g.by = time.Now(), map[string]*suspect{}
	}
}
