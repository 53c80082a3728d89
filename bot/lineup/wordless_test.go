package lineup_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/game"
)

// side is the move of a kind without a Wire.
type side uint8

func (s side) String() string { return [...]string{"LEFT", "RIGHT"}[s] }

// sides counts the moves to the left by seat.
type sides struct {
	Left  [2]uint8
	Turns uint8
}

type sidesRules struct{}

func (sidesRules) Deal(s *sides, _ int, _ *game.Dice) error { *s = sides{}; return nil }
func (sidesRules) Turn(s *sides) game.Seats {
	if s.Turns == 5 {
		return game.Seats{}
	}
	return game.FirstSeats(2)
}
func (sidesRules) Check(*sides, game.Seat, side) error       { return nil }
func (sidesRules) Absent(*sides, game.Seat, game.Fault) side { return 1 }
func (sidesRules) Step(s *sides, moves []game.Move[side], _ *game.Dice) {
	for seat := range s.Left {
		s.Left[seat] += 1 - uint8(moves[seat].Value)
	}
	s.Turns++
}
func (sidesRules) Outcome(s *sides, seat game.Seat) game.Outcome {
	return game.Outcome{Place: 1, Score: float64(s.Left[seat])}
}

// wordless is a kind without a Wire: its bots use the agon protocol.
var wordless = game.New(game.Spec[sides, side]{
	Name: "sides", Title: "Sides", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Moves: []side{0, 1}, Simultaneous: true,
	Rules: func(game.Settings) (game.Rules[sides, side], error) { return sidesRules{}, nil },
	Round: func(s *sides) int { return int(s.Turns) },
	View:  func(f *game.Frame, s *sides, _ game.Seat) { f.Int("left", int(s.Left[0])) },
	Builtins: []game.Builtin[sides, side]{{Name: "right", New: func(game.Settings, *game.Dice) game.BuiltinFunc[sides, side] {
		return func(*sides, game.Seat, *game.Reply) side { return 1 }
	}}},
})

// TestKindWithoutWire enters programs of several forms into a kind without a protocol of its own.
func TestKindWithoutWire(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the bots of this test are scripts")
	}
	left := strings.ReplaceAll(agonBot, "%MOVE%", `"LEFT"`)
	for _, tt := range []struct {
		name  string
		files map[string]string
		ref   string
	}{
		{"a program", map[string]string{"prog": left}, "prog"},
		{"a Python file, which is a program here", map[string]string{"bot.py": left}, "bot.py"},
		{"a folder", map[string]string{"bot.py": left}, ""},
		{"a folder that says so", map[string]string{"x.py": left, "bot.toml": "run = \"x.py\"\nprotocol = \"agon\"\n"}, ""},
		{"moves in a file", map[string]string{"moves.txt": "LEFT\nLEFT\nLEFT\nLEFT\nLEFT\n"}, "moves.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ref := filepath.Join(write(t, t.TempDir(), tt.files), tt.ref)
			if tt.ref == "moves.txt" {
				ref = "script:" + ref
			}
			moves, faults := answers(t, wordless, one(t, opener(wordless), ref), nil)
			if moves != 5 || len(faults) > 0 {
				t.Errorf("%d moves, faults %q", moves, faults)
			}
		})
	}
	broken := one(t, opener(wordless),
		write(t, t.TempDir(), map[string]string{"x.py": left, "bot.toml": "run = \"x.py\"\nprotocol = \"contest\"\n"}))
	if !strings.Contains(broken.Broken, "Sides has no protocol of its own: its bots speak the agon protocol") {
		t.Errorf("a bot that wants the contest's protocol: %q", broken.Broken)
	}
}
