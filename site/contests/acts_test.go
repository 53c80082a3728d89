package contests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/games/all"
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
		s.Open = func(ctx context.Context, _ string) (*contest.Contest, error) {
			err := ctx.Err()
			first.Do(func() {
				close(opens)
				<-goes
				err = errors.New("it was stopped")
			})
			if err == nil {
				<-ctx.Done() // it plays on
				err = ctx.Err()
			}
			return nil, err
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

// TestAChangeOfTheFileAnswersAtOnce: the file of a contest with many games is compared with them after the answer, and a refusal is said.
func TestAChangeOfTheFileAnswersAtOnce(t *testing.T) {
	h, a, run := beingPlayed(t)
	a.play(nil)
	goes := make(chan struct{})
	h.setup.Amend = func(context.Context, string) (*contest.Contest, error) { return run, nil }
	h.setup.Fits = func(ctx context.Context, _ *contest.Contest, _ *config.File) ([]string, error) {
		<-goes
		if err := ctx.Err(); err != nil { // who asked has gone
			return nil, err
		}
		return nil, &contest.Conflict{Text: "the seed is another"}
	}
	text, err := a.Text()
	if err != nil {
		t.Fatal(err)
	}
	f, err := config.Parse(a.Path, text)
	if err != nil {
		t.Fatal(err)
	}
	asked, left := context.WithCancel(t.Context())
	refused := func([]string) error { t.Error("it is changed"); return nil }
	if err := h.Rewrite(asked, a, append(text, '\n'), f, refused); err != nil || a.Doing() != "changing the file" {
		t.Errorf("%v, it is %q", err, a.Doing())
	}
	left()
	var conflict *Conflict
	if err := h.Rewrite(t.Context(), a, text, f, refused); !errors.As(err, &conflict) {
		t.Error(err)
	}
	close(goes)
	until(t, "it was tried", func() bool { return a.Doing() == "" })
	if got := undone(a); !strings.HasPrefix(got, "changing the file: This would take results back: the seed is another.") {
		t.Error(got)
	}
	if now, err := a.Text(); err != nil || string(now) != string(text) {
		t.Errorf("%v, the file is\n%s", err, now)
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

// TestADecisionAnswersAtOnce: a decision about a bot does not wait for a run whose games do not end. Until the run has taken it, it is
// being taken, other acts are free, and what is wrong with it then is said.
func TestADecisionAnswersAtOnce(t *testing.T) {
	for name, refused := range map[string]error{"taken": nil, "refused": errors.New("two is already withdrawn")} {
		t.Run(name, func(t *testing.T) {
			h, a, run := beingPlayed(t)
			done := make(chan struct{})
			bar := contest.Decision{What: store.Barred, Bot: "two", Why: "it cheats"}
			if err := h.Decide(t.Context(), a, bar, func() error { close(done); return nil }); err != nil {
				t.Fatal(err)
			}
			var conflict *Conflict
			if err := h.Decide(t.Context(), a, bar, nil); !errors.As(err, &conflict) || a.DecidingOn("two") != "disqualifying two" ||
				len(a.Deciding()) != 1 || a.DecidingOn("one") != "" || a.Busy() != nil {
				t.Errorf("%v, %q, %v", err, a.Deciding(), a.Busy())
			}
			if err := run.Reply(t.Context(), requested(t, run), refused); err != nil {
				t.Fatal(err)
			}
			until(t, "it is decided", func() bool { return len(a.Deciding()) == 0 })
			if refused == nil {
				<-done
			} else if got := undone(a); got != "disqualifying two: Two is already withdrawn." {
				t.Error(got)
			}
		})
	}
}

// TestADecisionOutlivesItsRun: what a run has not taken when it ends is stored without it, once.
func TestADecisionOutlivesItsRun(t *testing.T) {
	h, a, run := beingPlayed(t)
	done := make(chan struct{})
	h.setup.Amend = func(context.Context, string) (*contest.Contest, error) { return run, nil }
	bar := contest.Decision{What: store.Barred, Bot: "two", Why: "it cheats"}
	if err := h.Decide(t.Context(), a, bar, func() error { close(done); return nil }); err != nil {
		t.Fatal(err)
	}
	requested(t, run)
	a.play(nil)
	<-done
	again, err := prepare(t.Context(), a.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	left, err := again.Requests(t.Context())
	if out := again.Out(slices.IndexFunc(again.Entries, func(e lineup.Entry) bool { return e.Name == "two" })); err != nil ||
		len(left) != 0 || out != "disqualified: it cheats" {
		t.Errorf("%+v, %v, %q", left, err, out)
	}
}

// TestADecisionIsRequestedOnce: what a run has not taken when another process plays its contest is requested once: that process takes it.
func TestADecisionIsRequestedOnce(t *testing.T) {
	h, a, run := beingPlayed(t)
	done := make(chan struct{})
	h.setup.Amend = func(context.Context, string) (*contest.Contest, error) {
		return nil, &contest.Conflict{Text: "it is played"}
	}
	h.setup.Beside = func(ctx context.Context, dir string) (store.Store, error) { return ledgers.Ledgers{}.Open(ctx, dir) }
	bar := contest.Decision{What: store.Barred, Bot: "two", Why: "it cheats"}
	if err := h.Decide(t.Context(), a, bar, func() error { close(done); return nil }); err != nil {
		t.Fatal(err)
	}
	requested(t, run)
	a.play(nil)
	<-done
	requested(t, run)
}

// TestReportsFollowTheDescription: the report of a contest that is not played follows its file at once, and is written for nothing else.
func TestReportsFollowTheDescription(t *testing.T) {
	h, a, run := beingPlayed(t)
	a.play(nil)
	run.Close()
	told := ""
	h.answers = time.Minute
	stored := &folders.Folders{Kinds: all.Find, Formats: formats.Formats,
		Ledgers: func() (ledgers.Ledgers, error) { return ledgers.Ledgers{}, nil }}
	h.setup.Amend = stored.Amend
	h.setup.Fits = func(context.Context, *contest.Contest, *config.File) ([]string, error) { return nil, nil }
	h.setup.Amended = func(_ context.Context, c *contest.Contest, _ *contest.Result) error {
		told += c.File.Name + ": " + c.File.Description + "; "
		return nil
	}
	text, err := a.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, about := range []string{"In the *hall*.", "In the *hall*.", ""} {
		now := append(fmt.Appendf(nil, "description = %q\n", about), text...)
		f, err := config.Parse(a.Path, now)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Rewrite(t.Context(), a, now, f, func([]string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if told != "contest: In the *hall*.; contest: ; " {
		t.Error(told)
	}
}

// requested returns the number of the one request that a run has to answer, once there is one.
func requested(t *testing.T, run *contest.Contest) (number string) {
	t.Helper()
	until(t, "it is requested", func() bool {
		list, err := run.Requests(t.Context())
		if err != nil || len(list) > 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		if len(list) == 1 {
			number = list[0].Number
		}
		return len(list) == 1
	})
	return number
}

// beingPlayed returns a contest that is open as it is during a turn, by a run that does nothing.
func beingPlayed(t *testing.T) (*hall, *Contest, *contest.Contest) {
	t.Helper()
	dir := t.TempDir()
	writeContests(t, dir, map[string]int{"a": 2})
	h := opened(t, dir, nil)
	h.answers = 0
	a := h.find(t, "a")
	run, err := prepare(t.Context(), a.Path)
	if err != nil {
		t.Fatal(err)
	}
	a.play(run)
	t.Cleanup(func() {
		a.play(nil)
		h.close(t)
		run.Close()
	})
	return h, a, run
}
