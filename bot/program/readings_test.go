package program_test

import (
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/sandbox"
	"agon/game"
)

// A bookkeeper is a launcher whose processes report counters that grow by a step with every reading. They do not report when they wait for
// input, since a wait for that reads the counters too.
type bookkeeper struct {
	bot.Launcher
	cpu, stalled time.Duration // steps
}

func (b bookkeeper) Start(c bot.Command) (*bot.Process, error) {
	p, err := b.Launcher.Start(c)
	if err != nil {
		return nil, err
	}
	booked := *p
	var cpu, stalled time.Duration
	booked.CPU = func() time.Duration { cpu += b.cpu; return cpu }
	booked.Stalled = func() time.Duration { stalled += b.stalled; return stalled }
	booked.Awaits = nil
	return &booked, nil
}

// slowly is a program that answers prompts of the agon protocol with numbers, each after a delay.
const slowly = `read hello; n=0; while read prompt; do sleep 0.02; n=$((n+1)); echo $n; done`

// TestReadings: if the launcher measures a program, its processor time is recorded, and the host's stalls too, whether the rules have a
// clock or not; time in which the program's own tree had the processor is not the host's.
func TestReadings(t *testing.T) {
	for _, tt := range []struct {
		name          string
		clock         bool
		book          bookkeeper
		stall, charge func(c *bot.Call) time.Duration
	}{
		{"no clock", false, bookkeeper{sandbox.Plain(), 3 * time.Millisecond, 2 * time.Millisecond},
			func(*bot.Call) time.Duration { return 2 * time.Millisecond },
			func(c *bot.Call) time.Duration { return c.Wall - 2*time.Millisecond }},
		{"held up", true, bookkeeper{sandbox.Plain(), 3 * time.Millisecond, 2 * time.Millisecond},
			func(*bot.Call) time.Duration { return 2 * time.Millisecond },
			func(c *bot.Call) time.Duration { return c.Wall - 2*time.Millisecond }},
		{"a tree that holds itself up", true, bookkeeper{sandbox.Plain(), time.Hour, time.Hour},
			func(*bot.Call) time.Duration { return 0 }, func(*bot.Call) time.Duration { return time.Hour }},
		{"held up all the time", true, bookkeeper{sandbox.Plain(), time.Millisecond, time.Hour},
			func(c *bot.Call) time.Duration { return c.Wall - time.Millisecond },
			func(*bot.Call) time.Duration { return time.Millisecond }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := counting(game.Launch{Form: game.Lines}, game.Clock{})
			set := config(shell(slowly), k.Launch)
			set.Launcher = tt.book
			p := program.NewAgon(set)
			closing(t, p)
			table := deal(t, k, nil)
			p.Sit(0, table, 0)
			var cpu time.Duration
			for n := 0; !table.Over(); n++ {
				call := &bot.Call{Table: table, Limit: time.Hour, Clock: tt.clock}
				ask(p, call)
				cpu += call.CPU
				if want := tt.stall(call); call.Stall != want {
					t.Errorf("move %d: held up for %v, not %v", n, call.Stall, want)
				}
				if want := tt.charge(call); call.Charged() != want || call.Reply.Took != game.Micros((want+500)/1000) {
					t.Errorf("move %d: %v are charged, not %v", n, call.Charged(), want)
				}
				if call.Reply.Fault != game.NoFault {
					t.Errorf("move %d: %v: %s", n, call.Reply.Fault, call.Reply.Note)
				}
				table.Step()
			}
			p.Leave(0)
			if cpu == 0 {
				t.Error("no processor time was noted")
			}
		})
	}
}

// TestWhatTheHostHoldsUpExtendsTheWait: a program is given up when its own time is over, even if the wall time was over earlier.
func TestWhatTheHostHoldsUpExtendsTheWait(t *testing.T) {
	for _, tt := range []struct {
		name   string
		source string
		book   bookkeeper
		fault  game.Fault
	}{
		{"its own time", "exec sleep 1000", bookkeeper{sandbox.Plain(), 1, 0}, game.Late}, // a busy host gets to a shorter sleep too late
		{"the host's", slowly, bookkeeper{sandbox.Plain(), 1, time.Hour}, game.NoFault},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := counting(game.Launch{Form: game.Lines}, game.Clock{})
			set := config(shell(tt.source), k.Launch)
			set.Launcher = tt.book
			p := program.NewAgon(set)
			closing(t, p)
			table := deal(t, k, nil)
			p.Sit(0, table, 0)
			defer p.Leave(0)
			call := &bot.Call{Table: table, Limit: time.Millisecond, Clock: true}
			ask(p, call)
			if call.Reply.Fault != tt.fault {
				t.Errorf("%v: %s", call.Reply.Fault, call.Reply.Note)
			}
		})
	}
}
