package ladder

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// strong returns a world of bots with given strengths.
func strong(seed uint64, truth []float64) *world {
	w := newWorld(len(truth), 1, seed)
	copy(w.truth, truth)
	w.centre()
	w.rank()
	return w
}

func normalField(n int, seed uint64) *world { return newWorld(n, 1, seed) }

// exponential returns a field like real ladders: many weak bots, few strong ones, far apart.
func exponential(n int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 18))
	truth := make([]float64, n)
	for i := range truth {
		truth[i] = r.ExpFloat64()
	}
	return strong(seed, truth)
}

// crowds returns two groups of similar bots, one with two thirds of the bots.
func crowds(n int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 19))
	truth := make([]float64, n)
	for i := range truth {
		truth[i] = 0.25 * r.NormFloat64()
		if i%3 == 0 {
			truth[i] += 2
		}
	}
	return strong(seed, truth)
}

// circles returns a field in which bots beat each other in circles: each pair has a bias besides the difference of strengths.
func circles(n int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 20))
	bias := make([][]float64, n)
	for i := range bias {
		bias[i] = make([]float64, n)
		for j := range i {
			bias[i][j] = r.NormFloat64()
			bias[j][i] = -bias[i][j]
		}
	}
	return biased(n, seed, func(i, j int) float64 { return bias[i][j] })
}

// hands returns a field of three types of bots, each of which does better against the next.
func hands(n int, seed uint64) *world {
	return biased(n, seed, func(i, j int) float64 { return []float64{0, 1, -1}[(i-j+3*n)%3] })
}

// biased returns a normal field with a bias added to a bot's strength against each other. Ranks are by the mean score against all others,
// and strengths are those of a Bradley-Terry model of these scores.
func biased(n int, seed uint64, bias func(i, j int) float64) *world {
	w := newWorld(n, 1, seed)
	w.bias = make([][]float64, n)
	scores := make([]float64, n)
	for i := range n {
		w.bias[i] = make([]float64, n)
		for j := range n {
			if i != j {
				w.bias[i][j] = bias(i, j)
				scores[i] += 1 / (1 + math.Exp(w.truth[j]-w.truth[i]-w.bias[i][j]))
			}
		}
	}
	w.fair = append([]float64(nil), w.truth...)
	for range 200 {
		for i := range n {
			made, slope := 0.0, 0.0
			for j := range n {
				if i != j {
					p := 1 / (1 + math.Exp(w.fair[j]-w.fair[i]))
					made += p
					slope += p * (1 - p)
				}
			}
			w.fair[i] += (scores[i] - made) / slope
		}
	}
	for place, i := range descending(scores) {
		w.ranks[i] = place + 1
	}
	return w
}

// worlds are fields of different shapes.
var worlds = []struct {
	name   string
	make   func(n int, seed uint64) *world
	spread float64 // the user's rating.spread, 0 for none
}{
	{"normal", normalField, 0},
	{"exponential", exponential, 0},
	{"two crowds", crowds, 0},
	{"circles", circles, 0},
	{"hands", hands, 0},
	{"a spread that is too small", normalField, 50},
	{"a spread that is too large", normalField, 400},
}

// A longer version, of some minutes, runs if AGON_COVERAGE is set.
func sizesOfWorlds() (sizes [][2]int, ladders int) {
	if os.Getenv("AGON_COVERAGE") != "" {
		return [][2]int{{50, 40}, {50, 120}, {150, 60}, {300, 60}}, 200
	}
	return [][2]int{{50, 40}}, 16
}

// mostHeld returns the largest allowed coverage of places after this many games of each bot. After few games, the intervals of bots that
// lost nearly all are slightly too wide, since a normal distribution does not know that there are few places below them.
func mostHeld(games int) float64 {
	if games < 60 {
		return 0.98
	}
	return 0.97
}

// For all shapes of fields, the intervals of places cover the true ones in 93 to 97 of 100 cases in every third of the field, and so do
// ratings. Only ladders are independent, so three standard errors of a share by ladders are allowed for.
func TestPlacesInEveryWorld(t *testing.T) {
	sizes, ladders := sizesOfWorlds()
	for _, tt := range worlds {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s, %d bots, %d games each", tt.name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				n := max(8, ladders*50/size[0])
				keys := map[string]any{"games": size[0] * size[1] / 2, "rating.spread": tt.spread}
				var all coverage
				var squares [3]float64
				for seed := range n {
					var c coverage
					c.count(t, tt.make(size[0], uint64(seed)), keys)
					all.add(c)
					for third := range 3 {
						off := c.inThird(third) - 0.95
						squares[third] += off * off
					}
				}
				t.Logf("%d ladders: %.3f, by third %.3f %.3f %.3f, %.1f places wide; ratings %.3f", n, all.share(all.ranks),
					all.inThird(0), all.inThird(1), all.inThird(2), all.share(all.placesAll), all.share(all.ratings))
				for third := range 3 {
					share, stray := all.inThird(third), 3*math.Sqrt(squares[third])/float64(n)
					if share < 0.93-stray || share > mostHeld(size[1])+stray {
						t.Errorf("third %d: places held the truth in %.3f of %d cases", third+1, share, all.of[third])
					}
				}
				if share := all.share(all.ratings); share < 0.91 || share > 0.98 {
					t.Errorf("ratings held the truth in %.3f of %d cases", share, all.reported)
				}
			})
		}
	}
}
