package rating

import (
	"iter"
	"math"
	"slices"

	"agon/game"
)

// An Online is a Plackett-Luce fit that takes in results as they come. What is new moves the strengths by one step of Newton's
// method with all the information there is; when the results have grown by half, all of them are fitted again. So the work of a
// fit is a small multiple of its results, however often it is asked.
//
// # Units
//
// Games of one start share its luck: with careful bots the second game of a rotation often ends like the first. An Online is
// told which games belong together, as units, and measures how far units stray from what single games would: the dispersion. It
// is 1 where games are independent, the number of games of a unit where they always end alike, and below 1 where seats or draws
// even things out. Errors follow it.
//
// Where bots beat each other in circles different units of one pair stray to the same side. That is measured too, as the misfit:
// the variance of a bias of each pair. What a pair can tell then has a limit; see [Information].
//
// # The prior
//
// Every strength is thought to come from one normal law around 0. Its width is learned from the field, from a first guess. It
// keeps the strength of who won or lost all finite, and draws those of whom little is known to the middle, as it should.
type Online struct {
	strength []float64    // logarithms; their mean is 0
	told     *Information // there

	width      float64 // variance of the prior
	usual      float64 // that is thought before the first result
	dispersion float64
	misfit     float64
	loose      float64 // variances, in what they would be were all other strengths certain

	units  int // taken in
	fitted int // of these fitted again
	check  fitness

	ranked []int // entries that have ranks; nil for all
}

// Units are results in the order of the plan, each the games of one unit: of the same entries, in any order of their seats. The
// slices may be used again for the next.
type Units = iter.Seq[[]Meeting]

// usualWidth is the variance of strengths in a field of which nothing is known: 200 points, a class of chess players.
const usualWidth = 1.325 // (200 ln 10 / 400)²

// NewOnline knows nothing of n entries yet. spread is how far strengths are thought to lie apart before the first result, as the
// standard deviation of their logarithms; 0 is the usual one.
func NewOnline(n int, spread float64) *Online {
	usual := float64(spread * spread)
	if spread == 0 {
		usual = usualWidth
	}
	return &Online{strength: make([]float64, n), told: NewInformation(n), width: usual, usual: usual, dispersion: 1, loose: 1}
}

// Clone is a copy of its own.
func (o *Online) Clone() *Online {
	c := *o
	c.strength, c.told = slices.Clone(o.strength), o.told.Clone()
	c.check = fitness{}
	return &c
}

// Grow makes room for n entries. Of the new ones nothing is known.
func (o *Online) Grow(n int) {
	if more := n - len(o.strength); more > 0 {
		o.strength = append(slices.Clip(o.strength), make([]float64, more)...)
		o.told.grow(n)
	}
}

// growth is by how much results grow until all are fitted again.
const growth = 1.5

// Take takes in fresh units. all is every unit so far, the fresh ones among them; it is read only where all are fitted again.
func (o *Online) Take(fresh, all Units) {
	for unit := range fresh {
		o.units++
		o.check.unit(unit, o.strength, o.told)
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
	stepClose  = 1e-7 // part of a step that may be wrong
	settled    = 0.03 // of the smallest error: after a smaller step nothing is left to be said
	mostChange = 1.0  // of a logarithm in one step
)

// Fit fits all units anew, from the strengths as they are.
func (o *Online) Fit(all Units) {
	g := gathering{information: o.told}
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

// gather reads slope and information of all units at the strengths as they are.
func (o *Online) gather(all Units, g *gathering) {
	for done := false; !done; done = g.end() {
		g.begin()
		o.check, o.units = fitness{}, 0
		for unit := range all {
			o.units++
			o.check.unit(unit, o.strength, g)
		}
	}
}

func (o *Online) precision() *precision {
	return &precision{told: o.told, prior: 1 / o.width}
}

// step moves the strengths to where likelihood and prior together are best, as far as their curvature can tell, and gives the largest move.
func (o *Online) step() float64 {
	p, n := o.precision(), len(o.strength)
	uphill, move := make([]float64, n), make([]float64, n)
	o.told.slopes(uphill)
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
	o.told.move(move)
	return largest
}

// doubt is how many entries of the usual width stand beside those of the field when its width is learned.
const doubt = 4

// learn learns the width of the prior: what the strengths show, and what they may hide.
func (o *Online) learn() {
	sum := float64(doubt * o.usual)
	for i, s := range o.strength {
		sum += float64(s*s) + o.variance(i)
	}
	o.width = Round(sum / float64(len(o.strength)-1+doubt))
}

// looseDraws is how many numbers measure how loosely strengths hang together.
const looseDraws = 4000

// loosen measures by how much variances exceed what the diagonal alone would say. A strength is known only against others that
// are uncertain themselves, which widens it; that the mean is fixed narrows it, in small fields by much.
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

func centre(x []float64) {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for i := range x {
		x[i] -= mean
	}
}

func (o *Online) variance(entry int) float64 {
	return o.loose / (o.told.own[entry] + 1/o.width)
}

// leastError is the error of what is known best.
func (o *Online) leastError() float64 {
	least := math.Inf(1)
	for i := range o.strength {
		least = min(least, o.variance(i))
	}
	return math.Sqrt(least)
}

// Strength is an entry's strength as it is known now. The error is the diagonal's, corrected by how loosely the whole hangs
// together; that of Ranks is each entry's own.
func (o *Online) Strength(entry int) Strength {
	return Strength{Log: o.strength[entry], Err: Round(math.Sqrt(o.variance(entry)))}
}

// Told is the information that all results gave, as it counts. It is the Online's own and not to be changed.
func (o *Online) Told() *Information { return o.told }

// Dispersion is how far units stray, in variances of single games.
func (o *Online) Dispersion() float64 { return o.dispersion }

// Width is the variance of the prior.
func (o *Online) Width() float64 { return o.width }

// Size is how many entries there are.
func (o *Online) Size() int { return len(o.strength) }

// Units is how many units were taken in.
func (o *Online) Units() int { return o.units }
