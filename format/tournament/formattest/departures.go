package formattest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"agon/format/tournament"
)

// The law of departures: whoever is gone is in no game that is planned and gets no bye, no two absent entries share points, and none of
// them advances or has a chance of being first; brackets mark them and agree with the table; the stage ends, and is planned again from its
// changes.

// sizes plays stages of 2 to 17 bots, with the keys of one case after the other, while bots leave. Those that may end early, and those in
// which all threes of bots meet, take long.
func sizes(t *testing.T, spec tournament.Spec, cases []Case) {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Keys["until"] != nil || c.Field.MinSeats > 2 })
	for bots := 2; bots <= 17 && len(cases) > 0; bots++ {
		c := cases[bots%len(cases)]
		c.Bots, c.Changes = bots, nil
		if stage := begin(t, spec, c, 0); stage.format.Check(stage.field) == nil {
			t.Run(fmt.Sprintf("some of %d bots leave %v", bots, c.Keys), func(t *testing.T) { departures(t, spec, c, 1) })
		}
	}
}

// departures plays a stage several times while random bots leave, are barred, are replaced and return in random rounds, and after its end.
func departures(t *testing.T, spec tournament.Spec, c Case, times uint64) {
	for seed := range times {
		r := rand.New(rand.NewPCG(seed, uint64(c.Bots)))
		c.Changes = leaving(r, c.Bots)
		run := begin(t, spec, c, seed)
		run.giveUp = true
		if !run.run(1 << 30) {
			t.Fatal("it did not end")
		}
		run.cut()
		table := tournament.Standings(run.format, run.field, run.resume().All())
		absent(t, run, table)
		shared(t, run, table)
		replanned(t, run)
		departed(t, run, table, r)
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
func absent(t *testing.T, c *contest, table tournament.Table) {
	t.Helper()
	unplanned(t, c)
	now, here := c.field.Replaced(tournament.Now), 0
	for _, s := range table.Standings {
		gone := now.Gone(s.Entry, tournament.After)
		if !gone {
			here++
		}
		if gone && (s.Through || s.ChanceFirst > 0 || s.ChanceNext > 0) {
			t.Errorf("entry %d is gone: %+v", s.Entry, s)
		}
		if b := table.Bracket; b != nil && gone != slices.Contains(b.Gone, s.Entry) {
			t.Errorf("entry %d is gone: %v, and the bracket marks %v", s.Entry, gone, b.Gone)
		}
	}
	if c.ends == 0 && table.AllMeet && c.field.MinSeats == 2 && c.format.Games(c.field) > 0 {
		met(t, c, table)
	}
	if here > 0 {
		won(t, now, table)
	}
	tied(t, now, table)
}

// unplanned checks that nobody who is gone is in a game that is planned.
func unplanned(t *testing.T, c *contest) {
	t.Helper()
	for _, f := range c.plan {
		then := c.field.Replaced(f.Round)
		for _, e := range f.Seats {
			if !c.field.Plays(e, f.Round) && then.Gone(e, f.Round) {
				t.Fatalf("game %d of round %d has entry %d, which is gone; changes %+v", f.ID, f.Round, e, c.field.Changes)
			}
		}
	}
}

// tied checks that tied places are those of bots that stay.
func tied(t *testing.T, now *tournament.Field, table tournament.Table) {
	t.Helper()
	for _, k := range table.NotApart {
		sound := 0
		for _, s := range table.Standings {
			if s.Group == k.Group && !now.Gone(s.Entry, tournament.After) {
				sound++
			}
		}
		if k.From < 1 || k.From >= k.To || k.To > sound {
			t.Errorf("places %d to %d of group %d are tied, and %d bots of it are left", k.From, k.To, k.Group, sound)
		}
	}
}

// won checks that the winner of a bracket that is over is there, and the first of the table.
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
	winner, first := b.Ties[part.Root].Winner, table.Standings[0]
	over := !slices.ContainsFunc(b.Ties, func(t tournament.Tie) bool { return t.Winner == tournament.Unknown })
	if winner >= 0 && (now.Gone(winner, tournament.After) || first.Entry != winner) || over &&
		(winner < 0 || first.ChanceFirst != 1 || first.Rank != 1) {
		t.Errorf("the bracket is won by %d, and the first of the table is %+v", winner, first)
	}
	for _, s := range table.Standings[1:] {
		if over && (s.Rank == 1 || s.ChanceFirst > 0) {
			t.Errorf("the bracket is won by %d, and entry %d has rank %d with a chance of %v", winner, s.Entry, s.Rank, s.ChanceFirst)
		}
	}
}

// shared checks the points of a table of matches of two: there are no more than byes and matches with a game.
func shared(t *testing.T, c *contest, table tournament.Table) {
	t.Helper()
	if slices.ContainsFunc(c.plan, func(f tournament.Fixture) bool { return len(f.Seats) != 2 }) {
		return
	}
	idle(t, c, table)
	matches, l := map[int]bool{}, c.resume()
	for past, i := l.All(), 0; i < past.Len(); i++ {
		if g := past.Game(i); g.Done {
			matches[g.Match] = true
		}
	}
	points, byes, record := 0.0, 0, 0
	for _, s := range table.Standings {
		points, byes, record = points+s.Points, byes+s.Byes, record+s.Wins+s.Draws+s.Losses
	}
	most := len(matches)
	if record/2 > most { // of games
		most = l.Done()
	}
	if table.By == tournament.ByPoints && points > float64(most+byes) {
		t.Errorf("%v points were given for %d matches and %d byes; changes %+v", points, most, byes, c.field.Changes)
	}
}

// idle checks that nobody has more byes than rounds of play in which it was there without a game.
func idle(t *testing.T, c *contest, table tournament.Table) {
	t.Helper()
	newest := c.field.Successors(tournament.Now)
	busy, rounds := map[[2]int]bool{}, map[int]map[int]bool{} // those there, by round
	for _, f := range c.plan {
		if rounds[f.Round] == nil {
			rounds[f.Round] = map[int]bool{}
			for _, e := range c.field.At(f.Round).Entries {
				rounds[f.Round][cmp.Or(newest[e], e)] = true
			}
		}
		for _, e := range f.Seats {
			busy[[2]int{f.Round, cmp.Or(newest[e], e)}] = true
		}
	}
	for _, s := range table.Standings {
		idle := 0
		for round, there := range rounds {
			if there[s.Entry] && !busy[[2]int{round, s.Entry}] {
				idle++
			}
		}
		if s.Byes > idle {
			t.Errorf("entry %d has %d byes, and was there without a game in %d rounds; changes %+v", s.Entry, s.Byes, idle, c.field.Changes)
		}
	}
}

// departed checks a finished stage from which some leave before the next begins: its plan and the order of the others stay, they do not
// advance, and others of their group do.
func departed(t *testing.T, c *contest, before tournament.Table, r *rand.Rand) {
	t.Helper()
	var out, stay []int
	through := map[int]int{} // by group
	for _, s := range before.Standings {
		if s.Through {
			through[s.Group]++
		}
		if !s.Gone && r.IntN(3) == 0 {
			c.field.Change(tournament.Change{Round: tournament.After, Entry: s.Entry,
				What: []tournament.Turn{tournament.Left, tournament.Barred}[r.IntN(2)], Instead: -1})
			out = append(out, s.Entry)
			continue
		}
		if !s.Gone {
			stay = append(stay, s.Entry)
		}
	}
	table := tournament.Standings(c.format, c.field, c.resume().All())
	c.table() // it is still finished
	absent(t, c, table)
	var order []int
	for _, s := range table.Standings {
		if !s.Gone {
			order = append(order, s.Entry)
			if s.Through != (through[s.Group] > 0) {
				t.Errorf("after %v left, entry %d advances: %v; changes %+v", out, s.Entry, s.Through, c.field.Changes)
			}
			through[s.Group]--
		}
	}
	if !slices.Equal(order, stay) && table.Bracket == nil {
		t.Errorf("after %v left, the order is %v, before it was %v", out, order, stay)
	}
	if next := c.field.Advancing(table); slices.ContainsFunc(next, func(e int) bool { return slices.Contains(out, e) }) {
		t.Errorf("after %v left, %v begin the next stage", out, next)
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
