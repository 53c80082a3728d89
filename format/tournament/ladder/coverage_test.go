package ladder

import (
	"flag"
	"math"
	"testing"
)

var ladders = flag.Int("ladders", 40, "TestLadderCoverage: how many ladders of each world are played")

// coverage counts how often the intervals of a table contained the true value.
type coverage struct {
	reported  int
	ranks     int    // rank intervals that contained the true rank
	third     [3]int // of these, by third of the field
	of        [3]int
	ratings   int // ratings within 1.96 errors of the true strength
	placesAll int // total number of places in the intervals
}

func (c *coverage) count(t *testing.T, w *world, keys map[string]any) {
	const points = 400 / math.Ln10
	truth := w.truth
	if w.fair != nil {
		truth = w.fair
	}
	for _, s := range w.ladder(t, keys).Standings {
		c.reported++
		c.placesAll += s.RankHigh - s.RankLow + 1
		rank := w.ranks[s.Entry]
		third := (rank - 1) * 3 / len(w.ranks)
		c.of[third]++
		if s.RankLow <= rank && rank <= s.RankHigh {
			c.ranks++
			c.third[third]++
		}
		if math.Abs(s.Rating-1000-points*truth[s.Entry]) < 1.96*s.RatingError {
			c.ratings++
		}
	}
}

// add adds the counts of another coverage.
func (c *coverage) add(o coverage) {
	c.reported += o.reported
	c.ranks += o.ranks
	c.ratings += o.ratings
	c.placesAll += o.placesAll
	for third := range 3 {
		c.third[third] += o.third[third]
		c.of[third] += o.of[third]
	}
}

func (c *coverage) share(n int) float64 { return float64(n) / float64(c.reported) }

func (c *coverage) inThird(n int) float64 { return float64(c.third[n]) / float64(c.of[n]) }

// Rank intervals contain the true rank in 95 of 100 cases. The ranks of one ladder depend on each other, so only ladders count as
// independent: the bounds are 92 to 98 %, plus four standard errors of a share of that many ladders.
func TestLadderCoverage(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		part int // one of this many ladders is played, since they are large
		tune func(*world)
	}{
		{"20 bots, 40 games each", 20, map[string]any{"games": 400}, 1, nil},
		{"20 bots, 200 games each", 20, map[string]any{"games": 2000}, 4, nil},
		{"100 bots, 60 games each", 100, map[string]any{"games": 3000}, 4, nil},
		{"300 bots, 40 games each", 300, map[string]any{"games": 6000}, 10, nil},
		{"24 bots, four seats", 24, map[string]any{"games": 480, "seats": 4}, 2, nil},
		{"games of a start end alike", 30, map[string]any{"games": 1500}, 2, func(w *world) { w.alike = 1 }},
		{"who sits first has an edge, and a third are drawn", 30, map[string]any{"games": 1500}, 2,
			func(w *world) { w.first, w.drawn = 0.7, 0.33 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c coverage
			n := *ladders / tt.part
			for seed := range n {
				w := newWorld(tt.bots, 1, uint64(seed))
				if tt.tune != nil {
					tt.tune(w)
				}
				c.count(t, w, tt.keys)
			}
			share := c.share(c.ranks)
			t.Logf("%d ladders: ranks %.4f, by third of the field %.3f %.3f %.3f, %.1f places wide; ratings %.4f", n, share,
				c.inThird(0), c.inThird(1), c.inThird(2), c.share(c.placesAll), c.share(c.ratings))
			stray := 4 * math.Sqrt(0.95*0.05/float64(n))
			if share < 0.92-stray || share > 0.98+stray {
				t.Errorf("rank intervals held the truth in %.4f of %d cases", share, c.reported)
			}
			if tt.tune == nil && math.Abs(c.share(c.ratings)-0.95) > 0.03+stray {
				t.Errorf("ratings held the truth in %.4f of %d cases", c.share(c.ratings), c.reported)
			}
		})
	}
}
