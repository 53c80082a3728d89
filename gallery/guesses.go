package gallery

import (
	"sync"
	"time"
)

// guesses counts wrong codes by the address that they came from, so that nobody tries them through. The zero value is ready.
type guesses struct {
	mu    sync.Mutex
	since time.Time
	wrong map[string]int
}

// An address may be wrong so often in so long. Many voters may share one, as behind the router of a hall; only those who guess
// wrongly count.
const (
	guessTime = time.Minute
	mostWrong = 30
	mostWho   = 10000 // addresses that are remembered
)

func (g *guesses) allow(who string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.since) > guessTime {
		g.since, g.wrong = time.Now(), map[string]int{}
	}
	return g.wrong[who] < mostWrong
}

func (g *guesses) count(who string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wrong == nil {
		g.since, g.wrong = time.Now(), map[string]int{}
	}
	if _, known := g.wrong[who]; known || len(g.wrong) < mostWho {
		g.wrong[who]++
	}
}
