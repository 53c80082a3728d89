package film

import (
	"context"
	"fmt"
	"sync"
)

// A Loop is games that are shown one after the other on a screen that nobody attends, each with the standing of those before it. Any
// number of viewers may follow while one shows. The zero Loop shows nothing yet.
type Loop struct {
	mu   sync.Mutex
	now  Showing
	news int           // how often Show was called
	more chan struct{} // closed and replaced by Show; nil before anybody waited
}

// A Showing is a game on the screen. Nobody changes it once it was given to Show.
type Showing struct {
	Game     int // its number, from 1
	Film     *Film
	Standing Standing
}

// A Standing adds up the games that have been shown to their end, best first.
type Standing struct {
	Games int
	Unit  string // of the scores
	Lines []Line
}

// Title says what the standing adds up.
func (s Standing) Title() string {
	switch s.Games {
	case 0:
		return "standing: no game is over yet"
	case 1:
		return "standing after 1 game"
	}
	return fmt.Sprintf("standing after %d games", s.Games)
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

// Show puts a game on the screen, or gives the one that is there another standing.
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

// Now is what is on the screen, and how often that has changed; a Film of nil before the first.
func (l *Loop) Now() (s Showing, news int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now, l.news
}

// Wait returns when what is on the screen has changed more than so many times, or when ctx is done.
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
