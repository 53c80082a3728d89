package program

import (
	"testing"
	"time"

	"agon/bot"
)

// worker is a program whose processor time the test sets.
type worker struct {
	Life
	written time.Time
	cpu     time.Duration
}

func (w *worker) Written() time.Time { return w.written }
func (w *worker) CPU() time.Duration { return w.cpu }

// TestAMoveFoundLateIsMeasured: if agon was suspended while a bot worked, the time of the answer is unknown and the wall time is 0. The
// processor time is charged all the same.
func TestAMoveFoundLateIsMeasured(t *testing.T) {
	w := &worker{}
	l := &lane{player: &Player{}, talk: &talk{life: w}}
	l.watch.Process = w
	c := &bot.Call{Clock: true}
	l.watch.Begin(c)
	w.written, w.cpu = time.Now().Add(-5*time.Millisecond), 4*time.Millisecond
	l.took(c, 0)
	if c.CPU != 4*time.Millisecond || c.Charged() != 4*time.Millisecond {
		t.Errorf("it used 4 ms; %v are counted and %v charged", c.CPU, c.Charged())
	}
}
