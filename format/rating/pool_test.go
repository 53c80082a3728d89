package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// With a known truth, intervals of few games hold the mean in 95 of 100 cases, and no bot's interval is a point because two games were
// alike. Scores are multiples of a quarter with deviations that differ by a third, and share the luck of their game.
func TestPooledIntervalsHoldTheTruth(t *testing.T) {
	fields := 60
	if os.Getenv("AGON_COVERAGE") != "" {
		fields = 3000
	}
	for _, n := range []int{2, 3, 5, 10, 50} {
		t.Run(fmt.Sprint(n, " games"), func(t *testing.T) {
			held, cases := 0, 0
			r := rand.New(rand.NewPCG(uint64(n), 8))
			for range fields {
				const bots = 16
				var pool Pool
				var samples [bots]Sample
				var truth [bots]float64
				for i := range samples {
					truth[i] = r.NormFloat64()
					deviation := 1 + (r.Float64()-0.5)*2/3
					for range n {
						samples[i].Add(math.Round(4*(truth[i]+deviation*r.NormFloat64())) / 4)
					}
					samples[i].Pool(&pool)
				}
				for i := range samples {
					low, high := samples[i].PooledInterval(&pool, 0, 0)
					if high <= low {
						t.Errorf("an interval of %d games is a point", n)
					}
					cases++
					if low <= truth[i] && truth[i] <= high {
						held++
					}
				}
			}
			share := float64(held) / float64(cases)
			t.Logf("%.3f of %d", share, cases)
			if stray := 4 * math.Sqrt(0.05*0.95/float64(cases)); share < 0.93-stray || share > 0.98+stray {
				t.Errorf("intervals of %d games hold the truth in %.3f of %d cases", n, share, cases)
			}
		})
	}
}

// After few games the leader has the largest chance of being first; from five games on, when shown, they are as frequent as they
// say.
func TestChancesOfFewGames(t *testing.T) {
	fields := 60
	if os.Getenv("AGON_COVERAGE") != "" {
		fields = 1000
	}
	for _, n := range []int{2, 3, 5, 10} {
		t.Run(fmt.Sprint(n, " games"), func(t *testing.T) {
			const bots = 16
			r := rand.New(rand.NewPCG(uint64(n), 9))
			leads, hoped, brier, even := 0, 0.0, 0.0, 0.0
			for field := range fields {
				var truth [bots]float64
				best := 0
				for i := range truth {
					truth[i] = r.NormFloat64()
					if truth[i] > truth[best] {
						best = i
					}
				}
				entries := count(bots)
				var scores [][]float64
				for range n {
					luck, game := r.NormFloat64(), make([]float64, bots)
					for i := range game {
						game[i] = truth[i] + luck + r.NormFloat64()
					}
					scores = append(scores, game)
				}
				c := Compare(bots, func(yield func([]int, []float64) bool) {
					for _, game := range scores {
						if !yield(entries, game) {
							return
						}
					}
				})
				var first [bots]float64
				c.Draws(int64(field), func(means []float64) { first[Best(means)] += 1.0 / RankDraws })
				leader := Best(c.Means())
				for i := range first {
					if n <= 5 && first[i] > first[leader]+0.1 {
						t.Errorf("entry %d has %.2f, and the leader %.2f", i, first[i], first[leader])
					}
					was := 0.0
					if i == best {
						was = 1
					}
					brier += (first[i] - was) * (first[i] - was)
					even += (1.0/bots - was) * (1.0/bots - was)
				}
				hoped += first[leader]
				if leader == best {
					leads++
				}
			}
			t.Logf("the leader was told %.3f, and is the best in %.3f; Brier score %.3f, of equal chances %.3f", hoped/float64(fields),
				float64(leads)/float64(fields), brier/float64(fields), even/float64(fields))
			if brier > even {
				t.Errorf("the chances are worse than equal ones: %.3f, %.3f", brier, even)
			}
			// with fewer games they are not shown
			if off := math.Abs(hoped-float64(leads)) / float64(fields); n >= 5 && off > 4*math.Sqrt(0.25/float64(fields)) {
				t.Errorf("leaders were told %.1f first places, and had %d", hoped, leads)
			}
		})
	}
}
