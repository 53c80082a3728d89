package tournament

import (
	"slices"
	"testing"
)

func TestRotations(t *testing.T) {
	for _, tt := range []struct {
		name   string
		series Series
		seats  [][]int
		deals  int // different seeds
	}{
		{"the zero series is one full rotation on one deal", Series{}, [][]int{{7, 8, 9}, {8, 9, 7}, {9, 7, 8}}, 1},
		{"two rotations have two deals", Series{Rotations: 2}, [][]int{{7, 8, 9}, {8, 9, 7}, {9, 7, 8}, {7, 8, 9}, {8, 9, 7}, {9, 7, 8}},
			2},
		{"kept order: every game a new deal", Series{Rotations: 2, KeepOrder: true}, [][]int{{7, 8, 9}, {7, 8, 9}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seeds := map[int64]bool{}
			var got [][]int
			for _, f := range tt.series.Open(4, []int{7, 8, 9}, 1) {
				got = append(got, f.Seats)
				seeds[f.Seed] = true
			}
			if !slices.EqualFunc(got, tt.seats, slices.Equal) || len(seeds) != tt.deals {
				t.Errorf("seats %v, %d deals", got, len(seeds))
			}
		})
	}
}

// In a best of five seats alternate; the first seat of the fifth game is drawn fairly.
func TestSeatsOfBestOfFive(t *testing.T) {
	series := Series{BestOf: 5, PlayAll: true}
	first := 0
	for seed := range int64(400) {
		fixtures := series.Open(0, []int{7, 8}, seed)
		for number, f := range fixtures[:4] {
			if f.Seats[0] != 7+number%2 {
				t.Fatalf("game %d has seats %v", number, f.Seats)
			}
		}
		if fixtures[4].Seats[0] == 7 {
			first++
		}
	}
	if first < 150 || first > 250 {
		t.Errorf("entry 7 sits first in %d of 400 fifth games", first)
	}
}

func TestNoGameIsPlannedThatMayBeNeedless(t *testing.T) {
	series := Series{BestOf: 9}
	for _, tt := range []struct{ wins, losses, more int }{
		{4, 1, 1}, {3, 2, 2}, {4, 4, 1}, {3, 3, 2}, {4, 3, 1},
	} {
		m := &Match{Planned: tt.wins + tt.losses, Games: make([]Game, tt.wins+tt.losses), Wins: []int{tt.wins, tt.losses},
			Entries: []int{1, 2}}
		if got := len(series.More(m, []int{1, 2}, 1)); got != tt.more {
			t.Errorf("at %d:%d there are %d more games, want %d", tt.wins, tt.losses, got, tt.more)
		}
	}
	if got := len(series.Open(0, []int{1, 2}, 1)); got != 5 {
		t.Errorf("a best of nine begins with %d games", got)
	}
}

func TestPointsOfAGame(t *testing.T) {
	for _, tt := range []struct {
		name   string
		places []int
		points []float64
		winner int
	}{
		{"a win of two", []int{1, 2}, []float64{1, 0}, 0},
		{"a draw of two", []int{1, 1}, []float64{0.5, 0.5}, -1},
		{"four, the middle shared", []int{4, 2, 1, 2}, []float64{0, 0.5, 1, 0.5}, 2},
		{"one alone meets nobody", []int{1}, []float64{0}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := Game{lines: make([]line, len(tt.places))}
			for seat, p := range tt.places {
				g.lines[seat].setPlace(p)
			}
			for seat, want := range tt.points {
				if got := g.Points(seat); got != want {
					t.Errorf("seat %d has %v points, want %v", seat, got, want)
				}
			}
			if got := winner(g); got != tt.winner {
				t.Errorf("the winner is seat %d, want %d", got, tt.winner)
			}
		})
	}
}
