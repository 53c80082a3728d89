package formattest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"agon/tournament"
)

// departures plays a stage several times while random bots leave, are barred, are replaced and return in random rounds. Whoever is gone
// is in no game that is planned, does not advance and has no chance of being first; the stage ends, and is planned again from its changes.
func departures(t *testing.T, spec tournament.Spec, c Case) {
	if c.Bots > 9 {
		return // the law does not depend on the size, and large fields take long
	}
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, uint64(c.Bots)))
		c.Changes = leaving(r, c.Bots)
		run := begin(t, spec, c, seed)
		run.giveUp = true
		if !run.run(1 << 30) {
			t.Fatal("it did not end")
		}
		run.cut()
		absent(t, run)
		replanned(t, run)
	}
}

// leaving returns random changes of a field of this many bots, of which some may stay.
func leaving(r *rand.Rand, bots int) (changes []tournament.Change) {
	round, next := 0, 900
	for i := range r.IntN(bots + 1) {
		round += r.IntN(2)
		entry := 2*r.IntN(bots) + 1
		if slices.ContainsFunc(changes, func(c tournament.Change) bool { return c.Entry == entry }) {
			continue
		}
		what := tournament.Left
		if i%2 == 1 {
			what = tournament.Barred
		}
		changes = append(changes, tournament.Change{Round: round, Entry: entry, What: what, Instead: -1})
		switch r.IntN(6) {
		case 0:
			if what == tournament.Left {
				changes = append(changes, tournament.Change{Round: round, Entry: next, What: tournament.Joined, Instead: entry})
				next++
			}
		case 1:
			round += r.IntN(3)
			changes = append(changes, tournament.Change{Round: round, Entry: entry, What: tournament.Returned, Instead: -1})
		}
	}
	return changes
}

// absent checks that nobody who is gone plays or advances, and that tables and bracket agree.
func absent(t *testing.T, c *contest) {
	t.Helper()
	now := c.field.Replaced(tournament.Now)
	for _, f := range c.plan {
		then := c.field.Replaced(f.Round)
		for _, e := range f.Seats {
			if !c.field.Plays(e, f.Round) && then.Gone(e, f.Round) {
				t.Fatalf("game %d of round %d has entry %d, which is gone; changes %+v", f.ID, f.Round, e, c.field.Changes)
			}
		}
	}
	table := tournament.Standings(c.format, c.field, c.resume().All())
	here := 0
	for _, s := range table.Standings {
		gone := now.Gone(s.Entry, tournament.Now)
		if !gone {
			here++
		}
		if gone && (s.Through || s.ChanceFirst > 0 || s.ChanceNext > 0) {
			t.Errorf("entry %d is gone: %+v", s.Entry, s)
		}
	}
	if c.ends == 0 && table.AllMeet && c.field.MinSeats == 2 && c.format.Games(c.field) > 0 {
		met(t, c, table)
	}
	if here > 0 {
		won(t, now, table)
	}
}

// won checks that a bracket's winner is there, and is the first of the table.
func won(t *testing.T, now *tournament.Field, table tournament.Table) {
	t.Helper()
	b := table.Bracket
	if b == nil {
		return
	}
	part := b.Parts[len(b.Parts)-1]
	if b.Parts[0].Name == "bracket" || b.Parts[0].Name == "" {
		part = b.Parts[0]
	}
	if winner := b.Ties[part.Root].Winner; winner >= 0 && (now.Gone(winner, tournament.Now) || table.Standings[0].Entry != winner) {
		t.Errorf("the bracket is won by %d, and the first of the table is %d", winner, table.Standings[0].Entry)
	}
}

// met checks that all who are there met all others of their group.
func met(t *testing.T, c *contest, table tournament.Table) {
	t.Helper()
	played := map[[2]int]bool{}
	past := c.resume().All()
	for i := range past.Len() {
		g := past.Game(i)
		for one := range g.Seats() {
			for two := range g.Seats() {
				played[[2]int{g.Entry(one), g.Entry(two)}] = played[[2]int{g.Entry(one), g.Entry(two)}] || g.Done
			}
		}
	}
	seats := past.Game(0).Seats()
	for i, a := range table.Standings {
		for _, b := range table.Standings[:i] {
			if seats == 2 && a.Group == b.Group && !played[[2]int{a.Entry, b.Entry}] {
				t.Errorf("entries %d and %d are there and did not meet; changes %+v", a.Entry, b.Entry, c.field.Changes)
			}
		}
	}
}
