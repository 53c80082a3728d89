package rating

import (
	"math"
	"slices"

	"agon/game"
)

// biases is what the biases of pairs do to places. An entry stands where its mean score against the whole field puts it, so its biases
// against all others count, each by how much a game against that one says: those of pairs that have met as their results tell, the
// others as chance will have it.
type biases struct {
	o      *Online
	whole  []float64 // of each entry, what games against everybody say together
	unseen []float64 // standard deviation of what the biases of pairs that have not met come to
}

// mostOthers is how many others stand for a whole field.
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
		for _, t := range o.told.rows[i] {
			says := ofPair(at - o.strength[t.other])
			squares -= float64(says * says)
		}
		b.unseen[i] = math.Sqrt(float64(o.misfit*max(0, squares))) / b.whole[i]
	}
	return b
}

// ofPair is how much a game says where strengths are so far apart.
func ofPair(apart float64) float64 {
	p := 1 / (1 + math.Exp(-apart))
	return float64(p * (1 - p))
}

// expect adds to the strengths what the biases of pairs that met are expected to come to.
func (b *biases) expect(out []float64) {
	b.add(out, make([]float64, len(out)), func() float64 { return 0 })
}

// draw adds to strengths that are so far away from the estimates what biases come to, as chance will have it.
func (b *biases) draw(out, away []float64, dice *game.Dice) {
	b.add(out, away, func() float64 { return normal(dice) })
	for i := range out {
		out[i] += float64(b.unseen[i] * normal(dice))
	}
}

func (b *biases) add(out, away []float64, chance func() float64) {
	misfit := b.o.misfit
	for i, row := range b.o.told.rows {
		for k := range row {
			t := &row[k]
			other := int(t.other)
			if other >= i {
				break
			}
			if t.weight == 0 {
				continue
			}
			// of a pair that has told so much, what counts is told/(1+misfit*told)
			slope := float64(t.slope*t.counts/t.weight) - float64(t.counts*(away[i]-away[other]))
			left := float64(misfit * (1 - float64(misfit*t.counts)))
			bias := float64(misfit*slope) + float64(math.Sqrt(left)*chance())
			says := float64(ofPair(b.o.strength[i]-b.o.strength[other]) * bias)
			out[i] += says / b.whole[i]
			out[other] -= says / b.whole[other]
		}
	}
}
