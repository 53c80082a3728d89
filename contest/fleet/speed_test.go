package fleet_test

import (
	"slices"
	"testing"
	"time"

	"agon/bot/lineup"
	"agon/contest/fleet"
	"agon/contest/fleet/member"
	"agon/contest/run"
	"agon/game"
)

// A worker that seems slow in a noisy moment is waited for by name, and plays the contest once it has been measured again. The run's
// watchdog does not end it meanwhile, though no game is played.
func TestASlowMomentIsMeasuredAgain(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.meant = 100 * time.Millisecond
	h.serve()
	measures := make(chan time.Duration)
	h.join(member.Options{
		Name: "noisy", Link: h.link.Worker("noisy", fleet.Classes("noisy")...), Calibrated: 200 * time.Millisecond,
		Measure: func() time.Duration {
			if took, more := <-measures; more {
				return took
			}
			return 100 * time.Millisecond
		},
		MeasureEvery: time.Millisecond,
		Opener:       func(k *game.Kind, _ run.Terms) *lineup.Opener { return opener(t, k) },
	})
	h.after("waits for worker noisy: its processor has 0.50 of this machine's speed, and at least 0.67 is needed",
		func() { close(measures) })
	r, err := run.Run(t.Context(), h.c, run.Options{Cores: -1, Remote: h.server, Note: h.note, Patience: time.Nanosecond})
	if err != nil || !r.Finished {
		t.Fatalf("finished: %v, %v", r.Finished, err)
	}
	same(t, results(t, h.c), want)
	if !h.noted("worker noisy gets games: measured again, its processor has 1.00 of this machine's speed") {
		t.Errorf("nobody says that the worker gets games: %q", h.notes)
	}
	if h.noted("is set aside") || slices.ContainsFunc(h.server.Workers(), func(w fleet.Worker) bool { return w.Aside != "" }) {
		t.Errorf("a worker is set aside: %q", h.notes)
	}
}
