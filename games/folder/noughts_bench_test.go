package gamefolder_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"agon/game"
	"agon/games/folder"
)

// cell is a move of noughts and crosses: one of nine cells.
type cell int8

func (c cell) String() string { return fmt.Sprint(int(c) + 1) }

// noughtsState is a game of it in progress.
type noughtsState struct {
	cells             [9]int8 // 0 is free, n belongs to seat n - 1
	player, left, won int8
}

// noughtsRules are the rules of games/folder/skeleton in Go, to compare a module with.
type noughtsRules struct{}

var threes = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func (noughtsRules) Deal(s *noughtsState, _ int, _ *game.Dice) error {
	*s = noughtsState{left: 9}
	return nil
}

func (noughtsRules) Turn(s *noughtsState) game.Seats {
	if s.won > 0 || s.left == 0 {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.player))
}

var errTaken = errors.New("the cell is taken")

func (noughtsRules) Check(s *noughtsState, _ game.Seat, c cell) error {
	if s.cells[c] != 0 {
		return errTaken
	}
	return nil
}

func (noughtsRules) Absent(*noughtsState, game.Seat, game.Fault) cell { return 0 }

func (noughtsRules) Step(s *noughtsState, moves []game.Move[cell], _ *game.Dice) {
	own := s.player + 1
	s.cells[moves[s.player].Value] = own
	for _, l := range threes {
		if s.cells[l[0]] == own && s.cells[l[1]] == own && s.cells[l[2]] == own {
			s.won = own
		}
	}
	s.left--
	s.player = 1 - s.player
}

func (noughtsRules) Outcome(s *noughtsState, seat game.Seat) game.Outcome {
	switch s.won {
	case 0:
		return game.Outcome{Place: 1}
	case int8(seat) + 1:
		return game.Outcome{Place: 1, Score: 1}
	}
	return game.Outcome{Place: 2}
}

var noughtsInGo = game.New(game.Spec[noughtsState, cell]{
	Name: "noughts", Title: "Noughts", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Moves: []cell{0, 1, 2, 3, 4, 5, 6, 7, 8},
	Rules: func(game.Settings) (game.Rules[noughtsState, cell], error) { return noughtsRules{}, nil },
	Round: func(s *noughtsState) int { return 9 - int(s.left) },
	View: func(f *game.Frame, s *noughtsState, _ game.Seat) {
		f.Grid("grid", 3, 3, func(x, y int) int { return int(s.cells[3*y+x]) })
	},
})

// BenchmarkNoughtsBeside plays the module and the same rules in Go by the same bots, a thousand games of each in turn, since the speed
// of a machine changes by the second.
func BenchmarkNoughtsBeside(b *testing.B) {
	f, err := gamefolder.Open(noughts, gamefolder.Host{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var rounds [2]int
	var spent [2]time.Duration
	both := [2]randomGames{newRandomGames(b, f.Kind), newRandomGames(b, noughtsInGo)}
	for b.Loop() {
		for i, g := range both {
			begun := time.Now()
			for seed := range int64(1000) {
				rounds[i] += g.play(b, seed)
			}
			spent[i] += time.Since(begun)
		}
	}
	rate := func(i int) float64 { return float64(rounds[i]) / spent[i].Seconds() }
	b.ReportMetric(rate(0), "rounds/s")
	b.ReportMetric(rate(1), "go-rounds/s")
	b.ReportMetric(rate(1)/rate(0), "times")
}

// BenchmarkCircles plays turns of Battlesnake on a board of 19 by 19, in which four snakes go in circles.
func BenchmarkCircles(b *testing.B) {
	f, err := gamefolder.Open(battlesnake, gamefolder.Host{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	settings, err := f.Kind.Settings(map[string]any{"size": 19})
	if err != nil {
		b.Fatal(err)
	}
	t, err := f.Kind.Table(settings)
	if err != nil {
		b.Fatal(err)
	}
	circle, rounds := []string{"up", "right", "down", "left"}, 0
	for seed := int64(0); b.Loop(); seed++ {
		if err := t.Deal(seed, 4); err != nil {
			b.Fatal(err)
		}
		for ; !t.Over(); rounds++ {
			owes := t.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				t.Play(seat, circle[t.Turns()%len(circle)], &game.Reply{})
			}
			t.Step()
		}
		if err := t.Failed(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
}
