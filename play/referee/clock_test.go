package referee_test

import (
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/tron"
)

// onClock returns a scene of one game of Tron with two players, whose first move has one second.
func onClock(t *testing.T) *scene {
	t.Helper()
	s := newScene(t, 2, 1, 1)
	s.Kind = game.New(tron.Spec)
	settings, err := s.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Settings, s.VoidStalled = settings, true
	return s
}

// TestWhoseDoingIsALateAnswer: time is charged unless the host held the bot up, and a game that the host may have decided is void.
func TestWhoseDoingIsALateAnswer(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name                  string
		wall, cpu, stall      time.Duration
		killed                bool
		processor, noVoids    bool
		slowness              float64
		late, excused, voided bool
	}{
		{name: "in time", wall: 900 * ms, cpu: 100 * ms},
		{name: "late by itself", wall: 1500 * ms, cpu: 100 * ms, late: true},
		{name: "late by the host", wall: 1500 * ms, cpu: 100 * ms, stall: 1400 * ms, excused: true},
		{name: "late by both", wall: 1500 * ms, cpu: 1200 * ms, stall: 300 * ms, late: true},
		{name: "killed for its silence", wall: 1000 * ms, killed: true, late: true},
		{name: "killed, with an unknown outcome", wall: 1500 * ms, cpu: 100 * ms, stall: 400 * ms, killed: true, voided: true},
		{name: "the same, with games that must stand", wall: 1500 * ms, cpu: 100 * ms, stall: 400 * ms, killed: true, noVoids: true,
			late: true},
		{name: "killed with all its time used", wall: 1500 * ms, cpu: 1000 * ms, stall: 500 * ms, killed: true, late: true},
		{name: "sleeps by the processor's clock", wall: 1500 * ms, cpu: 10 * ms, processor: true},
		{name: "late on a slow processor", wall: 1700 * ms, slowness: 1.6, late: true},
		{name: "in time on a slow processor", wall: 1500 * ms, slowness: 1.6},
		{name: "late by a slowness below 1", wall: 1100 * ms, slowness: 0.5, late: true},
		{name: "computes by the processor's clock", wall: 1500 * ms, cpu: 1100 * ms, processor: true, late: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := onClock(t)
			s.Processor, s.VoidStalled, s.Slowness = tt.processor, !tt.noVoids, tt.slowness
			var first *bot.Call
			s.fakePlayers[0].answer = func(c *bot.Call) {
				if first != nil {
					return
				}
				first = &bot.Call{}
				c.Wall, c.CPU, c.Stall = tt.wall, tt.cpu, tt.stall
				c.Reply.Out = append(c.Reply.Out[:0], "UP"...)
				if tt.killed {
					c.Reply.Fault, c.Reply.Note = game.Late, "it gave no answer"
				}
				first = c
			}
			excused := false
			s.fakePlayers[1].answer = func(*bot.Call) { excused = excused || first != nil && first.Excused }
			s.mustPlay(t)
			late := len(s.faults) > 0 && strings.HasPrefix(s.faults[0], "game 0 turn 0 seat 0: late")
			if late != tt.late || excused != tt.excused || len(s.again) > 0 != tt.voided {
				t.Errorf("late %v, excused %v, void %v; %q", late, excused, len(s.again) > 0, s.faults)
			}
			if tt.voided && (!s.again[0].Voided || s.again[0].Tries != 1) {
				t.Errorf("to be replayed is %+v", s.again[0])
			}
		})
	}
}

// TestVoidGamesEnd: a game that is void repeatedly counts in the end, with its fault.
func TestVoidGamesEnd(t *testing.T) {
	s := onClock(t)
	s.left[0].Tries = 2
	s.fakePlayers[0].answer = func(c *bot.Call) {
		c.Wall, c.Stall = 1500*time.Millisecond, 400*time.Millisecond
		c.Reply.Fault = game.Late
	}
	s.mustPlay(t)
	if len(s.done) != 1 || len(s.again) != 0 || len(s.faults) == 0 {
		t.Errorf("%+v, again %+v, %q", s.done, s.again, s.faults)
	}
}

