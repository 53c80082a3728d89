package rating

import (
	"iter"
	"math"
	"slices"

	"agon/game"
)

// An Online is a Plackett-Luce fit that accepts results as they come. New results move the strengths by one step of Newton's method with
// all the information so far; when the results have grown by half, all are fitted again. So the work of a fit is a small multiple of its
// results, however often it is queried.
//
// # Units
//
// Games of one start share its luck: with careful bots the second game of a rotation often ends like the first. An Online knows which
// games belong together, as units, and measures how far units stray compared with single games: the dispersion. It is 1 for independent
// games, the number of games of a unit if they always end alike, and below 1 if seats or draws balance. Errors scale with it.
//
// If bots beat each other in circles, different units of one pair stray to the same side. That is measured too, as the misfit: the variance
// of a bias of each pair. The information of a pair then has a limit; see [Information].
//
// # The prior
//
// All strengths have one normal prior around 0. Its width is learned from the field, starting with a guess. It keeps the strengths of
// undefeated and winless entries finite, and draws entries with little information to the middle.
type Online struct {
	strength []float64    // logarithms; their mean is 0
	info     *Information // there

	width      float64 // variance of the prior
	usual      float64 // the variance assumed before the first result
	dispersion float64
	misfit     float64
	loose      float64 // variances, relative to those if all other strengths were certain

	units  int // units taken
	fitted int // units in the last full fit
	check  fitness

	ranked []int   // entries that have ranks; nil for all
	zero   []int   // entries whose mean is fixed in estimates and draws; nil for all
	mean   float64 // their mean
}

// Units are results in the order of the plan, each the games of one unit: of the same entries, in any order of their seats. The slices may
// be reused for the next.
type Units = iter.Seq[[]Meeting]

// usualWidth is the variance of strengths in an unknown field: 200 points, a class of chess players, is (200 ln 10 / 400)².
const usualWidth = 1.325

// NewOnline returns a fit of n entries without results. spread is the expected standard deviation of the logarithms of strengths before the
// first result; 0 for the default.
func NewOnline(n int, spread float64) *Online {
	usual := float64(spread * spread)
	if spread == 0 {
		usual = usualWidth
	}
	return &Online{strength: make([]float64, n), info: NewInformation(n), width: usual, usual: usual, dispersion: 1, loose: 1}
}

// Clone returns a deep copy.
func (o *Online) Clone() *Online {
	c := *o
	c.strength, c.info = slices.Clone(o.strength), o.info.Clone()
	c.check = fitness{}
	return &c
}

// Grow makes room for n entries, the new ones without results.
func (o *Online) Grow(n int) {
	if more := n - len(o.strength); more > 0 {
		o.strength = append(slices.Clip(o.strength), make([]float64, more)...)
		o.info.grow(n)
	}
}

// growth is the factor by which results grow until all are fitted again.
const growth = 1.5

// Take adds fresh units. all is every unit so far, fresh ones included; it is read only for a full fit.
func (o *Online) Take(fresh, all Units) {
	for unit := range fresh {
		o.units++
		o.check.unit(unit, o.strength, o.info)
	}
	if float64(o.units) >= float64(growth*float64(o.fitted)) {
		o.Fit(all)
		return
	}
	o.step()
	o.learn()
}

const (
	fitSteps   = 12
	stepClose  = 1e-7 // allowed relative error of a step
	settled    = 0.03 // relative to the smallest error: smaller steps end the fit
	mostChange = 1.0  // of a logarithm in one step
)

// Fit fits all units again, starting from the current strengths.
func (o *Online) Fit(all Units) {
	g := gathering{information: o.info}
	for range fitSteps {
		o.gather(all, &g)
		o.disperse()
		moved := o.step()
		o.learn()
		if moved < float64(settled*o.leastError()) {
			break
		}
	}
	o.loosen()
	o.fitted = o.units
}

// gather adds up slope and information of all units at the strengths as they are. It reads the units once, where all are duels.
func (o *Online) gather(all Units, g *gathering) {
	for done := false; !done; done = g.end() {
		g.begin()
		o.check = fitness{}
		if n := len(g.duels); n > 0 && n == o.units {
			o.check.duels(g.duels, o.strength, g)
			continue
		}
		o.units, g.duels = 0, g.duels[:0]
		for unit := range all {
			o.units++
			if d, ok := o.check.unit(unit, o.strength, g); ok {
				g.duels = append(g.duels, d)
			}
		}
	}
}

