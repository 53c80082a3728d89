package fleet_test

import (
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest/fleet"
	"agon/contest/fleet/member"
	"agon/contest/run"
	"agon/game"
)

// joinWithout starts a worker on a machine that has no Python.
func (h *hall) joinWithout(name string) {
	h.join(member.Options{Name: name, Link: h.link.Worker(name, fleet.Classes(name)...),
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python("/none/python3"), Launcher: sandbox.Plain(), Log: bot.NewLog(0),
				Cache: h.t.TempDir()}
		}})
}

// after calls do once the text was noted.
func (h *hall) after(text string, do func()) {
	ctx := h.t.Context()
	go func() {
		for !h.noted(text) {
			if ctx.Err() != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
		do()
	}()
}

// A worker that lacks the language of a bot plays the games of the others, and only those.
func TestGamesGoToWorkersThatCanPlayThem(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.joinWithout("built-in")
	h.after("worker built-in cannot play walker, and gets no more of its games", func() { h.worker("python", nil) })
	same(t, h.play(), want)
	for _, w := range h.server.Workers() {
		if w.Aside != "" || w.Played == 0 {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
}

// Games that no worker can play, where no core of the contest's machine plays, are shown to wait. They are played when a worker comes that
// can.
func TestGamesThatNobodyCanPlayAreNamed(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, time.Second)
	h.joinWithout("built-in")
	h.after("wait: no worker that is here can play all of them", func() { h.worker("python", nil) })
	same(t, h.play(), want)
}

// A worker that a contest does not admit gets none of its games and reads why.
func TestWorkersThatAreNotAdmitted(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.admit = func(s *fleet.State) string {
		if s.Level == "none" {
			return "its sandbox is none"
		}
		return ""
	}
	h.serve()
	h.join(member.Options{Name: "open", Level: "none", Link: h.link.Worker("open", fleet.Classes("open")...),
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return opener(t, k) }})
	h.after("open: Cup gives this worker no games: its sandbox is none", func() { h.worker("closed", nil) })
	same(t, h.play(), want)
	for _, w := range h.server.Workers() {
		if w.Aside != "" || (w.Played == 0) != (w.Name == "open") {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
}
