package league

import (
	"math"

	"agon/format/rating"
	"agon/format/tournament"
)

// hopes is the mean points of each entry in a match against all others of a group, over draws of the strengths.
type hopes struct {
	n, draws int
	most     int // maximum number of draws
	parts    [][]float64
	power    []float64
	trial    *tournament.Trial
}

// mostHopes is the maximum number of pairs over all draws; a large group has fewer draws.
const mostHopes = 20_000_000

func newHopes(n int, trial *tournament.Trial) *hopes {
	return &hopes{n: n, trial: trial, most: max(leastHopes, mostHopes/(n*n)), parts: make([][]float64, n), power: make([]float64, n)}
}

const leastHopes = 100 // minimum number of draws for an interval

func (h *hopes) drawSeason(strength []float64) {
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

// interval returns the 95 % interval of an entry's mean points.
func (h *hopes) interval(at int) (low, high float64) {
	ends := rating.Quantiles(h.parts[at], 0.025, 0.975)
	return ends[0], ends[1]
}
