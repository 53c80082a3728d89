package film

import (
	"context"
	"sync"

	"agon/internal/numerals"
)

// A Loop shows games one after the other on an unattended screen, each with the standing of those before it. Any number of viewers may
// follow. The zero Loop shows nothing.
type Loop struct {
	mu   sync.Mutex
	now  Showing
	news int           // number of calls of Show
	more chan struct{} // closed and replaced by Show; nil before the first wait
}

// A Showing is a game on the screen. It must not be changed after Show.
type Showing struct {
	Game     int // its number, from 1
	Film     *Film
	Standing Standing
}

// A Standing adds up the games that have been shown completely, best first.
type Standing struct {
	Games int
	Unit  string // of the scores
	Value string // what ranks the lines: "score", "rating"; empty: the score
	Waits string // why no game goes on, as "waits for its turn, goes on in 40 s"; empty: one does
	Lines []Line
}

// Title describes what the standing adds up.
func (s Standing) Title() string {
	if s.Games == 0 {
		return "standing: no game is over yet"
	}
	return "standing after " + numerals.Counted(s.Games, "game")
}

// A Line is an entry's line in a standing.
type Line struct {
	Rank   int // from 1
	Name   string
	Slot   int // of its look, see package palette
	Score  float64
	Played int
	Won    int // games won alone
}

// Show puts a game on the screen, or updates the standing of the current one.
func (l *Loop) Show(s Showing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = s
	l.news++
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
}

// Now returns what is on the screen, and the number of changes; its Film is nil before the first.
func (l *Loop) Now() (s Showing, news int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now, l.news
}

// Wait returns when the screen has changed more than news times, or when ctx is done.
func (l *Loop) Wait(ctx context.Context, news int) error {
	for {
		l.mu.Lock()
		if l.news > news {
			l.mu.Unlock()
			return nil
		}
		if l.more == nil {
			l.more = make(chan struct{})
		}
		more := l.more
		l.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
