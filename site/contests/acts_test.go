package contests

import (
	"context"
	"errors"
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
