package game_test

import (
	"fmt"
	"strings"
	"testing"

	"agon/game"
)

type mute struct{ N int }

type step uint8

func (s step) String() string { return [...]string{"up", "down", "step aside"}[s] }

type noRules[M comparable] struct{}

func (noRules[M]) Deal(s *int, _ int, _ *game.Dice) error      { *s = 0; return nil }
func (noRules[M]) Turn(*int) game.Seats                        { return game.OneSeat(0) }
func (noRules[M]) Check(*int, game.Seat, M) error              { return nil }
func (noRules[M]) Absent(*int, game.Seat, game.Fault) (m M)    { return m }
func (noRules[M]) Step(s *int, _ []game.Move[M], _ *game.Dice) { *s++ }
func (noRules[M]) Outcome(*int, game.Seat) game.Outcome        { return game.Outcome{Place: 1} }

func wordless[M comparable](moves ...M) game.Spec[int, M] {
	return game.Spec[int, M]{
		Name: "wordless", MinSeats: 1, MaxSeats: 1, UsualSeats: 1, Moves: moves,
		Rules: func(game.Settings) (game.Rules[int, M], error) { return noRules[M]{}, nil },
		Round: func(s *int) int { return *s },
		View:  func(*game.Frame, *int, game.Seat) {},
	}
}

// Without a Wire, the text of a move is its String.
func TestWordsOfMoves(t *testing.T) {
	kind := game.New(wordless[step](0, 1, 2))
	if kind.Launch.Form != game.Agon {
		t.Errorf("its bots are spoken to in form %v", kind.Launch.Form)
	}
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 1); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ word, note string }{
		{"up", ""}, {"step aside", ""},
		{"UP", `unknown move "UP" (want up, down or step aside)`},
		{"", `unknown move "" (want up, down or step aside)`},
	} {
		var r game.Reply
		if why := table.Play(0, tt.word, &r); r.Note != tt.note || (why != game.NoFault) != (tt.note != "") {
			t.Errorf("%q is %v: %q, want %q", tt.word, why, r.Note, tt.note)
		}
		table.Step()
	}
	var p game.Prompt
	if table.Ask(&p, 0); len(p.Stdin)+len(p.Args)+len(p.Files) > 0 {
		t.Errorf("a prompt of its own: %+v", p)
	}
}

// New panics with a clear message for a Spec whose moves have no texts.
func TestUnsoundSpecsPanic(t *testing.T) {
	lines := wordless[step](0)
	lines.Launch.Form = game.Lines
	for _, tt := range []struct {
		name string
		make func()
		want string
	}{
		{"a move without a String", func() { game.New(wordless(mute{1})) },
			"kind wordless has no Wire, so that game_test.mute needs a method String"},
		{"no list of moves", func() { game.New(wordless[step]()) },
			"Spec.Moves must list all moves, or *game_test.step must have a method UnmarshalText"},
		{"a form that needs a Wire", func() { game.New(lines) }, "its bots can only speak the agon protocol"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				panicked := fmt.Sprint(recover())
				if !strings.Contains(panicked, tt.want) {
					t.Errorf("it panics with %q, want %q", panicked, tt.want)
				}
			}()
			tt.make()
		})
	}
}
