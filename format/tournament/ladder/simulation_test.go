package ladder

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"agon/format/tournament"
)

// A world is a field of bots with known strengths.
type world struct {
	field *tournament.Field
	truth []float64 // logarithms of strength, by place in the field
	ranks []int     // true ranks, by place in the field
	alike float64   // share of the games of a start that depend on strengths and start only
	drawn float64   // share of drawn games
	first float64   // added to the logarithm of strength of the first seat

	fair []float64   // strengths by mean scores against all others, if pairs have biases; nil: truth
	bias [][]float64 // added to the logarithm of a bot's strength against each other bot, in games of two; may be nil
}

// newWorld draws the logarithms of strengths from a normal distribution with standard deviation spread.
func newWorld(n int, spread float64, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 17))
	w := &world{field: &tournament.Field{Seed: int64(seed) + 1, MinSeats: 2, MaxSeats: 8}}
	for i := range n {
		w.field.Entries = append(w.field.Entries, i)
		w.truth = append(w.truth, spread*r.NormFloat64())
	}
	w.centre()
	w.rank()
	return w
}

// centre shifts the strengths to mean 0, as ratings have.
func (w *world) centre() {
	mean := 0.0
	for _, s := range w.truth {
		mean += s / float64(len(w.truth))
	}
	for i := range w.truth {
		w.truth[i] -= mean
	}
}

func (w *world) rank() {
	order := descending(w.truth)
	w.ranks = make([]int, len(order))
	for place, i := range order {
		w.ranks[i] = place + 1
	}
}

// descending returns the indexes of values, the largest first.
func descending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case values[a] > values[b]:
			return -1
		case values[a] < values[b]:
			return 1
		}
		return 0
	})
	return order
}

// play returns the result of a fixture: sorting strengths with Gumbel noise is the Plackett-Luce model. Games of one start that are alike
// have the same noise for the same bot.
func (w *world) play(x tournament.Fixture) tournament.Result {
	own := rand.New(rand.NewPCG(uint64(x.Seed), uint64(x.Game)+1))
	start := rand.New(rand.NewPCG(uint64(x.Seed), 0))
	noise := own
	if start.Float64() < w.alike {
		noise = start
	}
	drawn := own.Float64() < w.drawn
	made := make(map[int]float64, len(x.Seats))
	bots := slices.Sorted(slices.Values(x.Seats)) // noise belongs to bots, not to seats
	for _, bot := range bots {
		made[bot] = w.truth[bot] - math.Log(noise.ExpFloat64())
	}
	made[x.Seats[0]] += w.first
	if w.bias != nil {
		made[x.Seats[0]] += w.bias[x.Seats[0]][x.Seats[1]]
	}
	r := tournament.Result{Fixture: x.ID}
	for _, bot := range x.Seats {
		place := 1
		for _, other := range bots {
			if !drawn && made[other] > made[bot] {
				place++
			}
		}
		r.Seats = append(r.Seats, tournament.Seat{Place: place, Score: float64(len(bots) - place), Moves: 1})
	}
	return r
}

// round plays one more round of play and reports whether there was one.
func (w *world) round(t testing.TB, l *tournament.Ledger, format tournament.Format) bool {
	fixtures, over := tournament.Next(format, w.field, l)
	if over {
		return false
	}
	if err := l.Plan(fixtures...); err != nil {
		t.Fatal(err)
	}
	for _, x := range fixtures {
		if _, err := l.Enter(w.play(x)); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

// ladder plays a whole ladder and returns its table.
func (w *world) ladder(t testing.TB, keys map[string]any) tournament.Table {
	format := made(t, keys)
	l := tournament.NewLedger(0, 0)
	for w.round(t, l, format) {
	}
	return format.Table(w.field, l.All())
}

// made returns a ladder with these keys.
func made(t testing.TB, keys map[string]any) *format {
	made, err := Spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*format)
}
