package knockout

import (
	"fmt"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

var double = map[string]any{"elimination": "double", "seeding": "rating"}

// For any results and any size of the field, the winner loses at most once, all others twice, and no match is between two empty sides.
func TestNobodyIsOutBeforeTheSecondLoss(t *testing.T) {
	for n := 2; n <= 33; n++ {
		for _, upsets := range []int{0, 1, 2, 3, 5} {
			t.Run(fmt.Sprintf("%d bots, upset %d", n, upsets), func(t *testing.T) {
				f := formattest.Field(tournament.Field{}, n)
				l, format := formattest.Play(t, Spec, double, f, func(x tournament.Fixture) tournament.Result {
					one, two := min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])
					if upsets > 0 && (x.Match*7+one)%(upsets+1) == upsets {
						one = two
					}
					return formattest.Pair(x, one)
				})
				table := format.Table(f, l.All())
				for i, s := range table.Standings {
					if i == 0 && (s.Losses > 1 || s.Note != "winner" || s.Rank != 1) || i > 0 && (s.Losses != 2 || s.Rank == 1) {
						t.Errorf("place %d, rank %d, has %d losses: %s", i+1, s.Rank, s.Losses, s.Note)
					}
				}
				if extra := l.Planned() - format.Games(f); extra != table.Standings[0].Losses {
					t.Errorf("%d matches more than were certain, and the winner has lost %d", extra, table.Standings[0].Losses)
				}
				if n > 2 && table.Standings[2].Rank != 3 {
					t.Errorf("the third has rank %d", table.Standings[2].Rank)
				}
			})
		}
	}
}

func TestTheSecondFinal(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 4) // entries 1, 3, 5, 7
	for _, tt := range []struct {
		name   string
		loses  int // number of matches that entry 1 loses, its last ones
		games  int
		winner int
	}{
		{"the winner of the winners needs no second", 0, 6, 1},
		{"who has lost once may lose no more", 2, 7, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, format := formattest.Play(t, Spec, double, f, func(x tournament.Fixture) tournament.Result {
				if tt.loses > 0 && x.Match >= 5 {
					return formattest.Pair(x, max(x.Seats[0], x.Seats[1]))
				}
				return lower(x)
			})
			table := format.Table(f, l.All())
			if l.Planned() != tt.games || table.Standings[0].Entry != tt.winner {
				t.Errorf("%d games, and %d wins", l.Planned(), table.Standings[0].Entry)
			}
			second := table.Bracket.Ties[len(table.Bracket.Ties)-1]
			if second.Bye != (tt.loses == 0) {
				t.Errorf("the second final was played: %v", !second.Bye)
			}
		})
	}
}

// A loser who moves to the losers' bracket does not immediately meet the entry that it lost against.
func TestNoMatchIsPlayedAgainAtOnce(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 16)
	l, format := formattest.Play(t, Spec, double, f, lower)
	met := map[[2]int]string{}
	for _, tie := range format.Table(f, l.All()).Bracket.Ties {
		pair := [2]int{min(tie.Sides[0], tie.Sides[1]), max(tie.Sides[0], tie.Sides[1])}
		if before, again := met[pair]; again && !tie.Bye && !strings.Contains(tie.Name, "final") {
			t.Errorf("%v meet in %s and again in %s", pair, before, tie.Name)
		}
		met[pair] = tie.Name
	}
}

func TestDoubleEliminationNeedsNoMatchForTheThirdPlace(t *testing.T) {
	format, err := Spec.Make(map[string]any{"elimination": "double", "third_place": true})
	if err != nil {
		t.Fatal(err)
	}
	if err := format.Check(formattest.Field(tournament.Field{}, 4)); err == nil || !strings.Contains(err.Error(), "third_place") {
		t.Errorf("it is taken: %v", err)
	}
}
