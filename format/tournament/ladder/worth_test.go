package ladder

import (
	"math"
	"testing"

	"agon/format/rating"
)

// However much is known of two entries, the gain of their match is a number, so that every entry has an opponent.
func TestGainsAreNumbers(t *testing.T) {
	for _, known := range []float64{0, 1, 1e8, 1e15, 1e16, 1e17, 1e100, 1e160} {
		w := newWorth(rating.NewOnline(3, 1), []int{2}, func(int) int { return 1 })
		w.info.Add(0, 1, known)
		w.weight = []float64{1, 1, 1}
		for _, pair := range [][2]int{{0, 1}, {1, 2}} {
			if gain := w.gain(pair[0], pair[1]); !(gain >= 0) || math.IsInf(gain, 0) {
				t.Errorf("the gain of %v is %v with information %g", pair, gain, known)
			}
		}
		p := &pairing{worth: w, order: []int{0, 1, 2}, near: [][]int{{1}, {0}, {0, 1}}}
		p.remember()
		if _, other := p.best(0); other != 1 {
			t.Errorf("entry 0 meets nobody with information %g", known)
		}
	}
}
