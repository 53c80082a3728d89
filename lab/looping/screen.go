package looping

import (
	"context"
	"time"

	"agon/lab/live"
	"agon/show/film"
)

// playShare is the share of a game's time on the screen in which it is played; the rest shows its end.
const playShare = 0.75

// show shows a new film on the screen, with the standing before it, and returns it for adding shots.
func (l *Loop) show(nth int, s shown) *film.Film {
	f := film.New(s.film.Info)
	now, _ := l.screen.Now()
	l.screen.Show(film.Showing{Game: nth, Film: f, Standing: now.Standing})
	return f
}

// feed shows one game after the other.
func (l *Loop) feed(ctx context.Context) error {
	for nth := 1; ; nth++ {
		var next shown
		var more bool
		select {
		case next, more = <-l.coming:
		case <-ctx.Done():
		}
		if !more {
			return nil
		}
		if err := l.unroll(ctx, nth, next); err != nil {
			return err
		}
	}
}

// unroll shows a finished game for its time: its shots, and then its end with the new standing.
func (l *Loop) unroll(ctx context.Context, nth int, s shown) error {
	begun, whole := time.Now(), l.Each
	f := l.show(nth, s)
	n, _ := s.film.Len()
	for i := range n {
		due := begun.Add(time.Duration(playShare * float64(whole) * float64(i) / float64(n)))
		if !live.Pause(ctx, time.Until(due)) {
			return nil
		}
		f.Append(s.film.Shot(i))
	}
	f.End(s.film.Ending())
	l.screen.Show(film.Showing{Game: nth, Film: f, Standing: s.standing})
	if l.Told != nil {
		if err := l.Told(f.Info, s.standing); err != nil {
			return err
		}
	}
	live.Pause(ctx, time.Until(begun.Add(whole)))
	return nil
}
