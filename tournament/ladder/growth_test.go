package ladder

import (
	"flag"
	"math"
	"testing"

	"agon/rating"
	"agon/tournament"
)

var (
	bots  = flag.Int("bots", 0, "TestGrowth: how many bots; 0: a small field, to see that the measure works")
	seeds = flag.Int("seeds", 1, "TestGrowth: how many ladders")
)

// spreadOfGrowth is how far strengths lie apart in the fields that are measured: 200 points.
const spreadOfGrowth = 1.151

// TestGrowth measures how many games a field of known strengths needs until the ranks of its true top 100 are right to within
// 1 % of the field. README.md has the figures.
func TestGrowth(t *testing.T) {
	n := *bots
	if n == 0 {
		n = 40
	}
	for seed := range *seeds {
		w := newWorld(n, spreadOfGrowth, uint64(seed))
		near, all := w.grow(t)
		t.Logf("%d bots, seed %d: 95 of 100 of the top are within 1 %% after %v; all after %v", n, seed, near, all)
		if near.games == 0 || all.games < near.games {
			t.Errorf("the measure does not work: %v, %v", near, all)
		}
	}
}

// reached is a ladder at the moment that something came true.
type reached struct {
	games int
	top   float64 // games of each of the top, on average
}

// grow plays until all of the top are where they belong, and tells when 95 of 100 of them were.
func (w *world) grow(t *testing.T) (near, all reached) {
	format := made(t, nil)
	l := tournament.NewLedger(0, 0)
	within := math.Max(1, float64(len(w.truth))/100)
	for all.games == 0 && w.round(t, l, format) {
		s := l.All().State(format, w.field).(*state)
		off, games := w.off(s)
		if near.games == 0 && rating.Quantiles(off, 0.95)[0] <= within {
			near = reached{l.Done(), games}
		}
		if rating.Quantiles(off, 1)[0] <= within {
			all = reached{l.Done(), games}
		}
	}
	return near, all
}

// off is how many places each of the true top 100 is from where it belongs, and how many games they have had on average.
func (w *world) off(s *state) (off []float64, games float64) {
	logs := make([]float64, len(w.truth))
	for i := range logs {
		logs[i] = s.online.Strength(i).Log
	}
	top := min(100, len(logs))
	for place, i := range descending(logs) {
		if w.ranks[i] <= top {
			off = append(off, math.Abs(float64(place+1-w.ranks[i])))
			games += float64(s.played[i]) / float64(top)
		}
	}
	return off, games
}
