package ladder

import (
	"math"
	"slices"

	"agon/format/rating"
)

/*
A worth computes the gain of matches: how much a match is expected to reduce the uncertainty of ranks.

The uncertainty of an entry's rank is that of its strength, times the density of other entries at that strength. The difference between
ranks 3 and 4 counts as much as that between 300 and 400, so ranks count in proportion. So an entry's weight is the square of the
quotient of the density around it and its rank, and the gain of a match is the reduction of the variances of its entries, times their
weights. It follows that bots with similar ratings meet, since a game between equals gives most information; that uncertain bots come
first, among many similar ones those with better ranks; and that those who have met each other often, so that their difference and its
bias are known, meet others. If all ranks are certain all play equally often.

Variances are those of the two entries' own block of the information; all other strengths are treated as known.
*/
type worth struct {
	info   *rating.Information // including the expected information of planned matches
	match  float64             // information of a match on a pair of equals, the mean over the sizes of matches
	sized  map[int]float64     // the same for a match of each size
	prior  float64             // information of the prior
	logs   []float64           // logarithms of strength, by place in the field
	weight []float64
}

// newWorth returns a worth with the known information. games returns the number of games of a match of a size.
func newWorth(o *rating.Online, sizes []int, games func(seats int) int) *worth {
	w := &worth{
		info: o.Total().Clone(), sized: map[int]float64{}, prior: 1 / o.Width(), logs: make([]float64, o.Size()),
	}
	for i := range w.logs {
		w.logs[i] = o.Strength(i).Log
	}
	for _, seats := range sizes {
		w.sized[seats] = float64(float64(games(seats)) * ofEquals(seats))
		w.match += w.sized[seats]
	}
	w.match /= float64(len(sizes))
	return w
}

// ofEquals returns the information of a game of equals on each pair: the sum, over all choices, of the probability that both are still to
// be chosen, times the product of their shares. It is 1/4 for games of two.
func ofEquals(seats int) float64 {
	sum := 0.0
	for left := 2; left <= seats; left++ {
		sum += float64(left-1) / float64(left)
	}
	return sum / float64(seats*(seats-1))
}

const (
	aroundErrors = 2    // others within this many standard errors are around an entry
	leastShare   = 0.05 // lower bound of their number divided by its rank, so that certain ranks become more certain
)

// measure computes the weights of the entries, which are ordered by strength. The rank of an entry is the middle of those around it, so
// that the order of statistically tied entries does not matter.
func (w *worth) measure(o *rating.Online, order []int) {
	falling := make([]float64, len(order)) // negated, for binary search
	for at, i := range order {
		falling[at] = -w.logs[i]
	}
	w.weight = make([]float64, len(w.logs))
	for at, i := range order {
		reach := aroundErrors * o.Strength(i).Err
		from, _ := slices.BinarySearch(falling, falling[at]-reach)
		to, _ := slices.BinarySearch(falling, falling[at]+reach)
		share := 2 * float64(to-from-1) / float64(from+to+1)
		weight := max(leastShare, share) / (2 * reach)
		w.weight[i] = float64(weight * weight)
	}
}

// block returns the variances of two entries and their covariance.
func (w *worth) block(a, b int, between float64) (va, vb, both float64) {
	ha, hb := w.info.Own(a)+w.prior, w.info.Own(b)+w.prior
	whole := float64(ha*hb) - float64(between*between)
	return hb / whole, ha / whole, between / whole
}

// gain returns the gain of a match of two, never negative. The reduction of variances is that of a normal distribution when a difference is
// measured. Where so much is known of two entries that rounding leaves nothing of their block, it is 0.
func (w *worth) gain(a, b int) float64 {
	between := w.info.Between(a, b)
	va, vb, both := w.block(a, b, between)
	apart := va + vb - 2*both
	more := w.info.More(between, w.expected(w.match, a, b, apart))
	fall := more / (1 + float64(more*apart))
	fa, fb := va-both, vb-both
	gain := float64(fall * (float64(w.weight[a]*float64(fa*fa)) + float64(w.weight[b]*float64(fb*fb))))
	if !(gain > 0) || math.IsInf(gain, 0) { // also NaN
		return 0
	}
	return gain
}

// expected returns the expected information of a match on a pair whose difference has a variance; match is that of equals.
func (w *worth) expected(match float64, a, b int, variance float64) float64 {
	return float64(match * chance(w.logs[a]-w.logs[b], variance))
}

// chance returns the mean information of a game of two relative to one of equals, given the estimated difference of strengths and its
// variance: it falls as the game may be more one-sided.
func chance(difference, variance float64) float64 {
	flat := 1 / math.Sqrt(1+float64(variance*(math.Pi/8))) // flattening of the expected score by the uncertainty
	p := 1 / (1 + math.Exp(-float64(flat*difference)))
	return 4 * float64(flat*float64(p*(1-p)))
}

// expect adds the expected information of a match.
func (w *worth) expect(match []int) {
	for k, a := range match {
		for _, b := range match[:k] {
			va, vb, both := w.block(a, b, w.info.Between(a, b))
			w.info.Add(a, b, w.expected(w.sized[len(match)], a, b, va+vb-2*both))
		}
	}
}
