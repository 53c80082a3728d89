package program_test

import (
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/game"
)

// A bookkeeper is a launcher whose processes keep an account that grows by a step with every reading.
type bookkeeper struct{ bot.Plain }

type booked struct {
	bot.Process
	cpu, stalled time.Duration
}

func (b bookkeeper) Start(c bot.Command) (bot.Process, error) {
	p, err := b.Plain.Start(c)
	if err != nil {
		return nil, err
	}
	return &booked{Process: p}, nil
}

func (b *booked) CPU() time.Duration     { b.cpu += 3 * time.Millisecond; return b.cpu }
func (b *booked) Stalled() time.Duration { b.stalled += 2 * time.Millisecond; return b.stalled }

// TestReadings: a program whose launcher keeps an account has its processor time noted, and where moves can be late, how long the host
// held it up in each of them.
func TestReadings(t *testing.T) {
	for _, clock := range []bool{true, false} {
		k := counting(game.Launch{Form: game.Lines}, game.Clock{})
		c, _ := writing(t, "1", "2", "3", "4")
		set := config(c, k.Launch)
		set.Launcher = bookkeeper{}
		p := program.NewAgon(set)
		closing(t, p)
		table := deal(t, k, nil)
		p.Sit(0, table, 0)
		var cpu time.Duration
		for n := 0; !table.Over(); n++ {
			call := &bot.Call{Table: table, Limit: long, Clock: clock}
			ask(p, call)
			cpu += call.CPU
			if want := map[bool]time.Duration{true: 2 * time.Millisecond}[clock]; call.Stall != want {
				t.Errorf("clock %v, move %d: held up for %v, not %v", clock, n, call.Stall, want)
			}
			table.Step()
		}
		p.Rise(0)
		if cpu == 0 {
			t.Error("no processor time was noted")
		}
	}
}
