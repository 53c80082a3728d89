package formattest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"agon/tournament"
)

// A contest is one stage being played by a run that may die at any time. What it has kept is all that a later run knows.
type contest struct {
	t      *testing.T
	format tournament.Format
	field  *tournament.Field
	ties   int
	ends   int        // rounds of play after which somebody stops it; 0: it ends by itself
	order  *rand.Rand // of arrival
	giveUp bool       // games that a change makes needless

	coming  []tournament.Change  // of the field, which nobody knows yet
	given   []givenUp            // kept
	plan    []tournament.Fixture // kept
	results []tournament.Result  // kept, in the order of arrival
}

// givenUp are games that were given up before a round of play was planned.
type givenUp struct {
	round int
	games []int
}

// change lets those changes happen that the next round of play is planned with.
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

// run plays on from what is kept and dies after so many steps; a step is a kept plan or a kept result. It reports whether it came to
// the end.
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

// cut forgets what was planned and played beyond the rounds that are looked at: how far a run planned ahead when it was stopped
// depends on what had arrived.
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

// resume makes the ledger of what is kept. The stage is not the contest's first.
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
	if finished := tournament.Finished(c.format, c.field, l); finished != (c.ends == 0) {
		c.t.Fatalf("whether the stage is finished: %v", finished)
	}
	return c.format.Table(c.field, l.All())
}

// Play plays a stage to its end with the results of the caller's and gives its ledger and its format.
func Play(t *testing.T, spec tournament.Spec, keys map[string]any, f *tournament.Field, outcome func(tournament.Fixture) tournament.Result) (*tournament.Ledger, tournament.Format) {
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

// Pair is a result in which the entry with the given number wins, or both come first where it is in neither seat.
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
