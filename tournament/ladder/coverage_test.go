package ladder

import (
	"flag"
	"fmt"
	"math"
	"testing"
)

var ladders = flag.Int("ladders", 60, "how many simulated ladders TestLadderCoverage plays in each world")

// Rank intervals hold the true rank in 95 of 100 cases. A share of n independent cases strays by √(0.95·0.05/n); ranks of one ladder
// depend on each other, so only ladders are counted as independent, and four such errors are allowed besides the 92 and 98 %
// that are promised.
func TestLadderCoverage(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		tune func(*world)
	}{
		{"20 bots, 40 games each", 20, map[string]any{"games": 400}, func(*world) {}},
		{"20 bots, 200 games each", 20, map[string]any{"games": 2000}, func(*world) {}},
		{"100 bots, 60 games each", 100, map[string]any{"games": 3000}, func(*world) {}},
		{"300 bots", 300, map[string]any{"games": 6000}, func(*world) {}},
		{"four seats", 24, map[string]any{"games": 480, "seats": 4}, func(*world) {}},
		{"games of a start end alike", 30, map[string]any{"games": 1500}, func(w *world) { w.alike = 1 }},
		{"who sits first has an edge, and a third are drawn", 30, map[string]any{"games": 1500}, func(w *world) { w.first, w.drawn = 0.7, 0.33 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			held, told, wide := 0, 0, 0.0
			third := [3]int{}
			firsts := 0
			errs := 0
			for n := range *ladders {
				w := newWorld(tt.bots, 1, uint64(n))
				tt.tune(w)
				for _, s := range w.ladder(t, tt.keys).Standings {
					told++
					wide += float64(s.RankHigh - s.RankLow + 1)
					if math.Abs((s.Rating-1000)*math.Ln10/400-w.truth[s.Entry]) < 1.96*s.RatingError*math.Ln10/400 {
						errs++
					}
					if rank := w.ranks[s.Entry]; s.RankLow <= rank && rank <= s.RankHigh {
						held++
						third[(rank-1)*3/tt.bots]++
						if rank == 1 {
							firsts++
						}
					}
				}
			}
			share := float64(held) / float64(told)
			stray := 4 * math.Sqrt(0.95*0.05/float64(*ladders))
			t.Logf("%.4f of %d; by third %s; first %.4f; width %.1f; ratings %.4f", share, told, fmt.Sprint(third), float64(firsts)/float64(*ladders), wide/float64(told), float64(errs)/float64(told))
			if share < 0.92-stray || share > 0.98+stray {
				t.Errorf("rank intervals held the truth in %.4f of %d cases", share, told)
			}
		})
	}
}
