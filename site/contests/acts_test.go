package contests

import (
	"context"
	"errors"
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
