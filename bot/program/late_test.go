package program

import (
	"testing"
	"time"

	"agon/bot"
)

// sent is the link of a program to which a prompt was written at a time that the test sets.
type sent struct {
	link
	at time.Time
}

func (s *sent) Written() time.Time { return s.at }

// TestAMoveFoundLateIsMeasured: if agon was suspended while a bot worked, the time of the answer is unknown and the wall time is 0. The
// processor time is charged all the same.
func TestAMoveFoundLateIsMeasured(t *testing.T) {
	var cpu time.Duration
	prompt, process := &sent{}, &bot.Process{CPU: func() time.Duration { return cpu }}
	l := &lane{player: &Player{}, talk: &talk{life: &living{link: prompt, process: process}}}
	l.watch.Process = process
	c := &bot.Call{Clock: true}
	l.watch.Begin(c)
	prompt.at, cpu = time.Now().Add(-5*time.Millisecond), 4*time.Millisecond
	l.took(c, 0)
	if c.CPU != 4*time.Millisecond || c.Charged() != 4*time.Millisecond {
		t.Errorf("it used 4 ms; %v are counted and %v charged", c.CPU, c.Charged())
	}
}
