package contests

import (
	"context"
	"errors"
	"os"
	"testing"

	"agon/contest"
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
			if a.Doing() != doing || a.Trouble() != "" {
				t.Errorf("%q, %q", a.Doing(), a.Trouble())
			}
			close(goes)
			until(t, "it has failed", func() bool { return a.Trouble() == doing+" it failed: its disk fails" })
			if err := h.become(t.Context(), a, Waiting, ""); err != nil || a.Trouble() != "" || a.Busy() != nil {
				t.Errorf("%q, %v, %v", a.Trouble(), a.Busy(), err)
			}
		})
	}
}
