package contests

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"agon/show/report"
)

// figures are a contest's, as they were computed last.
type figures struct {
	mu    sync.Mutex // held while they are computed
	known sync.Mutex // guards what follows
	is    *report.Figures
	of    time.Time // of the table with which they agree
	due   time.Time // before it they are not computed again
}

// figuresShare is the part of the time that computing figures may take, as a divisor, and figuresEvery how often they are computed at most.
const (
	figuresShare = 40
	figuresEvery = 2 * time.Second
)

// Figures returns the figures of a contest, nil before its first game. While it is played they may be older than its table: they are
// computed from all games, which may take a fortieth of the time, and who asks while they are computed gets those before. Those of a
// contest that rests agree with its table.
func (s *Contests) Figures(ctx context.Context, c *Contest) (*report.Figures, error) {
	t := c.Newest()
	if t == nil || s.setup.Figures == nil {
		return nil, nil
	}
	state, _, _ := c.State()
	x := &c.figures
	x.known.Lock()
	is, fresh, early := x.is, x.of.Equal(t.At), time.Now().Before(x.due)
	x.known.Unlock()
	switch {
	case is != nil && fresh:
		return is, nil
	case is == nil || state != Playing:
		x.mu.Lock()
	case early || !x.mu.TryLock():
		return is, nil
	}
	defer x.mu.Unlock()
	x.known.Lock()
	is, fresh = x.is, x.of.Equal(t.At)
	x.known.Unlock()
	if is != nil && fresh {
		return is, nil // computed while we waited
	}
	begun := time.Now()
	found, err := s.setup.Figures(ctx, c.Dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x.known.Lock()
	defer x.known.Unlock()
	x.is, x.of, x.due = found, t.At, time.Now().Add(max(figuresEvery, figuresShare*time.Since(begun)))
	return found, nil
}
