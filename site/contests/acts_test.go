package contests

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"agon/contest"
	"agon/contest/store"
)

// TestAPauseAnswersAtOnce: a pause does not wait for games that do not stop. Until they have, the contest is being paused, and other acts
// are refused.
func TestAPauseAnswersAtOnce(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"a": 300})
	opens, goes := make(chan struct{}), make(chan struct{})
	h := opened(t, dir, func(s *Setup) {
		s.Open = func(context.Context, string) (*contest.Contest, error) {
			close(opens)
			<-goes
			return nil, errors.New("it was paused")
		}
	})
	defer h.close(t)
	h.answers = 0
	a := h.find(t, "a")
	if err := h.Start(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	<-opens
	if err := h.Pause(t.Context(), a, "the hall closes"); err != nil {
		t.Fatal(err)
	}
	var conflict *Conflict
	if state, why, _ := a.State(); state != Paused || why != "the hall closes" || a.Doing() != "pausing" ||
		!errors.As(a.Busy(), &conflict) {
		t.Errorf("%s, %q, %q, %v", state, why, a.Doing(), a.Busy())
	}
	close(goes)
	until(t, "it is paused", func() bool { return a.Busy() == nil })
	if state, _, _ := a.State(); state != Paused {
		t.Error(state)
	}
}

// TestAnEndAnswersAtOnce: the end of a contest does not wait for games that do not stop; it is over at once, and is reopened when they
// have.
func TestAnEndAnswersAtOnce(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"a": 300})
	opens, goes := make(chan struct{}), make(chan struct{})
	h := opened(t, dir, func(s *Setup) {
		s.Open = func(context.Context, string) (*contest.Contest, error) {
			close(opens)
			<-goes
			return nil, errors.New("it was ended")
		}
	})
	defer h.close(t)
	h.answers = 0
	a := h.find(t, "a")
	if err := h.Start(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	<-opens
	if err := h.End(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	var conflict *Conflict
	if state, _, _ := a.State(); state != Over || a.Doing() != "ending" || !errors.As(h.Reopen(t.Context(), a), &conflict) {
		t.Errorf("%s, %q", state, a.Doing())
	}
	close(goes)
	until(t, "it has ended", func() bool { return a.Busy() == nil })
	if err := h.Reopen(t.Context(), a); err != nil {
		t.Error(err)
	}
}

// TestPlayingAgainAnswersAtOnce: games are played again when those that are being played have stopped, and what is wrong with that then is
// said.
func TestPlayingAgainAnswersAtOnce(t *testing.T) {
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"a": 300})
	opens, goes := make(chan struct{}), make(chan struct{})
	var first sync.Once
	h := opened(t, dir, func(s *Setup) {
		s.Open = func(context.Context, string) (*contest.Contest, error) {
			first.Do(func() { close(opens) }) // it plays on
			<-goes
			return nil, errors.New("it was stopped")
		}
		s.Amend = nil
	})
	defer h.close(t)
	h.answers = 0
	a := h.find(t, "a")
	if err := h.Start(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	<-opens
	if err := h.Again(t.Context(), a, contest.Decision{What: store.Again, Games: []int{0}}, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if a.Doing() != "playing games again" {
		t.Errorf("it is %q", a.Doing())
	}
	close(goes)
	until(t, "it was tried", func() bool { what, _ := a.Undone(); return what != "" })
	if what, why := a.Undone(); what != "playing games again" || !strings.Contains(why, "No game has been played yet") {
		t.Errorf("%q: %q", what, why)
	}
}

// undone returns what was not done with a contest, and why; empty: nothing.
func undone(c *Contest) string {
	what, why := c.Undone()
	if what == "" {
		return ""
	}
	return what + ": " + why
}

// TestWhatFailsAfterItsAnswerIsSeen: an act that fails after it has been answered is the contest's trouble until it changes again.
func TestWhatFailsAfterItsAnswerIsSeen(t *testing.T) {
	for doing, act := range map[string]func(h *hall, c *Contest) error{
		"pausing": func(h *hall, c *Contest) error { return h.Pause(t.Context(), c, "the hall closes") },
		"ending":  func(h *hall, c *Contest) error { return h.End(t.Context(), c) },
	} {
		t.Run(doing, func(t *testing.T) {
			dir := t.TempDir()
			writeContests(t, dir, map[string]int{"a": 300})
			goes := make(chan struct{})
			h := opened(t, dir, func(s *Setup) {
				s.Open = func(ctx context.Context, _ string) (*contest.Contest, error) {
					<-ctx.Done()
					return nil, ctx.Err()
				}
				s.Amend = func(context.Context, string) (*contest.Contest, error) {
					<-goes
					return nil, errors.New("its disk fails")
				}
			})
			defer h.close(t)
			h.answers = 0
			a := h.find(t, "a")
			if err := errors.Join(os.MkdirAll(a.Dir(), 0o755), h.Start(t.Context(), a), act(h, a)); err != nil {
				t.Fatal(err)
			}
			if a.Doing() != doing || undone(a) != "" {
				t.Errorf("%q, %q", a.Doing(), undone(a))
			}
			close(goes)
			until(t, "it has failed", func() bool { return undone(a) == doing+": its disk fails" })
			if err := h.become(t.Context(), a, Waiting, ""); err != nil || undone(a) != "" || a.Busy() != nil {
				t.Errorf("%q, %v, %v", undone(a), a.Busy(), err)
			}
		})
	}
}
