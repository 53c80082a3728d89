package league

import (
	"math"

	"agon/rating"
	"agon/tournament"
)

// hopes is the part of a point that everybody makes in a match on average, against all others of a group, by draws of their strengths.
type hopes struct {
	n, draws int
	most     int // draws that are looked at
	parts    [][]float64
	power    []float64
	trial    *tournament.Trial
}

// mostHopes is how many pairs all draws together look at; a large group has fewer draws.
const mostHopes = 20_000_000

func newHopes(n int, trial *tournament.Trial) *hopes {
	return &hopes{n: n, trial: trial, most: max(leastHopes, mostHopes/(n*n)), parts: make([][]float64, n), power: make([]float64, n)}
}

const leastHopes = 100 // draws make an interval at least

func (h *hopes) take(strength []float64) {
	if h.draws == h.most {
		return
	}
	h.draws++
	for i, s := range strength {
		h.power[i] = math.Exp(s)
	}
	for i, own := range h.power {
		sum := -0.5 // against itself
		for _, other := range h.power {
			sum += h.trial.Expected(own / (own + other))
		}
		h.parts[i] = append(h.parts[i], sum/float64(max(h.n-1, 1)))
	}
}

// interval holds an entry's part with 95 % confidence.
func (h *hopes) interval(at int) (low, high float64) {
	ends := rating.Quantiles(h.parts[at], 0.025, 0.975)
	return ends[0], ends[1]
}
