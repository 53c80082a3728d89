package console_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"agon/game"
)

// words are the moves of a test kind: fail is a move that cannot be carried out, die ends a seat's game.
var words = []string{"up", "wait", "fail", "die"}

var keyboard = game.Keyboard{Keys: []game.Key{{Name: "w", Move: "up"}, {Name: "x", Move: "fail"}, {Name: "k", Move: "die"}},
	Silence: "wait"}

type state struct {
	Turns, Seats int
	Did          [2]int
	Dead         [2]bool
}

func table(t *testing.T, seats int) *game.Table {
	t.Helper()
	k := game.New(game.Spec[state, int]{
		Name: "words", Title: "Words", Version: "1", MinSeats: 1, MaxSeats: 2,
		Rules: func(game.Settings) (game.Rules[state, int], error) { return rules{}, nil },
		Wire:  func(game.Settings) game.Wire[state, int] { return wire{} },
		View:  func(*game.Frame, *state, game.Seat) {}, Hash: func(*game.Hash, *state) {}, Round: func(s *state) int { return s.Turns },
	})
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Deal(1, seats); err != nil {
		t.Fatal(err)
	}
	return made
}

type rules struct{}

func (rules) Deal(s *state, seats int, _ *game.Dice) error { *s = state{Seats: seats}; return nil }
func (rules) Turn(s *state) (owes game.Seats) {
	for i := range s.Seats {
		if !s.Dead[i] {
			owes.Add(game.Seat(i))
		}
	}
	return owes
}
func (rules) Check(*state, game.Seat, int) error       { return nil }
func (rules) Absent(*state, game.Seat, game.Fault) int { return 1 }
func (rules) Outcome(*state, game.Seat) game.Outcome   { return game.Outcome{Place: 1} }
func (rules) Step(s *state, m []game.Move[int], _ *game.Dice) {
	s.Turns++
	for i := range s.Seats {
		if !s.Dead[i] {
			s.Did[i] = m[i].Value
			s.Dead[i] = words[m[i].Value] == "die"
		}
	}
}

type wire struct{}

func (wire) Ask(*game.Prompt, *state, game.Seat)              {}
func (wire) Read(*state, game.Seat, *game.Reply) (int, error) { return 0, errors.New("nobody reads") }
func (wire) Format(m int) string                              { return words[m] }
func (wire) Parse(text string) (int, error) {
	if n := slices.Index(words, text); n >= 0 {
		return n, nil
	}
	return 0, errors.New("no word")
}

func (wire) Print(dst []byte, s *state, _ game.Seat) []byte {
	dst = fmt.Appendf(dst, "%d: ", s.Turns)
	for i := range s.Seats {
		if s.Turns > 0 {
			dst = fmt.Appendf(dst, "%s ", words[s.Did[i]])
		}
	}
	return dst
}

func (wire) Feedback(s *state, seat game.Seat) (string, bool) {
	if s.Turns > 0 && words[s.Did[seat]] == "fail" {
		return "there is nothing", s.Dead[seat]
	}
	return "", s.Dead[seat]
}
