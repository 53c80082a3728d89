package ladder

import (
	"math"
	"slices"

	"agon/rating"
)

/*
A worth tells what a match is worth: how much it is expected to take off the uncertainty of ranks.

An entry's rank is as uncertain as its strength, times how densely others stand there. As 3rd or 4th is as much of a
difference as 300th or 400th, ranks count in proportion. So an entry's weight is the square of the density around it over its rank,
and a match is worth what it takes off the variances of its entries, times their weights. It follows that near ratings meet, since
a game between equals tells most; that uncertain bots come first, in a crowd of their like the more so the higher they stand; and that those
who have met each other often, and know their difference and its bias, meet others. Where all ranks are certain all play alike.

Variances are those of the two entries' own block of the information, all others taken as certain.
*/
type worth struct {
	told   *rating.Information // with what planned matches are going to tell
	match  float64             // what a pair of equals tells of each other in a match, on average over the sizes of matches
	sized  map[int]float64     // the same in a match of each size
	prior  float64             // what was known before
	logs   []float64           // strengths, by place in the field
	weight []float64
}

// newWorth begins with what is known. games is how many games a match of a size has.
func newWorth(o *rating.Online, sizes []int, games func(seats int) int) *worth {
	w := &worth{
		told: o.Told().Clone(), sized: map[int]float64{}, prior: 1 / o.Width(), logs: make([]float64, o.Size()),
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

// ofEquals is what a pair of a game of so many equals tells of each other: over all choices, how likely both are still there, times
// the product of their shares. A quarter for games of two.
func ofEquals(seats int) float64 {
	sum := 0.0
	for left := 2; left <= seats; left++ {
		sum += float64(left-1) / float64(left)
	}
	return sum / float64(seats*(seats-1))
}

const (
	aroundErrors = 2    // others within so many errors are around an entry
	leastShare   = 0.05 // their number over its rank is taken to be this at least, so that certain ranks become more certain still
)

// measure weighs the entries, which are given by strength. The rank of one is the middle of those around it, so that the order of
// those who are not known apart says nothing.
func (w *worth) measure(o *rating.Online, order []int) {
	falling := make([]float64, len(order)) // sign turned, to be searched
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

// block is the variances of two entries and their covariance.
func (w *worth) block(a, b int, between float64) (va, vb, both float64) {
	ha, hb := w.told.Own(a)+w.prior, w.told.Own(b)+w.prior
	whole := float64(ha*hb) - float64(between*between)
	return hb / whole, ha / whole, between / whole
}

// gain is what a match of two is worth. Variances fall as those of a normal law do when a difference is measured.
func (w *worth) gain(a, b int) float64 {
	between := w.told.Between(a, b)
	va, vb, both := w.block(a, b, between)
	apart := va + vb - 2*both
	tells := w.told.More(between, w.tells(w.match, a, b, apart))
	fall := tells / (1 + float64(tells*apart))
	fa, fb := va-both, vb-both
	return float64(fall * (float64(w.weight[a]*float64(fa*fa)) + float64(w.weight[b]*float64(fb*fb))))
}

// tells is the information that a match is expected to give on a pair whose difference has a variance, where match is what it gives on
// equals.
func (w *worth) tells(match float64, a, b int, variance float64) float64 {
	return float64(match * chance(w.logs[a]-w.logs[b], variance))
}

// chance is what a game of two tells on average, in parts of what one of equals tells, where the difference of the strengths is about
// so much, with a variance: the less, the more one-sided it may be.
func chance(difference, variance float64) float64 {
	flat := 1 / math.Sqrt(1+float64(variance*(math.Pi/8))) // how much uncertainty flattens the curve of expectation
	p := 1 / (1 + math.Exp(-float64(flat*difference)))
	return 4 * float64(flat*float64(p*(1-p)))
}

// expect counts in what a match is going to tell.
func (w *worth) expect(match []int) {
	for k, a := range match {
		for _, b := range match[:k] {
			va, vb, both := w.block(a, b, w.told.Between(a, b))
			w.told.Add(a, b, w.tells(w.sized[len(match)], a, b, va+vb-2*both))
		}
	}
}
