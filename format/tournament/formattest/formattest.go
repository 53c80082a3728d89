/*
Package formattest is the test suite for contest formats: one call in the format's own test.

	func TestConformance(t *testing.T) {
		formattest.Run(t, knockout.Spec, formattest.Case{Bots: 9, Ties: 2})
	}

It plays whole stages with made-up results, once without interruptions, and then with results in shuffled orders and a run that is
interrupted and resumed every few steps. Plan and table must be the same each time; for an endless stage, those of its first rounds. If
the field changes during the stage, the same plan must follow from the changes, even if all are known from the start. [Play] plays a
stage with results of the caller's, for tests of one format's own rules.
*/
package formattest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/game"
)

// A Case is a stage to play.
type Case struct {
	Keys  map[string]any
	Bots  int
	Ties  int // one of this many games ends with a tie of all entries; 0: none
	Ends  int // an endless stage is stopped after this many rounds of play; 0: it ends by itself
	Field tournament.Field

	// Changes of the field, in order. Entries are odd numbers from 1, as Field assigns them; one that joins has another number.
	Changes []tournament.Change
}

// Run checks that a format obeys the rules of package tournament.
func Run(t *testing.T, spec tournament.Spec, cases ...Case) {
	t.Helper()
	t.Run("documented", func(t *testing.T) { documented(t, spec) })
	for _, c := range cases {
		t.Run(fmt.Sprintf("%d bots %v", c.Bots, c.Keys), func(t *testing.T) { orders(t, spec, c) })
		if c.Bots <= 9 {
			t.Run(fmt.Sprintf("%d bots leave %v", c.Bots, c.Keys), func(t *testing.T) { departures(t, spec, c, 3) })
		}
	}
	sizes(t, spec, cases)
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

// orders plays a stage with many orders of arrival, with interruptions.
func orders(t *testing.T, spec tournament.Spec, c Case) {
	whole := begin(t, spec, c, 0)
	if err := whole.format.Check(whole.field); err != nil {
		t.Fatal(err)
	}
	if !whole.run(1 << 30) {
		t.Fatal("it did not end")
	}
	whole.cut()
	if least := whole.format.Games(whole.field); len(whole.plan) < least && len(c.Changes) == 0 {
		t.Errorf("%d games were played, and %d were certain", len(whole.plan), least)
	}
	want := whole.table()
	complete(t, whole.field.At(tournament.Now), len(c.Changes) > 0, want)
	moments(t, whole, want)
	if len(c.Changes) > 0 {
		replanned(t, whole)
		hasty := begin(t, spec, c, 7)
		if hasty.giveUp = true; !hasty.run(1 << 30) {
			t.Fatal("with games that are given up it did not end")
		}
		hasty.cut()
		complete(t, hasty.field.At(tournament.Now), true, hasty.table())
		replanned(t, hasty)
	}
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

// replanned plans a finished stage again, with all changes known from the start, as verification of a ledger does.
func replanned(t *testing.T, c *contest) {
	t.Helper()
	l := tournament.NewLedger(3, 1000)
	results := map[int]tournament.Result{}
	for _, r := range c.results {
		results[r.Fixture] = r
	}
	given := c.given
	for l.Planned() < len(c.plan) {
		for len(given) > 0 && given[0].round <= l.Rounds() {
			c.must(l.GiveUp(given[0].games...))
			given = given[1:]
		}
		fixtures, _ := tournament.Next(c.format, c.field, l)
		if len(fixtures) == 0 {
			t.Fatalf("planned again, the stage has %d games of %d", l.Planned(), len(c.plan))
		}
		if at := l.Planned(); at+len(fixtures) > len(c.plan) || !reflect.DeepEqual(fixtures, c.plan[at:at+len(fixtures)]) {
			t.Fatalf("planned again, the stage goes on otherwise from game %d on", at)
		}
		c.must(l.Plan(fixtures...))
		for _, f := range fixtures {
			if r, ok := results[f.ID]; ok {
				_, err := l.Enter(r)
				c.must(err)
			}
		}
	}
}

// complete checks a finished table for the properties that all tables have.
func complete(t *testing.T, f *tournament.Field, changed bool, table tournament.Table) {
	t.Helper()
	if len(table.Standings) != f.Size() {
		t.Fatalf("%d lines for %d bots", len(table.Standings), f.Size())
	}
	seen := map[int]bool{}
	for _, s := range table.Standings {
		if !slices.Contains(f.Entries, s.Entry) {
			t.Errorf("entry %d does not play", s.Entry)
		}
		if seen[s.Entry] || s.Rank < 1 || s.RankLow > s.Rank || s.RankHigh < s.Rank || s.Low > s.Score || s.High < s.Score {
			t.Errorf("line %+v", s)
		}
		if s.Played != s.GamesWon+s.GamesDrawn+s.GamesLost || s.Moves < movesOf*s.Played || s.Moves > movesOf*s.Played && !changed {
			t.Errorf("counts of %+v", s)
		}
		seen[s.Entry] = true
	}
	ranked(t, table)
	if len(table.Through()) == 0 {
		t.Error("nobody goes on")
	}
}

// ranked checks that each line has the rank of its position in its group, or shares that of the line before it, and that the lines that
// advance are before the others.
func ranked(t *testing.T, table tournament.Table) {
	t.Helper()
	at := 0
	for i, s := range table.Standings {
		if at++; i == 0 || s.Group != table.Standings[i-1].Group {
			at = 1
		}
		if s.Rank == at {
			continue
		}
		if before := table.Standings[max(i-1, 0)]; at == 1 || s.Rank != before.Rank {
			t.Errorf("rank %d at position %d of group %d: %+v", s.Rank, at, s.Group, s)
		}
	}
	for i := 1; i < len(table.Standings); i++ {
		if s, before := table.Standings[i], table.Standings[i-1]; s.Group == before.Group && s.Through && !before.Through {
			t.Errorf("entry %d advances and entry %d before it does not", s.Entry, before.Entry)
		}
	}
}

// Field returns a field of this many bots. Their entries are odd numbers, so that places and entries differ.
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

// movesOf is the number of moves of each seat of a made-up game.
const movesOf = 20

// fake returns a result that is a pure function of the fixture: entries with lower numbers tend to score more.
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
	return &contest{
		t: t, format: format, field: Field(c.Field, c.Bots), ties: c.Ties, ends: c.Ends, order: rand.New(rand.NewPCG(order, 1)),
		coming: c.Changes,
	}
}

// Changes returns changes of all types for a field in which these three entries play: a bot joins in round 2, a new version replaces the
// second in round 3, the first is barred in round 4 and returns in round 5, and the third is barred in round 6.
func Changes(back, version, barred int) []tournament.Change {
	return []tournament.Change{
		{Round: 2, Entry: 900, What: tournament.Joined, Instead: -1},
		{Round: 3, Entry: version, What: tournament.Left},
		{Round: 3, Entry: 902, What: tournament.Joined, Instead: version},
		{Round: 4, Entry: back, What: tournament.Barred},
		{Round: 5, Entry: back, What: tournament.Returned},
		{Round: 6, Entry: barred, What: tournament.Barred},
	}
}

// moments compares the moments of a finished stage with its table: the last moment has the same order, and computing the moments again
// gives the same.
func moments(t *testing.T, c *contest, want tournament.Table) {
	t.Helper()
	l := c.resume()
	all := tournament.Moments(c.format, c.field, l, 1<<20)
	if again := tournament.Moments(c.format, c.field, c.resume(), 1<<20); !reflect.DeepEqual(all, again) {
		t.Error("moments are not the same when they are asked for again")
	}
	if len(all) == 0 || all[len(all)-1].Games != l.Done() {
		t.Fatalf("%d moments, and %d games", len(all), l.Done())
	}
	for i, m := range all {
		if i > 0 && (m.Round <= all[i-1].Round || m.Games < all[i-1].Games) {
			t.Errorf("moment %d is of round %d with %d games, the one before of round %d with %d", i, m.Round, m.Games, all[i-1].Round,
				all[i-1].Games)
		}
	}
	if _, estimated := c.format.(tournament.Remembering); estimated {
		return // the table fits the estimates again, so the order may differ
	}
	var got, order []int
	for _, line := range all[len(all)-1].Lines {
		got = append(got, line.Entry)
	}
	for _, s := range want.Standings {
		order = append(order, s.Entry)
	}
	if !reflect.DeepEqual(got, order) {
		t.Errorf("the last moment has the order %v, the table %v", got, order)
	}
}
