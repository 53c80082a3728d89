package rating

import (
	"math"
	"math/bits"

	"agon/game"
)

// precision is the joint information on the strengths: the counting information of results, and the prior of every entry. Its inverse is
// the covariance of the strengths, which is never computed: for three thousand entries it has nine million numbers.
type precision struct {
	info  *Information
	half  *half // of info
	prior float64
}

func newPrecision(info *Information, prior float64) *precision {
	return &precision{info: info, half: info.half(), prior: prior}
}

// own returns an entry's own part, the diagonal.
func (p *precision) own(entry int) float64 { return p.info.own[entry] + p.prior }

func (p *precision) times(out, x []float64) {
	p.half.times(out, p.info.own, x)
	for i := range out {
		out[i] += float64(p.prior * x[i])
	}
}

// mostSteps bounds a solution; a few dozen steps are enough if entries have met.
const mostSteps = 300

// solve finds x with precision times x = b, by conjugate gradients from zero, up to a relative error of close.
func (p *precision) solve(x, b []float64, close float64) {
	n := len(b)
	rest, step, image := append([]float64(nil), b...), make([]float64, n), make([]float64, n)
	clear(x)
	before, target := 0.0, 0.0
	for k := range mostSteps {
		now := 0.0
		for i, r := range rest {
			now += float64(r*r) / p.own(i)
		}
		if k == 0 {
			target = float64(now * close * close)
		}
		if now <= target {
			return
		}
		p.direct(step, rest, before, now)
		p.times(image, step)
		along := 0.0
		for i := range step {
			along += float64(step[i] * image[i])
		}
		part := now / along
		for i := range x {
			x[i] += float64(part * step[i])
			rest[i] -= float64(part * image[i])
		}
		before = now
	}
}

// direct turns step to the next direction. The diagonal makes all directions comparable.
func (p *precision) direct(step, rest []float64, before, now float64) {
	keep := 0.0
	if before > 0 {
		keep = now / before
	}
	for i := range step {
		step[i] = rest[i]/p.own(i) + float64(keep*step[i])
	}
}

// drawClose is the relative error of a draw, far below what any number of draws can show.
const drawClose = 1e-3

// draw stores a draw from the normal law with this precision, around zero, in x. Each pair and each prior contributes a random force of its
// precision; the solution then has the inverse as covariance.
func (p *precision) draw(x []float64, dice *game.Dice) {
	push := make([]float64, len(x))
	before := math.Sqrt(p.prior)
	for i := range p.info.rows {
		r := &p.info.rows[i]
		push[i] += float64(before * normal(dice))
		for k, other := range r.others {
			if int(other) >= i {
				break
			}
			by := float64(math.Sqrt(r.counts[k]) * normal(dice))
			push[i] += by
			push[other] -= by
		}
	}
	p.solve(x, push, drawClose)
}

// normal returns an almost normal draw: the number of heads in 64 throws plus a fraction of a throw, in standard deviations.
func normal(dice *game.Dice) float64 {
	const deviation = 4.0104031385055 // the root of 64/4 + 1/12
	return (float64(bits.OnesCount64(dice.Uint64())-32) + uniform(dice) - 0.5) / deviation
}
