package swiss

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 9, Ties: 4},
		formattest.Case{Bots: 8, Ties: 4, Keys: map[string]any{"best_of": 3, "rounds": 5}},
		formattest.Case{Bots: 2},
		formattest.Case{Bots: 16, Ties: 4, Keys: map[string]any{"best_of": 3, "rounds": 8, "until": "80 %", "certain": "first"}},
		formattest.Case{Bots: 9, Keys: map[string]any{"rounds": 8, "until": "90 %", "advance": 3}},
	)
}

// No pair meets twice, no entry has a second bye before all have had one, and all play every round.
func TestPairings(t *testing.T) {
	for _, tt := range []struct{ bots, rounds int }{{3, 3}, {6, 5}, {7, 7}, {16, 4}, {33, 8}, {64, 12}} {
		t.Run(fmt.Sprintf("%d bots, %d rounds", tt.bots, tt.rounds), func(t *testing.T) {
			f := formattest.Field(tournament.Field{}, tt.bots)
			met := map[[2]int]int{}
			plays := map[int]int{}
			l, format := formattest.Play(t, Spec, map[string]any{"rounds": tt.rounds, "best_of": 1}, f,
				func(x tournament.Fixture) tournament.Result {
					met[[2]int{min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])}]++
					plays[x.Seats[0]]++
					plays[x.Seats[1]]++
					return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
				})
			for pair, times := range met {
				if times > 1 {
					t.Errorf("%v met %d times", pair, times)
				}
			}
			for _, entry := range f.Entries {
				if byes := tt.rounds - plays[entry]; byes > tt.bots%2 {
					t.Errorf("entry %d had %d byes", entry, byes)
				}
			}
			if best := format.Table(f, l.All()).Standings[0]; best.Entry != f.Entries[0] {
				t.Errorf("who won everything is not first, but %+v", best)
			}
		})
	}
}

func TestAByeIsWorthAMatchWon(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 3)
	l, format := formattest.Play(t, Spec, map[string]any{"rounds": 1}, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, 1)
	})
	var points []float64
	for _, s := range format.Table(f, l.All()).Standings {
		points = append(points, s.Points)
	}
	if !slices.Equal(points, []float64{1, 1, 0}) {
		t.Errorf("points are %v", points)
	}
}

// The table names pairs that met again, and the stage warns of them before it begins.
func TestRematchesAreReported(t *testing.T) {
	for _, tt := range []struct {
		bots, rounds int
		cautious     bool
	}{{5, 3, false}, {5, 5, true}, {6, 4, true}, {8, 5, false}, {12, 7, false}, {12, 8, true}} {
		f := formattest.Field(tournament.Field{}, tt.bots)
		met := map[[2]int]int{}
		l, format := formattest.Play(t, Spec, map[string]any{"rounds": tt.rounds, "best_of": 1}, f,
			func(x tournament.Fixture) tournament.Result {
				met[[2]int{min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])}]++
				return formattest.Pair(x, x.Seats[x.ID%2])
			})
		if text := format.(tournament.Cautious).Caution(f); (text != "") != tt.cautious {
			t.Errorf("%d bots, %d rounds: caution %q", tt.bots, tt.rounds, text)
		}
		for _, r := range format.Table(f, l.All()).Rematches {
			if met[[2]int{r.One, r.Other}] != r.Times {
				t.Errorf("%d bots, %d rounds: %+v", tt.bots, tt.rounds, r)
			}
			delete(met, [2]int{r.One, r.Other})
		}
		for pair, times := range met {
			if times > 1 {
				t.Errorf("%d bots, %d rounds: nothing is said of %v, who met %d times", tt.bots, tt.rounds, pair, times)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		bots int
		keys map[string]any
		want string
	}{
		{1, nil, "swiss needs at least 2 bots"},
		{6, map[string]any{"rounds": 6}, "after 5 rounds everybody of 6 has met everybody"},
		{7, map[string]any{"rounds": 7}, ""},
	} {
		format, err := Spec.Make(tt.keys)
		if err != nil {
			t.Fatal(err)
		}
		err = format.Check(formattest.Field(tournament.Field{}, tt.bots))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d bots %v: got %v, want %q", tt.bots, tt.keys, err, tt.want)
		}
	}
}
