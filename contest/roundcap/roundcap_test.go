package roundcap

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/game"
)

// play enters the results of a round of play as they come, in any order, and returns what stands and what is given up.
func play(t *testing.T, fixtures []tournament.Fixture, took map[int]game.Micros, order []int) string {
	t.Helper()
	r := New(100)
	r.Plan(fixtures, nil)
	var stand, given []int
	held := map[int]bool{}
	for _, came := range order {
		if slices.Contains(given, came) {
			continue // the run drops it
		}
		held[came] = true
		for again := true; again; {
			again = false
			for id := range fixtures {
				f := fixtures[id]
				if !held[id] || !r.Stands(f) {
					continue
				}
				result := tournament.Result{Fixture: id}
				for range f.Seats {
					result.Seats = append(result.Seats, tournament.Seat{Took: took[f.Seats[len(result.Seats)]]})
				}
				r.Settle(f, result.Seats...)
				delete(held, id)
				stand, again = append(stand, id), true
			}
			for over := r.Over(); over != nil; over = r.Over() {
				if over.Used < 100 {
					t.Fatalf("%+v has time left", over)
				}
				for _, id := range over.Games {
					r.Settle(fixtures[id])
					delete(held, id)
					given, again = append(given, id), true
				}
			}
		}
	}
	if len(held)+len(r.spent) > 0 || len(stand)+len(given) != len(fixtures) {
		t.Fatalf("%d games wait, %d accounts are open, %d of %d games are settled", len(held), len(r.spent), len(stand)+len(given),
			len(fixtures))
	}
	slices.Sort(stand)
	slices.Sort(given)
	return fmt.Sprint(stand, " ", given)
}

// TestTheOrderOfResultsDoesNotMatter: whatever the order in which games end, the same are given up.
func TestTheOrderOfResultsDoesNotMatter(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		bots, n := 2+dice.IntN(8), 1+dice.IntN(40)
		var fixtures []tournament.Fixture
		took := map[int]game.Micros{}
		for entry := range bots {
			took[entry] = game.Micros(dice.IntN(60))
		}
		for id := range n {
			fixtures = append(fixtures, tournament.Fixture{ID: id, Seats: dice.Perm(bots)[:2]})
		}
		want := ""
		for range 8 {
			got := play(t, fixtures, took, dice.Perm(n))
			if want == "" {
				want = got
			}
			if got != want {
				t.Fatalf("%s, want %s", got, want)
			}
		}
	}
}

// TestABotMayGoOver: its time is looked at before a game, and the next round of play begins at 0.
func TestABotMayGoOver(t *testing.T) {
	r := New(100)
	var fixtures []tournament.Fixture
	for id := range 6 {
		fixtures = append(fixtures, tournament.Fixture{ID: id, Round: id / 3, Seats: []int{0, 1}})
	}
	r.Plan(fixtures, map[int]bool{1: true})
	enter := func(id int, took game.Micros) {
		t.Helper()
		if !r.Stands(fixtures[id]) {
			t.Fatalf("game %d does not stand", id)
		}
		r.Settle(fixtures[id], tournament.Seat{CPU: took}, tournament.Seat{Took: 1})
	}
	enter(0, 99)
	if r.Over() != nil || r.Stands(fixtures[4]) {
		t.Errorf("%+v is over after 99 µs", r.Over())
	}
	enter(2, 50) // game 1 is given up
	enter(3, 150)
	over := r.Over()
	if over == nil || over.Entry != 0 || over.Round != 1 || over.Used != 150 || !slices.Equal(over.Games, []int{4, 5}) {
		t.Fatalf("over is %+v", over)
	}
	if r.Stands(fixtures[4]) {
		t.Error("a game of a bot that has used its time stands")
	}
}
