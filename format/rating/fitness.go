package rating

import (
	"cmp"
	"math"
	"slices"
)

// fitness collects slope and curvature of the likelihood at given strengths, and how far each unit strays.
type fitness struct {
	strayed float64 // squared surprises, of each seat of each unit
	should  float64 // their expectation if games were independent
	free    int     // independent seats: one of each unit follows from the others

	slopes  float64 // squared slopes, of each pair of each unit
	weights float64 // squared curvatures

	entries []int     // of the unit
	slope   []float64 // beside them
	own     []float64
	between []float64 // for each pair of them, the larger first: curvature
	beats   []float64 // slope in the strength of the larger
	share   []float64 // of those left in a choice
	left    []int
	seat    []int // of those left, by place in entries
}

// adder adds the information of a pair: curvature, and slope in the strength of a.
type adder interface {
	addCurvature(a, b int, weight, slope float64)
}

// unit takes in a unit's games, and returns its duel if it is one.
func (f *fitness) unit(games []Meeting, strength []float64, info adder) (d duel, ok bool) {
	if d, ok = duelOf(games); ok {
		weight, slope := f.duel(d, strength)
		info.addCurvature(int(d.other), int(d.one), weight, slope)
		return d, true
	}
	f.whole(games, strength, info)
	return d, false
}

// whole is unit for games of any size.
func (f *fitness) whole(games []Meeting, strength []float64, info adder) {
	f.entries = append(f.entries[:0], games[0].Entries...)
	n := len(f.entries)
	f.slope, f.own = zeros(f.slope, n), zeros(f.own, n)
	f.between, f.beats = zeros(f.between, n*n), zeros(f.beats, n*n)
	for _, m := range games {
		f.game(m, strength)
	}
	f.free += n - 1
	for i, e := range f.entries {
		f.strayed += float64(f.slope[i] * f.slope[i])
		f.should += f.own[i]
		for j, other := range f.entries[:i] {
			weight := f.between[i*n+j] + f.between[j*n+i]
			slope := f.beats[i*n+j] - f.beats[j*n+i]
			f.slopes += float64(slope * slope)
			f.weights += float64(weight * weight)
			info.addCurvature(e, other, weight, slope)
		}
	}
}

func zeros(list []float64, n int) []float64 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// game adds one game: the first among all, then among those left, and so on.
func (f *fitness) game(m Meeting, strength []float64) {
	f.left = f.left[:0]
	for seat := range m.Entries {
		f.left = append(f.left, seat)
	}
	slices.SortStableFunc(f.left, func(a, b int) int { return cmp.Compare(m.Points[b], m.Points[a]) })
	for left := f.left; len(left) > 1; {
		tied := 1
		for tied < len(left) && m.Points[left[tied]] == m.Points[left[0]] {
			tied++
		}
		f.choice(m, left, tied, strength)
		left = left[tied:]
	}
}

// choice adds the choice of the first among those left; entries sharing the place share the choice.
func (f *fitness) choice(m Meeting, left []int, first int, strength []float64) {
	f.shares(m, left, strength)
	f.seat = f.seat[:0]
	for _, seat := range left {
		f.seat = append(f.seat, slices.Index(f.entries, m.Entries[seat]))
	}
	part, n := 1/float64(first), len(f.entries)
	for k, at := range f.seat {
		f.slope[at] -= f.share[k]
		if k < first {
			f.slope[at] += part
		}
		f.own[at] += float64(f.share[k] * (1 - f.share[k]))
		for j, other := range f.seat[:k] {
			f.between[at*n+other] += float64(f.share[k] * f.share[j])
			if k < first {
				f.beats[at*n+other] += float64(part * f.share[j])
			}
			if j < first {
				f.beats[other*n+at] += float64(part * f.share[k])
			}
		}
	}
}

// shares computes the probabilities of being chosen among those left.
func (f *fitness) shares(m Meeting, left []int, strength []float64) {
	f.share = f.share[:0]
	best := strength[m.Entries[left[0]]]
	for _, seat := range left {
		best = max(best, strength[m.Entries[seat]])
	}
	sum := 0.0
	for _, seat := range left {
		s := math.Exp(strength[m.Entries[seat]] - best)
		f.share = append(f.share, s)
		sum += s
	}
	for k := range f.share {
		f.share[k] /= sum
	}
}

const (
	calm            = 20   // seats of average dispersion added as a prior
	leastDispersion = 0.25 // lower bound of the dispersion
)

// disperse measures the misfit, then the dispersion. Strengths fitted to the units reduce their straying by the degrees of freedom; with
// many strengths for the units, the measures shrink towards 0 and 1.
func (o *Online) disperse() {
	f := &o.check
	if f.should == 0 {
		return
	}
	o.misfit = Round(o.measureMisfit())
	bound := 0.0
	for i := range o.strength {
		bound += max(0, 1-o.variance(i)/o.width)
	}
	free := float64(f.free)
	strayed := max(0, f.strayed-float64(2*o.misfit*f.weights))
	seen := free * strayed / f.should
	expected := max(0.1*free, free-bound)
	o.dispersion = Round(max(leastDispersion, (seen+calm+bound)/(expected+calm+bound)))
	o.info.recount(1/o.dispersion, o.misfit)
}

// calmPairs is the squared curvature of pairs without a bias that is added as a prior.
const calmPairs = 4

// measureMisfit returns the variance of the biases of pairs: how far different units of one pair stray to the same side, beyond chance.
// Fitting the strengths reduces that; with hardly more pairs than strengths it cannot be measured, and the result is 0.
func (o *Online) measureMisfit() float64 {
	slopes, weights, pairs := o.info.squares()
	slopes, weights = slopes-o.check.slopes, weights-o.check.weights
	free := float64(pairs - len(o.strength) + 1)
	if weights <= 0 || free <= 0 {
		return 0
	}
	chance := float64(o.dispersion * math.Sqrt(2*weights))
	part := free / float64(pairs)
	return max(0, slopes-chance) / (weights + calmPairs) * min(1/part, 4*part)
}