func (o *Online) precision() *precision {
	return newPrecision(o.info, 1/o.width)
}

// step moves the strengths to the maximum of likelihood and prior by their curvature, and returns the largest move.
func (o *Online) step() float64 {
	p, n := o.precision(), len(o.strength)
	uphill, move := make([]float64, n), make([]float64, n)
	o.info.slopes(uphill)
	for i := range uphill {
		uphill[i] -= float64(p.prior * o.strength[i])
	}
	p.solve(move, uphill, stepClose)
	largest := 0.0
	for _, m := range move {
		largest = max(largest, math.Abs(m))
	}
	part := 1.0
	if largest > mostChange {
		part = mostChange / largest
	}
	for i := range move {
		after := Round(o.strength[i] + float64(part*move[i]))
		move[i], o.strength[i] = after-o.strength[i], after
	}
	o.info.move(move)
	return largest
}

// doubt is the number of entries of the default width added as a prior when the width is learned.
const doubt = 4

// learn learns the width of the prior: the variance of the estimates, and what they may hide.
func (o *Online) learn() {
	sum := float64(doubt * o.usual)
	for i, s := range o.strength {
		sum += float64(s*s) + o.variance(i)
	}
	o.width = Round(sum / float64(len(o.strength)-1+doubt))
}

// looseDraws is the number of draws that measure correlations of strengths.
const looseDraws = 4000

// loosen measures by how much variances exceed those of the diagonal alone. A strength is known only relative to others that are uncertain
// themselves, which increases it; fixing the mean decreases it, in small fields by much.
func (o *Online) loosen() {
	p, n := o.precision(), len(o.strength)
	dice := game.NewDice(int64(o.units), nil)
	x, sum := make([]float64, n), 0.0
	draws := max(8, looseDraws/n)
	for turn := range draws {
		dice.Turn(turn)
		p.draw(x, &dice)
		centre(x)
		for i, v := range x {
			sum += float64(float64(v*v) * p.own(i))
		}
	}
	o.loose = Round(sum / float64(draws*n))
}

// Anchor fixes the zero of estimates and draws: the mean of these entries' strengths is mean. Without it that of all is 0. Where entries
// have left with their results, the others keep their strengths so, and their errors are those against each other.
func (o *Online) Anchor(entries []int, mean float64) { o.zero, o.mean = slices.Clone(entries), mean }

// Mean returns the mean of the estimates of some entries.
func (o *Online) Mean(entries []int) float64 {
	estimates, sum := o.Estimates(), 0.0
	for _, i := range entries {
		sum += estimates[i] / float64(len(entries))
	}
	return sum
}

// centre moves strengths to the zero.
func (o *Online) centre(x []float64) {
	if len(o.zero) == 0 {
		centre(x)
		return
	}
	away := -o.mean
	for _, i := range o.zero {
		away += x[i] / float64(len(o.zero))
	}
	for i := range x {
		x[i] -= away
	}
}

func centre(x []float64) {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for i := range x {
		x[i] -= mean
	}
}

// variance returns the variance of an entry's strength. Results never make it larger than the prior's, which it is without any.
func (o *Online) variance(entry int) float64 {
	return min(o.loose/(o.info.own[entry]+1/o.width), o.width)
}

// leastError returns the smallest error of an entry.
func (o *Online) leastError() float64 {
	least := math.Inf(1)
	for i := range o.strength {
		least = min(least, o.variance(i))
	}
	return math.Sqrt(least)
}

// Strength returns an entry's current strength. The error is the diagonal's, corrected by the mean effect of correlations; the error in
// Ranks is each entry's own.
func (o *Online) Strength(entry int) Strength {
	return Strength{Log: o.strength[entry], Err: Round(math.Sqrt(o.variance(entry)))}
}

// Total returns the counting information of all results. The caller must not change it.
func (o *Online) Total() *Information { return o.info }

// Dispersion returns how far units stray, relative to the variance of single games.
func (o *Online) Dispersion() float64 { return o.dispersion }

// Width returns the variance of the prior.
func (o *Online) Width() float64 { return o.width }

// Size returns how many entries there are.
func (o *Online) Size() int { return len(o.strength) }

// Units returns how many units were taken in.
func (o *Online) Units() int { return o.units }
