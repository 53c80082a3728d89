package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"agon/game"
	"agon/games/folder"
)

// cell is a move of noughts and crosses: one of nine cells.
type cell int8

func (c cell) String() string { return fmt.Sprint(int(c) + 1) }

// noughts is a game of it in progress.
type noughts struct {
	cells             [9]int8 // 0 is free, n belongs to seat n - 1
	player, left, won int8
}

// noughtsRules are the rules of games/folder/skeleton in Go, to compare a module with.
type noughtsRules struct{}

var threes = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func (noughtsRules) Deal(s *noughts, _ int, _ *game.Dice) error { *s = noughts{left: 9}; return nil }

func (noughtsRules) Turn(s *noughts) game.Seats {
	if s.won > 0 || s.left == 0 {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.player))
}

var errTaken = errors.New("the cell is taken")

func (noughtsRules) Check(s *noughts, _ game.Seat, c cell) error {
	if s.cells[c] != 0 {
		return errTaken
	}
	return nil
}

func (noughtsRules) Absent(*noughts, game.Seat, game.Fault) cell { return 0 }

func (noughtsRules) Step(s *noughts, moves []game.Move[cell], _ *game.Dice) {
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

func (noughtsRules) Outcome(s *noughts, seat game.Seat) game.Outcome {
	switch s.won {
	case 0:
		return game.Outcome{Place: 1}
	case int8(seat) + 1:
		return game.Outcome{Place: 1, Score: 1}
	}
	return game.Outcome{Place: 2}
}

var noughtsInGo = game.New(game.Spec[noughts, cell]{
	Name: "noughts", Title: "Noughts", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Moves: []cell{0, 1, 2, 3, 4, 5, 6, 7, 8},
	Rules: func(game.Settings) (game.Rules[noughts, cell], error) { return noughtsRules{}, nil },
	Round: func(s *noughts) int { return 9 - int(s.left) },
	View: func(f *game.Frame, s *noughts, _ game.Seat) {
		f.Grid("grid", 3, 3, func(x, y int) int { return int(s.cells[3*y+x]) })
	},
})

// ownOverhead compares a module with the same rules in Go, played by the same bots: each by lot.
func ownOverhead(ctx context.Context) (text string, ok bool, err error) {
	f, err := gamefolder.Open("games/folder/testdata/noughts", gamefolder.Host{})
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	var rates [2]float64
	for range 10 * turns { // in turn, since the speed of a machine changes by the second
		for i, k := range []*game.Kind{f.Kind, noughtsInGo} {
			rate, err := rateOf(k, 1, 100*time.Millisecond)
			if err != nil {
				return "", false, err
			}
			rates[i] += rate
		}
	}
	times := rates[1] / rates[0]
	return fmt.Sprintf("%.1fx", times), times <= 4, ctx.Err()
}

// ownSnakes plays turns of Battlesnake on a board of 19 by 19, in which four snakes go in circles.
func ownSnakes(ctx context.Context) (text string, ok bool, err error) {
	f, err := gamefolder.Open("examples/battlesnake", gamefolder.Host{})
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	settings, err := f.Kind.Settings(map[string]any{"size": 19})
	if err != nil {
		return "", false, err
	}
	t, err := f.Kind.Table(settings)
	if err != nil {
		return "", false, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer pin(1)()
	circle := []string{"up", "right", "down", "left"}
	best := 0.0
	for range turns {
		rounds, begun := 0, time.Now()
		for seed := int64(0); time.Since(begun) < time.Second; seed++ {
			if err := t.Deal(seed, 4); err != nil {
				return "", false, err
			}
			for ; !t.Over(); rounds++ {
				owes := t.Owes()
				for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
					t.Play(seat, circle[t.Turns()%len(circle)], &game.Reply{})
				}
				t.Step()
			}
		}
		best = max(best, perSecond(rounds, time.Since(begun)))
	}
	return fmt.Sprintf("%.0f rounds/s", best), best >= 200_000, errors.Join(t.Failed(), ctx.Err())
}
