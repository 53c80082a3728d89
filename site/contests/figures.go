package contests

import (
	"context"
	"errors"
	"fmt"
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
	old   time.Time // before it nobody waits for newer ones
}

// figuresShare is the part of the time that computing figures may take, as a divisor, and figuresEvery how often they are computed at most.
const (
	figuresShare = 40
	figuresEvery = 2 * time.Second
)

// Figures returns the figures of a contest, nil before its first game. While it is played they may be older than its table: they are
// computed from all games, which may take a fortieth of the time, and who asks while they are computed gets those before. As long as they
// are asked for, they are computed while nobody waits. Those of a contest that rests agree with its table.
func (s *Contests) Figures(ctx context.Context, c *Contest) (*report.Figures, error) {
	t := c.Newest()
	if t == nil || s.setup.Figures == nil {
		return nil, nil
	}
	state, _, _ := c.State()
	x, now := &c.figures, time.Now()
	x.known.Lock()
	is, fresh, early, old := x.is, x.of.Equal(t.At), now.Before(x.due), now.After(x.old)
	x.known.Unlock()
	switch {
	case is != nil && fresh:
		return is, nil
	case is == nil || state != Playing:
		x.mu.Lock()
	case early || !x.mu.TryLock():
		return is, nil
	case !old:
		s.work.Go(func() {
			defer x.mu.Unlock()
			if _, err := s.compute(s.ctx, c, t); err != nil && s.ctx.Err() == nil {
				s.setup.Log(c.Name, fmt.Sprintf("compute its figures: %v", err))
			}
		})
		return is, nil
	}
	defer x.mu.Unlock()
	x.known.Lock()
	is, fresh = x.is, x.of.Equal(t.At)
	x.known.Unlock()
	if is != nil && fresh {
		return is, nil // computed while we waited
	}
	return s.compute(ctx, c, t)
}

// compute computes the figures, which agree with a table. The caller holds the lock for that.
func (s *Contests) compute(ctx context.Context, c *Contest, t *Table) (*report.Figures, error) {
	begun := time.Now()
	found, err := s.setup.Figures(ctx, c.Dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	x := &c.figures
	if err != nil {
		x.known.Lock()
		defer x.known.Unlock()
		x.due = time.Now().Add(figuresEvery)
		return nil, err
	}
	pause := max(figuresEvery, figuresShare*time.Since(begun))
	x.known.Lock()
	defer x.known.Unlock()
	x.is, x.of, x.due = found, t.At, time.Now().Add(pause)
	x.old = x.due.Add(pause)
	return found, nil
}
