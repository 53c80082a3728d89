package rating

import (
	"math"
	"slices"

	"agon/game"
)

// A mixture is the prior of the strengths of a field: each comes from one of a few normal laws. So a field may have one cluster, two
// clusters, or a long tail. Laws and strengths are drawn alternately.
type mixture struct {
	base  float64 // expected variance of strengths, and its weight
	laws  []law
	label []int // of each entry
	share []float64
}

// law is one of the normal laws.
type law struct {
	part     float64 // of the field
	mean     float64
	variance float64

	n            int // entries assigned to it in the last draw
	sum, squares float64
}

const (
	mostLaws    = 8
	entriesALaw = 12   // with fewer per law its form would not show
	spreadALaw  = 1.5  // half the degrees of freedom of the prior of a law's variance
	narrow      = 0.05 // expected variance of a law over that of the field, if there are several
)

// newMixture fits the laws to estimated strengths. width is their variance, including what the estimates may hide.
func newMixture(strength []float64, width float64) *mixture {
	n := len(strength)
	count := max(1, min(mostLaws, n/entriesALaw))
	m := &mixture{base: width, laws: make([]law, count), label: make([]int, n), share: make([]float64, count)}
	sorted := slices.Sorted(slices.Values(strength))
	for k := range m.laws {
		at := (2*k + 1) * n / (2 * count)
		m.laws[k] = law{part: 1 / float64(count), mean: sorted[at], variance: m.expected()}
	}
	return m
}

// expected returns the variance that a law is expected to have.
func (m *mixture) expected() float64 {
	if len(m.laws) == 1 {
		return m.base
	}
	return float64(narrow * m.base)
}

// of returns the law of an entry.
func (m *mixture) of(entry int) *law { return &m.laws[m.label[entry]] }

// draw draws the law of each strength, then the parameters of the laws.
func (m *mixture) draw(x []float64, dice *game.Dice) {
	for k := range m.laws {
		l := &m.laws[k]
		l.n, l.sum, l.squares = 0, 0, 0
		m.share[k] = l.part / math.Sqrt(l.variance)
	}
	for i, v := range x {
		m.label[i] = m.choose(v, dice)
		l := m.of(i)
		l.n++
		l.sum += v
		l.squares += float64(v * v)
	}
	whole := 0.0
	for k := range m.laws {
		l := &m.laws[k]
		l.redraw(m.base, m.expected(), dice)
		l.part = gamma(1/float64(len(m.laws))+float64(l.n), dice)
		whole += l.part
	}
	for k := range m.laws {
		m.laws[k].part /= whole
	}
}

// choose draws the law of a strength.
func (m *mixture) choose(x float64, dice *game.Dice) int {
	if len(m.laws) == 1 {
		return 0
	}
	var sums [mostLaws]float64
	sum := 0.0
	for k := range m.laws {
		l := &m.laws[k]
		away := x - l.mean
		sum += float64(m.share[k] * math.Exp(-float64(away*away)/(2*l.variance)))
		sums[k] = sum
	}
	at := float64(uniform(dice) * sum)
	for k := range m.laws {
		if at < sums[k] {
			return k
		}
	}
	return m.nearest(x)
}

// nearest returns the law with the nearest mean, for a strength too far from all for a random choice.
func (m *mixture) nearest(x float64) int {
	best := 0
	for k := range m.laws {
		if math.Abs(x-m.laws[k].mean) < math.Abs(x-m.laws[best].mean) {
			best = k
		}
	}
	return best
}

// redraw draws mean and variance of the law from the strengths assigned to it. The prior of the means has the variance of the field.
func (l *law) redraw(base, expected float64, dice *game.Dice) {
	n := float64(l.n)
	known := n/l.variance + 1/base
	l.mean = l.sum/l.variance/known + normal(dice)/math.Sqrt(known)
	away := max(0, l.squares-float64(2*l.mean*l.sum)+float64(n*l.mean*l.mean))
	l.variance = (float64(spreadALaw*expected) + away/2) / gamma(spreadALaw+n/2, dice)
}

// uniform returns a draw from 0 to 1, never 0.
func uniform(dice *game.Dice) float64 { return (float64(dice.Uint64()>>12) + 0.5) / (1 << 52) }

// gamma returns a draw from the gamma law of a shape, by the method of Marsaglia and Tsang.
func gamma(shape float64, dice *game.Dice) float64 {
	if shape < 1 {
		return float64(gamma(shape+1, dice) * math.Exp(math.Log(uniform(dice))/shape))
	}
	d := shape - 1.0/3
	for {
		z := normal(dice)
		v := 1 + z/math.Sqrt(9*d)
		v = float64(v * v * v)
		if v > 0 && math.Log(uniform(dice)) < float64(z*z)/2+d-float64(d*v)+float64(d*math.Log(v)) {
			return float64(d * v)
		}
	}
}