// TestBuiltInsAreLate: a move that the table holds is judged like any other before it is put.
func TestBuiltInsAreLate(t *testing.T) {
	s := onClock(t)
	builtin, err := s.Kind.Builtin("random", nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Players[0] = slowBuiltin{bot.NewBuiltin(builtin, nil)}
	s.mustPlay(t)
	if len(s.faults) != 1 || !strings.HasPrefix(s.faults[0],
		"game 0 turn 0 seat 0: late: the answer took 2000.0 ms, the limit is 1000.0 ms") {
		t.Errorf("%q", s.faults)
	}
}

// TestBuiltInsReadTheirClock: a built-in bot sees the time of its move, an enforced average included, and has no clock if none counts.
func TestBuiltInsReadTheirClock(t *testing.T) {
	const none = game.Micros(-1)
	for _, tt := range []struct {
		name        string
		set         func(s *scene)
		first, next game.Micros
	}{
		{"the kind's clock", func(*scene) {}, 1000000, 100000},
		{"an average", func(s *scene) { s.Average = 40 * time.Millisecond }, 40000, 40000},
		{"no limits", func(s *scene) { s.NoLimits = true }, none, none},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var reported []game.Micros
			s := onClock(t)
			spec := tron.Spec
			hugger := spec.Builtins[1]
			spec.Builtins = []game.Builtin[tron.State,
				tron.Move]{{Name: "reader", New: func(p game.Settings, d *game.Dice) game.BuiltinFunc[tron.State, tron.Move] {
				ride := hugger.New(p, d)
				return func(g *tron.State, seat game.Seat, r *game.Reply) tron.Move {
					if r.Timer == nil {
						reported = append(reported, none)
					} else {
						reported = append(reported, r.Timer.Limit())
						if spent := r.Timer.Spent(); spent < 0 || r.Timer.Spent() < spent {
							t.Errorf("the clock goes backwards from %d µs", spent)
						}
					}
					return ride(g, seat, r)
				}
			}}}
			s.Kind = game.New(spec)
			builtin, err := s.Kind.Builtin("reader", nil)
			if err != nil {
				t.Fatal(err)
			}
			s.Players[0], s.Players[1] = bot.NewBuiltin(builtin, nil), bot.NewBuiltin(builtin, nil)
			tt.set(s)
			s.mustPlay(t)
			if len(reported) < 4 || reported[0] != tt.first || reported[len(reported)-1] != tt.next {
				t.Errorf("it sees %v µs, want %d and in the end %d", reported, tt.first, tt.next)
			}
		})
	}
}

// slowBuiltin is a built-in bot that has used two seconds.
type slowBuiltin struct{ *bot.Builtin }

func (s slowBuiltin) Answer(calls []*bot.Call) {
	for _, c := range calls {
		c.Wall, c.CPU, c.Stall = 2*time.Second, 2*time.Second, 0
	}
}

// TestAverageOfUnknownLength: in a kind whose games have no known length an enforced average counts over the moves so far, the first ten
// together.
func TestAverageOfUnknownLength(t *testing.T) {
	for _, tt := range []struct {
		each time.Duration
		late string
	}{
		{12 * time.Millisecond, "game 0 turn 0 seat 0: late: its moves of this game took 12 ms, an average of 1ms allows 10 ms"},
		{time.Millisecond, ""},
	} {
		s := onClock(t)
		s.Average = time.Millisecond
		s.fakePlayers[0].answer = func(c *bot.Call) {
			c.Wall = tt.each
			c.Reply.Out = append(c.Reply.Out[:0], "UP"...)
		}
		s.mustPlay(t)
		late := ""
		for _, fault := range s.faults {
			if strings.Contains(fault, "seat 0: late") {
				late = fault
				break
			}
		}
		if late != tt.late {
			t.Errorf("moves of %v: %q, want %q", tt.each, late, tt.late)
		}
	}
}
