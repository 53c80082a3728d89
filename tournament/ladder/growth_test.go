package ladder

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"agon/rating"
	"agon/tournament"
)

var (
	bots  = flag.Int("bots", 60, "TestGrowth: how many bots")
	top   = flag.Int("top", 6, "TestGrowth: how many of the best have to be where they belong")
	seeds = flag.Int("seeds", 1, "TestGrowth: how many ladders")
	most  = flag.Int("most", 200_000, "TestGrowth: after how many games it is given up")
)

// spreadOfGrowth is how far strengths lie apart in the fields that are measured: 200 points.
const spreadOfGrowth = 1.151

// TestGrowth measures how many games a field of known strengths needs until the ranks of its true best are right to within
// 1 % of the field. README.md has the figures.
func TestGrowth(t *testing.T) {
	for seed := range *seeds {
		w := newWorld(*bots, spreadOfGrowth, uint64(seed))
		near, all := w.grow(t, *top, *most)
		t.Logf("%d bots, seed %d: 95 %% of the top %d are within 1 %% after %v; all after %v", *bots, seed, *top, near, all)
		if near.games == 0 {
			t.Errorf("after %d games the top are not where they belong", *most)
		}
	}
}

// reached is a ladder at the moment that something came true; 0 where it did not.
type reached struct {
	games int
	each  float64 // games of a bot
	top   float64 // games of one of the top
}

func (r reached) String() string {
	return fmt.Sprintf("%d games (%.0f a bot, %.0f each of the top)", r.games, r.each, r.top)
}

// grow plays until all of the top are where they belong, or so many games are over, and tells when 95 of 100 were and when all.
func (w *world) grow(t *testing.T, top, most int) (near, all reached) {
	format := made(t, nil)
	l := tournament.NewLedger(0, 0)
	within := math.Max(1, float64(len(w.truth))/100)
	for all.games == 0 && l.Done() < most && w.round(t, l, format) {
		s := l.All().State(format, w.field).(*state)
		off, games := w.off(s, top)
		now := reached{l.Done(), 2 * float64(l.Done()) / float64(len(w.truth)), games}
		if near.games == 0 && rating.Quantiles(off, 0.95)[0] <= within {
			near = now
		}
		if rating.Quantiles(off, 1)[0] <= within {
			all = now
		}
	}
	return near, all
}

// off is how many places each of the true best is from where it belongs, and how many games they have had on average.
func (w *world) off(s *state, top int) (off []float64, games float64) {
	logs := make([]float64, len(w.truth))
	for i := range logs {
		logs[i] = s.online.Strength(i).Log
	}
	for place, i := range descending(logs) {
		if w.ranks[i] <= top {
			off = append(off, math.Abs(float64(place+1-w.ranks[i])))
			games += float64(s.played[i]) / float64(top)
		}
	}
	return off, games
}
