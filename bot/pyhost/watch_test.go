package pyhost

import (
	"testing"
	"time"

	"agon/bot"
)

// accounted is a process with the kernel's accounting that a test gives it.
type accounted struct {
	bot.Process
	cpu, stalled time.Duration
	sleeps       int64
}

func (a *accounted) CPU() time.Duration     { return a.cpu }
func (a *accounted) Stalled() time.Duration { return a.stalled }
func (a *accounted) Sleeps() (int64, bool)  { return a.sleeps, true }

// TestWatchOnABusyHost: a process that sleeps in its calls is convicted and charged for all of them although the host holds it up in one
// frame of three, and one that sleeps as often while the host explains all of its missing time is not.
func TestWatchOnABusyHost(t *testing.T) {
	const call, frames = 30 * time.Millisecond, 40
	play := func(heldUp func(frame int) bool) (charged time.Duration, convicted bool) {
		p := &accounted{sleeps: 100}
		w := watch{process: p}
		for i := range frames {
			w.begin()
			p.cpu += 100 * time.Microsecond
			p.sleeps += 2 // for the frame, and in the call
			if heldUp(i) {
				p.stalled += call
			}
			x := w.end(call, 300*time.Microsecond, 1)
			charged += 300*time.Microsecond + x.wall
			convicted = convicted || x.disagrees
		}
		return charged, convicted
	}
	if charged, convicted := play(func(i int) bool { return i%3 == 1 }); !convicted || charged < frames*call*95/100 {
		t.Errorf("convicted: %v, charged with %v of %v", convicted, charged, frames*call)
	}
	if charged, convicted := play(func(int) bool { return true }); convicted || charged > frames*time.Millisecond {
		t.Errorf("held up by the host: convicted: %v, charged with %v", convicted, charged)
	}
}
