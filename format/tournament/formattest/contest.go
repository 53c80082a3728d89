package formattest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"agon/format/tournament"
)

// A contest is one stage played by a run that may be interrupted at any time. A later run knows only what was stored.
type contest struct {
	t      *testing.T
	format tournament.Format
	field  *tournament.Field
	ties   int
	ends   int        // rounds of play after which it is stopped; 0: it ends by itself
	order  *rand.Rand // of arrival
	giveUp bool       // games that a change cancels

	coming  []tournament.Change  // changes of the field that are not applied yet
	given   []givenUp            // stored
	plan    []tournament.Fixture // stored
	results []tournament.Result  // stored, in the order of arrival
}

// givenUp are games that were given up before a round of play was planned.
type givenUp struct {
	round int
	games []int
}

// change applies the changes with which the next round of play is planned.
func (c *contest) change(l *tournament.Ledger) {
	for len(c.coming) > 0 && c.coming[0].Round <= l.Rounds() {
		change := c.coming[0]
		c.coming = c.coming[1:]
		change.Round = l.Rounds()
		c.must(tournament.Accept(c.format, c.field, []tournament.Change{change}, strconv.Itoa))
		if c.giveUp {
			games := tournament.Abandoned(c.format, c.field, l, change)
			c.given = append(c.given, givenUp{l.Rounds(), games})
			c.must(l.GiveUp(games...))
		}
		c.field.Change(change)
	}
}

// run continues from the stored data and stops after this many steps; a step is a stored plan or a stored result. It reports whether the
// stage is over.
func (c *contest) run(steps int) bool {
	l := c.resume()
	for ; steps > 0; steps-- {
		if c.ends > 0 && l.Rounds() >= c.ends && l.Complete(c.ends) {
			return true
		}
		c.change(l)
		fixtures, over := tournament.Next(c.format, c.field, l)
		if len(fixtures) > 0 {
			c.plan = append(c.plan, fixtures...)
			c.must(l.Plan(fixtures...))
			continue
		}
		open := l.Open()
		if len(open) > 0 {
			c.arrive(l, fake(open[c.order.IntN(len(open))], c.ties))
			continue
		}
		if !over {
			c.t.Fatal("nothing to plan, nothing to play, and not over")
		}
		return true
	}
	return false
}

// cut removes plans and results after round c.ends: how far a stopped run had planned ahead depends on which results had arrived.
func (c *contest) cut() {
	if c.ends == 0 {
		return
	}
	late := map[int]bool{}
	c.plan = slices.DeleteFunc(c.plan, func(f tournament.Fixture) bool {
		late[f.ID] = f.Round >= c.ends
		return late[f.ID]
	})
	c.results = slices.DeleteFunc(c.results, func(r tournament.Result) bool { return late[r.Fixture] })
}

func (c *contest) arrive(l *tournament.Ledger, r tournament.Result) {
	c.results = append(c.results, r)
	if entered, err := l.Enter(r); err != nil || !entered {
		c.t.Fatalf("result of game %d: %v, %v", r.Fixture, entered, err)
	}
}

// resume returns the ledger of the stored data. The stage is not the contest's first.
func (c *contest) resume() *tournament.Ledger {
	l := tournament.NewLedger(3, 1000)
	c.must(l.Plan(c.plan...))
	for _, given := range c.given {
		c.must(l.GiveUp(given.games...))
	}
	for _, r := range c.results {
		_, err := l.Enter(r)
		c.must(err)
	}
	return l
}

func (c *contest) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *contest) table() tournament.Table {
	l := c.resume()
	if finished := tournament.Finished(c.format, c.field, l); finished != (c.ends == 0) && !tournament.Deserted(c.format, c.field, l) {
		c.t.Fatalf("whether the stage is finished: %v", finished)
	}
	return c.format.Table(c.field, l.All())
}

// Play plays a stage to its end with results from outcome, and returns its ledger and its format.
func Play(t *testing.T, spec tournament.Spec, keys map[string]any, f *tournament.Field,
	outcome func(tournament.Fixture) tournament.Result) (*tournament.Ledger, tournament.Format) {
	t.Helper()
	format, err := spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	if err := format.Check(f); err != nil {
		t.Fatal(err)
	}
	l := tournament.NewLedger(0, 0)
	for {
		fixtures, over := tournament.Next(format, f, l)
		if over {
			return l, format
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range l.Open() {
			if _, err := l.Enter(outcome(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Pair returns a result in which the entry with the given number wins, or both share the first place if it has neither seat.
func Pair(x tournament.Fixture, winner int) tournament.Result {
	r := tournament.Result{Fixture: x.ID}
	for _, entry := range x.Seats {
		s := tournament.Seat{Place: 1, Moves: movesOf}
		switch winner {
		case entry:
			s.Score = 1
		case x.Seats[0], x.Seats[1]:
			s.Place = 2
		}
		r.Seats = append(r.Seats, s)
	}
	return r
}
