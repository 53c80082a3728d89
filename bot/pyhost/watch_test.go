package pyhost

import (
	"testing"
	"time"

	"agon/bot"
)

// TestSleepInAnOrder has a watched process sleep while it constructs a bot, which proves nothing, and then in a frame.
func TestSleepInAnOrder(t *testing.T) {
	w := watch{process: &bot.Process{Asleep: func() bool { return true }}, watched: 1, began: true}
	if w.asleep() {
		t.Error("a process that slept in an order counts as asleep in a frame")
	}
	w.begin()
	if !w.asleep() {
		t.Error("a process that sleeps in a frame is not seen asleep")
	}
	w.end(0, 0, 1)
	if w.asleep() {
		t.Error("a process that slept in the order after a frame counts as asleep in the frame")
	}
}

// A frame of which the process reports almost nothing, though the kernel counts processor time for all of it, is charged at once; that its clock is
// wrong is said only when it happens again, since the host of a virtual machine may have taken the time.
func TestALargeDifferenceConvictsTheSecondTime(t *testing.T) {
	const frame = 40 * time.Millisecond
	used := time.Duration(1) // not in ticks
	w := watch{process: &bot.Process{CPU: func() time.Duration { return used }}}
	for n, convicted := range []bool{false, true} {
		w.begin()
		used += frame
		x := w.end(frame, 4*time.Microsecond, 1)
		if x.disagrees != convicted || x.wall < frame*9/10 || x.cpu < frame*9/10 {
			t.Errorf("frame %d: %v of wall time and %v of processor time are charged, its clock disagrees: %v", n, x.wall, x.cpu, x.disagrees)
		}
		for range 5 { // honest frames between
			w.begin()
			used += frame
			if x := w.end(frame, frame, 1); x != (excess{}) {
				t.Errorf("an honest frame is charged %+v", x)
			}
		}
	}
}

// Frames that wait for a processor for longer than their calls take are neither charged nor held against the process, and neither is processor time that
// frames without calls use as well.
func TestWaitsAndDearFramesProveNothing(t *testing.T) {
	for _, tt := range []struct {
		name           string
		wall, cpu, one time.Duration // of a frame, and of one without calls
	}{
		{"waits", 29 * time.Millisecond, 60 * time.Microsecond, time.Microsecond},
		{"dear frames", 29 * time.Millisecond, 900 * time.Microsecond, 800 * time.Microsecond},
	} {
		used, charged := time.Duration(1), time.Duration(0)
		w := watch{process: &bot.Process{CPU: func() time.Duration { return used }, Several: func() bool { return false }}, empty: func(int) time.Duration { return tt.one }}
		for range 100 {
			w.begin()
			used += tt.cpu
			x := w.end(tt.wall, 4*time.Microsecond, 1)
			if charged += x.wall; x.disagrees {
				t.Fatalf("%s: a frame marks the process: %+v", tt.name, x)
			}
		}
		if charged > used {
			t.Errorf("%s: %v are charged, of %v of processor time", tt.name, charged, used)
		}
	}
}
