package divisions

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"agon/format/tournament"
)

// world is bots of known strength: in a game the stronger wins by the law of Bradley and Terry. Strengths are normal with the usual spread
// of a field, 200 points of rating.
type world struct {
	field *tournament.Field
	truth []float64 // logarithms of strength, by entry
	r     *rand.Rand
}

func newWorld(bots int, seed uint64) *world {
	w := &world{field: &tournament.Field{Seed: int64(seed), MinSeats: 2, MaxSeats: 2, MostScore: 1, OrderOnly: true},
		r: rand.New(rand.NewPCG(seed, 5))}
	for i := range bots {
		w.field.Entries = append(w.field.Entries, i)
		w.truth = append(w.truth, 200*math.Ln10/400*w.r.NormFloat64())
	}
	return w
}

func (w *world) game(x tournament.Fixture) tournament.Result {
	r := tournament.Result{Fixture: x.ID, Seats: []tournament.Seat{{Place: 1, Score: 1, Moves: 1}, {Place: 2, Moves: 1}}}
	if w.r.Float64() > 1/(1+math.Exp(w.truth[x.Seats[1]]-w.truth[x.Seats[0]])) {
		r.Seats[0], r.Seats[1] = r.Seats[1], r.Seats[0]
	}
	return r
}

// rank returns the true rank of an entry, from 1.
func (w *world) rank(entry int) int {
	order := slices.Clone(w.field.Entries)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(w.truth[b], w.truth[a]) })
	return slices.Index(order, entry) + 1
}

// After 25 seasons of 200 bots, in an order that has nothing to do with strength at first, the top division of 16 holds bots of the first
// quarter alone, and most of the true first 16.
func TestTheStrongestRise(t *testing.T) {
	w := newWorld(200, 1)
	format := made(t, map[string]any{"seasons": 25, "promoted": 4})
	l := tournament.NewLedger(0, 0)
	for !tournament.Finished(format, w.field, l) {
		play(t, format, w.field, l, l.Rounds()+1, w.game)
	}
	first, worst := 0, 0
	for _, s := range format.Table(w.field, l.All()).Standings[:16] {
		rank := w.rank(s.Entry)
		worst = max(worst, rank)
		if rank <= 16 {
			first++
		}
	}
	t.Logf("the top division has %d of the first 16, and the worst of it has rank %d, after %d games of each bot", first, worst,
		2*l.Done()/200)
	if first < 9 || worst > 50 {
		t.Errorf("the top division has %d of the first 16, and a bot with rank %d", first, worst)
	}
}

// The strongest of all enters the lowest of 13 divisions, moves up one with each season of 30 games, and needs two seasons more at most.
func TestALateBotClimbs(t *testing.T) {
	w := newWorld(200, 2)
	format := made(t, nil)
	l := tournament.NewLedger(0, 0)
	play(t, format, w.field, l, 20, w.game)
	w.truth = append(w.truth, 5)
	w.field.Change(tournament.Change{Round: l.Rounds(), Entry: 200, What: tournament.Joined, Instead: -1})
	for {
		play(t, format, w.field, l, l.Rounds()+4, w.game)
		lines := format.Table(w.field, l.All()).Standings
		s := lines[slices.IndexFunc(lines, func(s tournament.Standing) bool { return s.Entry == 200 })]
		if s.Group == 0 {
			t.Logf("it is in the top division after %d games", s.Played)
			return
		}
		if s.Played > 14*30+23*2 {
			t.Fatalf("after %d games it is in division %d", s.Played, s.Group+1)
		}
	}
}
