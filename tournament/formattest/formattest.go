/*
Package formattest is the conformance suite that every contest format passes: one call in the format's own test.

	func TestConformance(t *testing.T) {
		formattest.Run(t, knockout.Spec, formattest.Case{Bots: 9, Ties: 2})
	}

It plays whole stages with made-up results, once undisturbed, and then with results in shuffled orders and a run that dies and
goes on after every so many steps. Plan and table must be the same each time; of a stage that never ends, those of its first rounds. [Play] plays a stage with results of the
caller's, for tests of one format's own laws.
*/
package formattest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"agon/game"
	"agon/tournament"
)

// A Case is a stage to be played.
type Case struct {
	Keys  map[string]any
	Bots  int
	Ties  int // of how many games one ends with everybody in the first place; 0: none
	Ends  int // after so many rounds of play somebody stops it, as it never ends by itself; 0: it does
	Field tournament.Field
}

// Run holds a format to the promises of package tournament.
func Run(t *testing.T, spec tournament.Spec, cases ...Case) {
	t.Helper()
	t.Run("documented", func(t *testing.T) { documented(t, spec) })
	for _, c := range cases {
		t.Run(fmt.Sprintf("%d bots %v", c.Bots, c.Keys), func(t *testing.T) { orders(t, spec, c) })
	}
}

func documented(t *testing.T, spec tournament.Spec) {
	if spec.Name == "" || spec.About == "" {
		t.Errorf("format %q says nothing of itself", spec.Name)
	}
	for _, k := range spec.Keys {
		if k.About == "" || k.Default == nil {
			t.Errorf("key %q has no words or no default", k.Name)
		}
	}
	if _, err := spec.Make(nil); err != nil {
		t.Errorf("the defaults make no format: %v", err)
	}
}

// orders plays a stage in many orders of arrival, with deaths in between.
func orders(t *testing.T, spec tournament.Spec, c Case) {
	whole := begin(t, spec, c, 0)
	if err := whole.format.Check(whole.field); err != nil {
		t.Fatal(err)
	}
	if !whole.run(1 << 30) {
		t.Fatal("it did not end")
	}
	whole.cut()
	if least := whole.format.Games(whole.field); len(whole.plan) < least {
		t.Errorf("%d games were played, and %d were certain", len(whole.plan), least)
	}
	want := whole.table()
	complete(t, whole.field, want)
	for death := 1; death < len(whole.results)+20; death += 1 + death/20 {
		c := begin(t, spec, c, uint64(death))
		for lives := 0; !c.run(death); lives++ {
			if lives > len(whole.plan)+len(whole.results) {
				t.Fatal("it never ends")
			}
		}
		c.cut()
		if !reflect.DeepEqual(c.plan, whole.plan) {
			t.Fatalf("dying every %d steps changed the plan", death)
		}
		if got := c.table(); !reflect.DeepEqual(got, want) {
			t.Fatalf("dying every %d steps changed the table:\n%+v\n%+v", death, got, want)
		}
	}
}

// complete holds a finished table to what every table promises.
func complete(t *testing.T, f *tournament.Field, table tournament.Table) {
	t.Helper()
	if len(table.Standings) != f.Size() {
		t.Fatalf("%d lines for %d bots", len(table.Standings), f.Size())
	}
	seen := map[int]bool{}
	for _, s := range table.Standings {
		if seen[s.Entry] || s.Rank < 1 || s.RankLow > s.Rank || s.RankHigh < s.Rank || s.Low > s.Score || s.High < s.Score {
			t.Errorf("line %+v", s)
		}
		if s.Played != s.GamesWon+s.GamesDrawn+s.GamesLost || s.Moves != movesOf*s.Played {
			t.Errorf("counts of %+v", s)
		}
		seen[s.Entry] = true
	}
	if len(table.Through()) == 0 {
		t.Error("nobody goes on")
	}
}

// Field makes a field of so many bots. Not every bot of the line-up plays in it, so that places and entries differ.
func Field(f tournament.Field, bots int) *tournament.Field {
	if f.Seed == 0 {
		f.Seed = 42
	}
	f.MinSeats, f.MaxSeats = max(f.MinSeats, 2), max(f.MaxSeats, 16)
	for i := range bots {
		f.Entries = append(f.Entries, 2*i+1)
	}
	return &f
}

// movesOf is how many moves each seat of a made-up game has.
const movesOf = 20

// fake plays a game by a pure function of its fixture: entries with lower numbers do better on the whole.
func fake(x tournament.Fixture, ties int) tournament.Result {
	dice := game.NewDice(x.Seed, nil)
	r := tournament.Result{Fixture: x.ID, Rounds: 10, Turns: 20, Digest: uint64(x.Seed)}
	tied := ties > 0 && dice.Intn(ties) == 0
	for seat, entry := range x.Seats {
		s := tournament.Seat{Score: float64(dice.Intn(1000)-20*entry) / 7, Moves: movesOf, Took: game.Micros(40 + entry), CPU: 30}
		if dice.Intn(5) == 0 {
			s.Faults = map[string]int{game.Late.String(): 1 + seat}
		}
		r.Seats = append(r.Seats, s)
	}
	for i := range r.Seats {
		r.Seats[i].Place = 1
		for j := range r.Seats {
			if !tied && r.Seats[j].Score > r.Seats[i].Score {
				r.Seats[i].Place++
			}
		}
	}
	return r
}

func begin(t *testing.T, spec tournament.Spec, c Case, order uint64) *contest {
	t.Helper()
	format, err := spec.Make(c.Keys)
	if err != nil {
		t.Fatal(err)
	}
	return &contest{t: t, format: format, field: Field(c.Field, c.Bots), ties: c.Ties, ends: c.Ends, order: rand.New(rand.NewPCG(order, 1))}
}
