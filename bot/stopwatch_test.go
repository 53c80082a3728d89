package bot

import (
	"testing"
	"time"
)

// account is a Host, and the counters of a process, whose values the test sets.
type account struct {
	cpu, stalled, paused time.Duration
	waits                bool
}

func (a *account) Paused() time.Duration { return a.paused }

func (a *account) watch() *Stopwatch {
	return &Stopwatch{Process: &Process{
		CPU: func() time.Duration { return a.cpu }, Stalled: func() time.Duration { return a.stalled },
		Queued: func() bool { return a.waits },
	}}
}

func TestStopwatch(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name                   string
		cpu, stall, pause      time.Duration
		wall                   time.Duration
		wantStall, wantCharged time.Duration
	}{
		{"thinks alone", 20 * ms, 0, 0, 20 * ms, 0, 20 * ms},
		{"shares its processor with others", 20 * ms, 80 * ms, 0, 100 * ms, 80 * ms, 20 * ms},
		{"sleeps", 0, 0, 0, 150 * ms, 0, 150 * ms},
		{"sleeps beside its own busy children", 150 * ms, 6000 * ms, 0, 150 * ms, 0, 150 * ms},
		{"sleeps while agon is stopped", 0, 0, 3000 * ms, 3150 * ms, 3000 * ms, 150 * ms},
		{"answers while agon is stopped", 20 * ms, 0, 3000 * ms, 3000 * ms, 2980 * ms, 20 * ms},
		{"uses two processors", 40 * ms, 0, 0, 20 * ms, 0, 40 * ms},
	} {
		a := &account{}
		w := a.watch()
		c := &Call{Clock: true, Host: a}
		w.Begin(c)
		a.cpu, a.stalled, a.paused = tt.cpu, tt.stall, tt.pause
		w.Measure(c, tt.wall)
		if c.Stall != tt.wantStall || c.Charged() != tt.wantCharged {
			t.Errorf("%s: held up for %v, charged %v; want %v, %v", tt.name, c.Stall, c.Charged(), tt.wantStall, tt.wantCharged)
		}
	}
}

// A silent bot is given up when its own time is over. While it waits for a processor it is given more time, because the kernel counts that
// wait only once it is over.
func TestSilenceIsGivenUpByItsOwnTime(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name       string
		cpu, stall time.Duration
		waits      bool
		wall       time.Duration
		left       time.Duration
	}{
		{"has time", 10 * ms, 0, false, 40 * ms, 60 * ms},
		{"sleeps", 10 * ms, 0, false, 100 * ms, 0},
		{"was held up", 10 * ms, 50 * ms, false, 100 * ms, 50 * ms},
		{"waits for its processor", 10 * ms, 0, true, 100 * ms, queue},
		{"has used its time up", 100 * ms, 0, true, 100 * ms, 0},
		{"waits for its processor beyond the bound", 10 * ms, 0, true, 40 * time.Second, queue},
		{"sleeps beyond the bound", 10 * ms, 40 * time.Second, false, 11 * time.Second, 0},
		{"is held up for ever", 10 * ms, time.Hour, true, time.Hour, 0},
	} {
		a := &account{waits: tt.waits}
		w := a.watch()
		c := &Call{Clock: true, Host: a, Limit: 100 * ms}
		w.Begin(c)
		a.cpu, a.stalled = tt.cpu, tt.stall
		if got := w.Left(c, tt.wall); got != tt.left {
			t.Errorf("%s: %v are left, want %v", tt.name, got, tt.left)
		}
	}
	a := &account{waits: true}
	w := a.watch()
	c := &Call{Clock: true, Host: a, Limit: 100 * ms}
	w.Begin(c)
	if w.Left(c, 100*ms) <= 0 {
		t.Error("it is not awaited")
	}
	a.cpu = 50 * ms
	if w.Left(c, 110*ms) > 0 {
		t.Error("it has a processor and is awaited all the same")
	}
}

// A call that ends at the upper bound while its bot waits for a processor was ended by the host.
func TestTheFarGuardBlamesTheHost(t *testing.T) {
	const ms = time.Millisecond
	for waits, stall := range map[bool]time.Duration{true: time.Hour - 10*ms, false: 0} {
		a := &account{waits: waits}
		w := a.watch()
		c := &Call{Clock: true, Host: a, Limit: 100 * ms}
		w.Begin(c)
		a.cpu = 10 * ms
		if left := w.Left(c, time.Hour); left > 0 || c.Stall != stall {
			t.Errorf("waiting for a processor is %v: %v are left, and it was held up for %v, not %v", waits, left, c.Stall, stall)
		}
	}
}
