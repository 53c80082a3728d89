package swiss

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The choices of an entry are those of a search through all places, in the same order.
func TestChoices(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 2 + r.IntN(20)
		rec := &record{n: n, points: make([]float64, n), byes: make([]int, n), met: make([][]int, n)}
		for i := range n {
			rec.points[i] = float64(r.IntN(3))
			for other := range i {
				if r.IntN(4) == 0 {
					rec.met[i], rec.met[other] = append(rec.met[i], other), append(rec.met[other], i)
				}
			}
		}
		order := rec.order()
		if n%2 == 1 {
			order = order[:n-1] // the last has the bye
		}
		p := newPairing(rec, order, 1)
		p.again = r.IntN(4) == 0
		for range r.IntN(n) {
			if i := r.IntN(len(order)); !p.taken[i] {
				p.take(i, true)
			}
		}
		for i := range order {
			c := p.choices(i)
			var got []int
			for k := range c.len() {
				got = append(got, c.at(k))
			}
			if want := searched(p, i); !slices.Equal(got, want) {
				t.Fatalf("the choices of place %d are %v, want %v", i, got, want)
			}
		}
	}
}

// searched returns the choices by the rule, from all places.
func searched(p *pairing, i int) []int {
	var equals, others []int
	for j := i + 1; j < len(p.order); j++ {
		one, two := p.order[i], p.order[j]
		switch {
		case p.taken[j] || !p.again && slices.Contains(p.record.met[one], two):
		case p.record.points[one] == p.record.points[two]:
			equals = append(equals, j)
		default:
			others = append(others, j)
		}
	}
	half := len(equals) / 2
	upwards := slices.Clone(equals[:half])
	slices.Reverse(upwards)
	return slices.Concat(equals[half:], upwards, others)
}
