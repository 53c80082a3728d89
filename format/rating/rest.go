package rating

import (
	"cmp"
	"math"
	"slices"
)

// A Rest estimates who will be among the best at the end of a stage, from draws of the true ranking quantity. The final table lies between
// the current one and the truth: the fewer games are left, the nearer to the current one.
type Rest struct {
	known   []float64
	among   []int // entries that can advance
	advance int
	reach   float64
	draws   int
	through []int
	after   []float64
}

// NewRest returns a Rest for draws. known is the current ranking quantity, among the entries still playing, nil for all, advance how many
// advance, and left the fraction of all games that is still to be played.
func NewRest(known []float64, among []int, advance int, left float64) *Rest {
	n := len(known)
	if among == nil {
		among = count(n)
	}
	return &Rest{known: slices.Clone(known), among: among, advance: advance, reach: math.Sqrt(left), through: make([]int, n),
		after: make([]float64, n)}
}

// Over reports whether no game is left, so that the table decides.
func (r *Rest) Over() bool { return r.reach == 0 && r.advance > 0 && r.advance < len(r.among) }

// See adds a draw.
func (r *Rest) See(truth []float64) {
	if r.advance == 0 || r.advance >= len(r.among) || r.reach == 0 {
		return
	}
	r.draws++
	for i, k := range r.known {
		r.after[i] = k + float64(r.reach*(truth[i]-k))
	}
	for _, i := range top(r.after, slices.Clone(r.among), r.advance, truth) {
		r.through[i]++
	}
}

// Chance returns the probability that an entry is among the best.
func (r *Rest) Chance(entry int) float64 {
	if r.draws == 0 {
		return 0
	}
	return Round(float64(r.through[entry]) / float64(r.draws))
}

// Top returns the n best entries by a value, equal ones by second.
func Top(value []float64, n int, second []float64) []int {
	return top(value, count(len(value)), n, second)
}

func top(value []float64, order []int, n int, second []float64) []int {
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(value[b], value[a]), cmp.Compare(second[b], second[a]), cmp.Compare(a, b))
	})
	return order[:min(n, len(order))]
}

// Best returns the entry with the largest value, of equal ones the first.
func Best(value []float64) int {
	best := 0
	for i, v := range value {
		if v > value[best] {
			best = i
		}
	}
	return best
}

// Reach is the number of standard errors that contain 95 of 100 draws of a normal law.
const Reach = 1.959964
