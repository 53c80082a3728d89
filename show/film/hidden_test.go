package film

import (
	"math"
	"slices"
	"testing"

	"agon/game"
)

type step uint8

func (s step) String() string { return "step" }

type walk struct{ turns int }

// walking is over after two turns; seat n has n + 1 points.
type walking struct{}

func (walking) Deal(s *walk, _ int, _ *game.Dice) error { *s = walk{}; return nil }
func (walking) Turn(s *walk) (owes game.Seats) {
	if s.turns < 2 {
		owes = game.FirstSeats(3)
	}
	return owes
}
func (walking) Check(*walk, game.Seat, step) error              { return nil }
func (walking) Absent(*walk, game.Seat, game.Fault) step        { return 0 }
func (walking) Step(s *walk, _ []game.Move[step], _ *game.Dice) { s.turns++ }
func (walking) Outcome(_ *walk, seat game.Seat) game.Outcome {
	return game.Outcome{Place: 3 - int(seat), Score: float64(seat) + 1}
}

// People at a game with hidden information see no score but their own until it is over, and those who look on none.
func TestScoresOfAGameWithHiddenInformation(t *testing.T) {
	kind := game.New(game.Spec[walk, step]{
		Name: "walk", Title: "Walk", Version: "1", MinSeats: 3, MaxSeats: 3, UsualSeats: 3, Simultaneous: true, Hidden: true,
		Moves: []step{0}, Rules: func(game.Settings) (game.Rules[walk, step], error) { return walking{}, nil },
		Round: func(s *walk) int { return s.turns }, View: func(*game.Frame, *walk, game.Seat) {},
	})
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 3)
	}
	if err != nil {
		t.Fatal(err)
	}
	hidden := math.Inf(-1) // in place of what is not a number, which equals nothing
	look := func(viewer game.Seat) ([]float64, []int) {
		shot := TakeFor(table, viewer)
		for i, score := range shot.Scores {
			if math.IsNaN(score) {
				shot.Scores[i] = hidden
			}
		}
		return shot.Scores, shot.Places
	}
	for !table.Over() {
		for viewer, want := range map[game.Seat][]float64{
			game.Audience: {1, 2, 3}, game.Public: {hidden, hidden, hidden}, 1: {hidden, 2, hidden},
		} {
			scores, places := look(viewer)
			if !slices.Equal(scores, want) || (viewer == game.Audience) != slices.Equal(places, []int{3, 2, 1}) {
				t.Errorf("%d sees %v and the places %v", viewer, scores, places)
			}
		}
		for seat := range game.Seat(3) {
			table.Play(seat, "step", &game.Reply{})
		}
		table.Step()
	}
	for _, viewer := range []game.Seat{game.Audience, game.Public, 1} {
		if scores, places := look(viewer); !slices.Equal(scores, []float64{1, 2, 3}) || !slices.Equal(places, []int{3, 2, 1}) {
			t.Errorf("%d sees %v and %v in the end", viewer, scores, places)
		}
	}
}
