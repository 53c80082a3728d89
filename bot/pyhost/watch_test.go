package pyhost

import (
	"encoding/binary"
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

// A frame of which the process reports almost nothing, though the kernel counts processor time for all of it, is charged at once; that its
// clock is wrong is reported only when it happens again, since the host of a virtual machine may have taken the time.
func TestALargeDifferenceConvictsTheSecondTime(t *testing.T) {
	const frame = 40 * time.Millisecond
	used := time.Duration(1) // not in ticks
	w := watch{process: &bot.Process{CPU: func() time.Duration { return used }}}
	for n, convicted := range []bool{false, true} {
		w.begin()
		used += frame
		x := w.end(frame, 4*time.Microsecond, 1)
		if x.disagrees != convicted || x.wall < frame*9/10 || x.cpu < frame*9/10 {
			t.Errorf("frame %d: %v of wall time and %v of processor time are charged, its times differ: %v", n, x.wall, x.cpu, x.disagrees)
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

// Frames that wait for a processor for longer than their calls take are neither charged nor held against the process, and neither is
// processor time that frames without calls use as well.
func TestWaitsAndDearFramesProveNothing(t *testing.T) {
	for _, tt := range []struct {
		name           string
		wall, cpu, one time.Duration // of a frame, and of one without calls
	}{
		{"waits", 29 * time.Millisecond, 60 * time.Microsecond, time.Microsecond},
		{"dear frames", 29 * time.Millisecond, 900 * time.Microsecond, 800 * time.Microsecond},
	} {
		used, charged := time.Duration(1), time.Duration(0)
		w := watch{process: &bot.Process{CPU: func() time.Duration { return used }, Several: func() bool { return false }},
			empty: func(int) time.Duration { return tt.one }}
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

// Windows that hide less than half of what the process reports convict it never, and neither do windows that hide little in all; a process
// that hides two thirds of its time is convicted. Each is charged what it hides.
func TestEvidenceIsASum(t *testing.T) {
	for _, tt := range []struct {
		name              string
		wall, cpu, inside time.Duration // of a frame
		frames            int
		marked            bool
	}{
		{"garbage freed between calls", 25 * time.Millisecond, 3 * time.Millisecond, 2 * time.Millisecond, 500, false},
		{"a few hundred microseconds, three times", 25 * time.Millisecond, 2 * time.Millisecond, 4 * time.Microsecond, 3, false},
		{"two thirds", 25 * time.Millisecond, 3 * time.Millisecond, time.Millisecond, 100, true},
	} {
		used, charged, marked := time.Duration(1), time.Duration(0), false
		w := watch{process: &bot.Process{CPU: func() time.Duration { return used }, Several: func() bool { return false }}}
		for range tt.frames {
			w.begin()
			used += tt.cpu
			x := w.end(tt.wall, tt.inside, 1)
			charged, marked = charged+tt.inside+x.wall, marked || x.disagrees
		}
		if marked != tt.marked {
			t.Errorf("%s: marked %v, want %v", tt.name, marked, tt.marked)
		}
		if charged < used*9/10 || charged > used*11/10 {
			t.Errorf("%s: %v are charged, of %v of processor time", tt.name, charged, used)
		}
	}
}

// On a busy machine a few milliseconds that the kernel counts and the process does not report, now and then, are charged and prove nothing:
// interrupts are counted as time of whoever runs. A process that hides more, or always, is convicted however long it waits, and one that
// does not wait for less.
func TestInterruptsOfABusyMachineProveNothing(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name               string
		wall, waits, hides time.Duration // of a frame
		each               int           // of so many frames one is such; the others hide nothing
		marked             bool
	}{
		{"interrupts while it waits for processors", 26 * ms, 20 * ms, 4 * ms, 15, false},
		{"more often on a calm machine", 26 * ms, ms, 4 * ms, 11, true},
		{"a forger while it waits for processors", 60 * ms, 40 * ms, 18 * ms, 1, true},
		{"a forger of little while it waits for processors", 26 * ms, 20 * ms, 5 * ms, 1, true},
		{"a forger on a calm machine", 26 * ms, ms, 4 * ms, 1, true},
	} {
		used, stalled, charged, marked := time.Duration(1), time.Duration(0), time.Duration(0), false
		w := watch{process: &bot.Process{
			CPU: func() time.Duration { return used }, Stalled: func() time.Duration { return stalled },
			Several: func() bool { return false },
		}, empty: func(int) time.Duration { return 30 * time.Microsecond }}
		hid := time.Duration(0)
		for n := range 200 {
			w.begin()
			if n%tt.each > 0 {
				used += 26 * ms
				charged += w.end(26*ms, 26*ms, 1).cpu
				continue
			}
			used, stalled, hid = used+tt.hides, stalled+tt.waits, hid+tt.hides
			x := w.end(tt.wall, 90*time.Microsecond, 1)
			charged, marked = charged+x.cpu, marked || x.disagrees
		}
		if marked != tt.marked || charged < hid*9/10 {
			t.Errorf("%s: marked %v, want %v; %v are charged, of %v that are hidden", tt.name, marked, tt.marked, charged, hid)
		}
	}
}

// TestChargedWithoutAClock: where no clock is in the rules, a move is charged its processor time and its sleeps, not its waits for a
// processor; with a clock in the rules its waits are those that the clock has read.
func TestChargedWithoutAClock(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name                      string
		clock                     bool
		wall, cpu, waits, charged time.Duration
	}{
		{"computes", false, 8 * ms, 8 * ms, 0, 8 * ms},
		{"waits for a processor", false, 28 * ms, 8 * ms, 20 * ms, 8 * ms},
		{"sleeps", false, 28 * ms, 8 * ms, 0, 28 * ms},
		{"waits and sleeps", false, 28 * ms, 8 * ms, 12 * ms, 16 * ms},
		{"waits of its tasks for each other", false, 28 * ms, 28 * ms, 20 * ms, 28 * ms},
		{"under a clock", true, 28 * ms, 8 * ms, 0, 28 * ms},
	} {
		var used, stalled time.Duration
		p := &Player{}
		host := &host{watch: watch{process: &bot.Process{CPU: func() time.Duration { return used },
			Stalled: func() time.Duration { return stalled }}}}
		p.group = &Group{players: []*Player{p}, host: host}
		call := &bot.Call{Clock: tt.clock}
		p.group.asked = []question{{p, call}}
		host.watch.begin()
		host.watch.expensive = time.Microsecond
		used, stalled = tt.cpu, tt.waits
		body := make([]byte, 4) // no text
		body = binary.LittleEndian.AppendUint64(body, uint64(tt.wall))
		body = binary.LittleEndian.AppendUint64(body, uint64(tt.cpu))
		if err := p.group.read(append(body, 0), tt.wall); err != nil {
			t.Fatal(err)
		}
		if got := call.Charged(); got != tt.charged || int64(call.Reply.Took) != tt.charged.Microseconds() {
			t.Errorf("%s: charged %v and %d µs, want %v", tt.name, got, call.Reply.Took, tt.charged)
		}
	}
}
