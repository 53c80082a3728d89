package ladder

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"agon/format/rating"
	"agon/format/tournament"
)

var (
	bots  = flag.Int("bots", 60, "TestGrowth: how many bots")
	top   = flag.Int("top", 6, "TestGrowth: how many of the best have to be where they belong")
	seeds = flag.Int("seeds", 1, "TestGrowth: how many ladders")
	most  = flag.Int("most", 200_000, "TestGrowth: after how many games it is given up")
)

// spreadOfGrowth is the standard deviation of strengths in the fields that are measured: 200 points.
const spreadOfGrowth = 1.151

// TestGrowth measures how many games a field of known strengths needs until the ranks of its true best are correct to within 1 % of the
// field. README.md has the results.
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

// reached is the state of a ladder when a condition was first met; 0 if it never was.
type reached struct {
	games int
	each  float64 // games of a bot
	top   float64 // games of a bot of the top
}

func (r reached) String() string {
	return fmt.Sprintf("%d games (%.0f a bot, %.0f each of the top)", r.games, r.each, r.top)
}

// grow plays until the ranks of all of the top are correct, or the maximum number of games is reached, and returns the state when 95 of
// 100 were correct and when all were.
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

// off returns by how many places the rank of each of the true best is wrong, and their mean number of games.
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
