package looping

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agon/internal/wholefile"
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
		if !pause(ctx, time.Until(due)) {
			return nil
		}
		f.Append(s.film.Shot(i))
	}
	f.End(s.film.Ending())
	l.screen.Show(film.Showing{Game: nth, Film: f, Standing: s.standing})
	if l.Shown != nil {
		if err := l.Shown(f.Info, s.standing); err != nil {
			return err
		}
	}
	pause(ctx, time.Until(begun.Add(whole)))
	return nil
}

// keptReplays is a folder to which a loop writes the replay of each game, under the first free number.
type keptReplays struct {
	dir  string
	next int
}

// openReplays makes the folder and finds the first free number. Existing files are never replaced.
func openReplays(dir string) (*keptReplays, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the replays: %w", err)
	}
	k := &keptReplays{dir: dir, next: 1}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the folder of the replays: %w", err)
	}
	for _, f := range files {
		var n int
		if _, err := fmt.Sscanf(f.Name(), "game-%d.agon", &n); err == nil {
			k.next = max(k.next, n+1)
		}
	}
	return k, nil
}

// keep writes a replay.
func (k *keptReplays) keep(packed []byte) error {
	name := filepath.Join(k.dir, fmt.Sprintf("game-%04d.agon", k.next))
	if err := wholefile.WriteBytes(name, packed); err != nil {
		return fmt.Errorf("write a replay: %w", err)
	}
	k.next++
	return nil
}

// pause waits for d. It returns false if ctx was done first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
