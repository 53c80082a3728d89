package knockout

import (
	"fmt"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 2},
		formattest.Case{Bots: 9, Ties: 5, Keys: map[string]any{"best_of": 31, "until": "90 %"}},
		formattest.Case{Bots: 13, Keys: map[string]any{"until": "95 %", "advance": 4}},
		formattest.Case{Bots: 8, Keys: map[string]any{"until": "95 %", "certain": "first", "third_place": true}},
		formattest.Case{Bots: 9, Keys: map[string]any{"until": "95 %", "advance": 3, "elimination": "double", "best_of": 3}},
		formattest.Case{Bots: 9, Ties: 2},
		formattest.Case{Bots: 3, Keys: map[string]any{"third_place": true}},
		formattest.Case{Bots: 16, Ties: 3, Keys: map[string]any{"best_of": 3, "third_place": true, "seeding": "rating"}},
		formattest.Case{Bots: 2, Keys: map[string]any{"elimination": "double"}},
		formattest.Case{Bots: 3, Ties: 2, Keys: map[string]any{"elimination": "double"}},
		formattest.Case{Bots: 9, Ties: 3, Keys: map[string]any{"elimination": "double", "best_of": 3}},
		formattest.Case{Bots: 21, Ties: 1, Field: tournament.Field{KeepOrder: true}},
	)
}

// lower returns a result in which the entry with the lower number wins.
func lower(x tournament.Fixture) tournament.Result {
	return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
}

func TestPositions(t *testing.T) {
	if got := positions(8); !slices.Equal(got, []int{0, 7, 4, 3, 2, 5, 6, 1}) {
		t.Errorf("seeds stand as %v", got)
	}
}

// If the better entry always wins, the best seeds advance as far as the bracket allows, for any size of the field.
func TestSeedsMeetAsLateAsTheyCan(t *testing.T) {
	for n := 2; n <= 33; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			f := formattest.Field(tournament.Field{}, n)
			l, format := formattest.Play(t, Spec, map[string]any{"seeding": "rating", "third_place": true}, f, lower)
			if l.Planned() != format.Games(f) {
				t.Errorf("%d matches were played, and %d were certain", l.Planned(), format.Games(f))
			}
			table := format.Table(f, l.All())
			for i, s := range table.Standings[:min(n, 4)] {
				if s.Entry != f.Entries[i] {
					t.Errorf("place %d is entry %d, want %d (%s)", i+1, s.Entry, f.Entries[i], s.Note)
				}
			}
			b := format.(*Format).Bracket(f, l.All())
			byes := 0
			for _, m := range b.Ties {
				if m.Bye {
					byes++
				}
			}
			size := 2
			for size < n {
				size *= 2
			}
			if want := size - n; byes != want {
				t.Errorf("%d byes, want %d", byes, want)
			}
		})
	}
}

func TestRatingsSeedWhereThereAreSome(t *testing.T) {
	f := formattest.Field(tournament.Field{Ratings: []float64{1000, 1400, 1200}}, 3)
	format, _ := Spec.Make(map[string]any{"seeding": "rating"})
	if got := format.(*Format).draw(f); !slices.Equal(got, []int{3, 5, 1}) {
		t.Errorf("the draw is %v", got)
	}
}

func TestTheDrawIsTheSeeds(t *testing.T) {
	format, _ := Spec.Make(nil)
	one := format.(*Format).draw(formattest.Field(tournament.Field{Seed: 1}, 16))
	same := format.(*Format).draw(formattest.Field(tournament.Field{Seed: 1}, 16))
	other := format.(*Format).draw(formattest.Field(tournament.Field{Seed: 2}, 16))
	if !slices.Equal(one, same) || slices.Equal(one, other) {
		t.Errorf("draws are %v, %v and %v", one, same, other)
	}
}

func TestTiedMatches(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 2) // entries 1 and 3; 1 has the better place in the draw
	for _, tt := range []struct {
		name    string
		winners string // of the games, in order; - is a tie
		faults  int    // of entry 1 in the first game
		games   int
		winner  int
		how     string
	}{
		{"no tie: one game", "3", 0, 1, 3, ""},
		{"played again with the next seed", "--3", 0, 3, 3, ""},
		{"three times at most, then fewer faults", "----", 1, 4, 3, "fewer faults"},
		{"then the better place in the draw", "----", 0, 4, 1, "the better place in the draw"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seeds := map[int64]bool{}
			l, format := formattest.Play(t, Spec, map[string]any{"seeding": "rating"}, f, func(x tournament.Fixture) tournament.Result {
				seeds[x.Seed] = true
				r := formattest.Pair(x, int(tt.winners[x.Game]-'0'))
				if x.Game == 0 && tt.faults > 0 {
					r.Seats[slices.Index(x.Seats, 1)].Faults = map[string]int{"late": tt.faults}
				}
				return r
			})
			final := format.(*Format).Bracket(f, l.All()).Ties[0]
			if l.Planned() != tt.games || len(seeds) != tt.games || final.Winner != tt.winner || final.How != tt.how {
				t.Errorf("%d games, %d seeds, winner %d by %q", l.Planned(), len(seeds), final.Winner, final.How)
			}
		})
	}
}

func TestWhoLostInOneRoundSharesARank(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 8)
	l, format := formattest.Play(t, Spec, map[string]any{"seeding": "rating", "advance": 3}, f, lower)
	var ranks []int
	var notes []string
	table := format.Table(f, l.All())
	for _, s := range table.Standings {
		ranks, notes = append(ranks, s.Rank), append(notes, s.Note)
	}
	if !slices.Equal(ranks, []int{1, 2, 3, 3, 5, 5, 5, 5}) {
		t.Errorf("ranks are %v", ranks)
	}
	if notes[0] != "winner" || notes[1] != "lost the final" || notes[2] != "lost a semi-final" || notes[7] != "lost a quarter-final" {
		t.Errorf("notes are %q", notes)
	}
	if got := table.Through(); !slices.Equal(got, []int{1, 3, 5}) {
		t.Errorf("%v go on", got)
	}
}
