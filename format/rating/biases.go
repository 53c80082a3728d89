package rating

import (
	"math"
	"slices"

	"agon/game"
)

// biases computes the effect of pair biases on places. An entry's place follows from its mean score against the whole field, so its biases
// against all others count, each weighted by how much a game against that one says: those of pairs that have met as estimated, the others
// at random.
type biases struct {
	o      *Online
	whole  []float64 // of each entry: information of games against everybody together
	unseen []float64 // standard deviation of the total bias of pairs that have not met
	met    []met     // the pairs that have, in the order of the rows
}

// met is a pair that has met.
type met struct {
	one, other   int32
	mean         float64 // of the bias, at the estimates
	counts       float64 // the decrease with the difference of strengths
	deviation    float64
	first, later float64 // effect of a bias of 1 on the first entry, and on the other
}

// mostOthers is how many others represent a whole field.
const mostOthers = 400

func newBiases(o *Online) *biases {
	n := len(o.strength)
	b := &biases{o: o, whole: make([]float64, n), unseen: make([]float64, n)}
	field := slices.Sorted(slices.Values(o.strength))
	some := field
	if n > mostOthers {
		some = make([]float64, mostOthers)
		for k := range some {
			some[k] = field[(2*k+1)*n/(2*mostOthers)]
		}
	}
	each := float64(n) / float64(len(some))
	for i, at := range o.strength {
		squares := 0.0
		for _, other := range some {
			says := ofPair(at - other)
			b.whole[i] += float64(each * says)
			squares += float64(each * says * says)
		}
		squares -= 1.0 / 16 // against itself
		for _, other := range o.info.rows[i].others {
			says := ofPair(at - o.strength[other])
			squares -= float64(says * says)
		}
		b.unseen[i] = math.Sqrt(float64(o.misfit*max(0, squares))) / b.whole[i]
	}
	b.meet()
	return b
}

// ofPair returns the information of a game between two strengths this far apart.
func ofPair(apart float64) float64 {
	p := 1 / (1 + math.Exp(-apart))
	return float64(p * (1 - p))
}

// expect adds the expected effect of the biases of pairs that met to the strengths.
func (b *biases) expect(out []float64) {
	b.addDraw(out, make([]float64, len(out)), func() float64 { return 0 })
}

// draw adds a random effect of the biases to strengths that differ by away from the estimates.
func (b *biases) draw(out, away []float64, dice *game.Dice) {
	b.addDraw(out, away, func() float64 { return normal(dice) })
	for i := range out {
		out[i] += float64(b.unseen[i] * normal(dice))
	}
}

func (b *biases) addDraw(out, away []float64, chance func() float64) {
	for i := range b.met {
		m := &b.met[i]
		bias := m.mean - float64(m.counts*(away[m.one]-away[m.other])) + float64(m.deviation*chance())
		out[m.one] += float64(m.first * bias)
		out[m.other] -= float64(m.later * bias)
	}
}

// meet collects the pairs that have met. Of information, information/(1+misfit*information) counts.
func (b *biases) meet() {
	misfit := b.o.misfit
	for i := range b.o.info.rows {
		r := &b.o.info.rows[i]
		for k, other := range r.others {
			if int(other) >= i {
				break
			}
			t, counts := &r.info[k], r.counts[k]
			if t.weight == 0 {
				continue
			}
			says := ofPair(b.o.strength[i] - b.o.strength[other])
			b.met = append(b.met, met{
				one: int32(i), other: other, mean: float64(misfit*t.slope) * counts / t.weight, counts: float64(misfit * counts),
				deviation: math.Sqrt(float64(misfit * (1 - float64(misfit*counts)))), first: says / b.whole[i],
				later: says / b.whole[other],
			})
		}
	}
}
