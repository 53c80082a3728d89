package contests

import (
	"context"
	"errors"
	"testing"
	"time"

	"agon/show/report"
)

// TestFiguresAreComputedMeanwhile: who asks for the figures of a contest that is played, whose figures are asked for all along, gets those
// before at once while newer ones are computed; after a long pause the asker waits for newer ones.
func TestFiguresAreComputedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"cup": 1})
	old, newer, newest := &report.Figures{Kept: 1}, &report.Figures{Kept: 2}, &report.Figures{Kept: 3}
	begun, allowed, made := make(chan struct{}), make(chan struct{}), newer
	h := opened(t, dir, func(s *Setup) {
		s.Figures = func(context.Context, string) (*report.Figures, error) {
			if made == newer {
				close(begun)
				<-allowed
			}
			return made, nil
		}
	})
	defer h.close(t)
	c := h.find(t, "cup")
	c.mu.Lock()
	c.state, c.table = Playing, &Table{At: time.Now()}
	c.mu.Unlock()
	x := &c.figures
	x.is, x.old = old, time.Now().Add(time.Hour)
	ask := func() *report.Figures {
		t.Helper()
		f, err := h.Figures(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if ask() != old {
		t.Error("who asks waits for newer figures")
	}
	<-begun
	if ask() != old {
		t.Error("who asks while figures are computed gets others than those before")
	}
	close(allowed)
	until(t, "the newer figures", func() bool { return ask() == newer })

	x.mu.Lock() // their computation has ended
	made = newest
	x.mu.Unlock()
	c.mu.Lock()
	c.table = &Table{At: time.Now().Add(time.Second)}
	c.mu.Unlock()
	x.known.Lock()
	x.due, x.old = time.Time{}, time.Time{}
	x.known.Unlock()
	if ask() != newest {
		t.Error("who asks after a long pause gets old figures")
	}
	c.mu.Lock()
	c.state = Waiting // it has never been played
	c.mu.Unlock()
}

// TestFiguresThatFail: figures that cannot be computed are an error for who waits for them, and are not tried again and again.
func TestFiguresThatFail(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"cup": 1})
	tries := make(chan string, 10)
	told := make(chan string, 10)
	h := opened(t, dir, func(s *Setup) {
		s.Figures = func(context.Context, string) (*report.Figures, error) {
			tries <- ""
			return nil, errors.New("the ledger is damaged")
		}
		s.Log = func(_, text string) { told <- text }
	})
	defer h.close(t)
	c := h.find(t, "cup")
	c.mu.Lock()
	c.table = &Table{At: time.Now()}
	c.mu.Unlock()
	if _, err := h.Figures(t.Context(), c); err == nil {
		t.Error("no error")
	}
	<-tries
	c.mu.Lock()
	c.state = Playing
	c.mu.Unlock()
	x := &c.figures
	x.known.Lock()
	x.is, x.due, x.old = &report.Figures{}, time.Time{}, time.Now().Add(time.Hour)
	x.known.Unlock()
	if f, err := h.Figures(t.Context(), c); f == nil || err != nil {
		t.Errorf("%v %v", f, err)
	}
	if text := <-told; text != "compute its figures: the ledger is damaged" {
		t.Error(text)
	}
	x.known.Lock()
	if !x.due.After(time.Time{}) {
		t.Error("they are computed again at once")
	}
	x.known.Unlock()
	c.mu.Lock()
	c.state = Waiting
	c.mu.Unlock()
}
