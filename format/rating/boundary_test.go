package rating

import (
	"math"
	"testing"

	"agon/game"
)

// looks returns numbers of observations that grow by a sixth.
func looks(first, most int) (counts []int) {
	for n := first; n < most; n += max(1, n/6) {
		counts = append(counts, n)
	}
	return append(counts, most)
}

// Of walks without a difference at most alpha cross their boundary at any look, and hardly fewer: the boundary is no stricter than it must
// be.
func TestBoundaryHoldsItsLevelOverAllLooks(t *testing.T) {
	for _, tt := range []struct {
		first, most int
		alpha       float64
	}{{4, 100, 0.05}, {16, 1000, 0.05}, {16, 100_000, 0.05}, {16, 1000, 0.01}, {16, 1000, 0.2}, {16, 16, 0.05}} {
		counts := looks(tt.first, tt.most)
		if tt.first == tt.most {
			counts = []int{tt.first}
		}
		var bounds []float64
		for i := range counts {
			bounds = append(bounds, Boundary(counts[:i+1], tt.most, tt.alpha))
		}
		dice := game.NewDice(5, nil)
		const walks = 20_000
		crossed := 0
		for turn := range walks {
			dice.Turn(turn)
			sum, before := 0.0, 0
			for i, n := range counts {
				sum += math.Sqrt(float64(n-before)) * normal(&dice)
				before = n
				if sum > bounds[i]*math.Sqrt(float64(n)) {
					crossed++
					break
				}
			}
		}
		share := float64(crossed) / walks
		if reach := 4 * math.Sqrt(tt.alpha*(1-tt.alpha)/walks); math.Abs(share-tt.alpha) > reach {
			t.Errorf("%d to %d observations: %.4f of walks cross, not %.4f (last boundary %.3f)", tt.first, tt.most, share, tt.alpha,
				bounds[len(bounds)-1])
		}
	}
	if one := Boundary([]int{30}, 30, 0.05); math.Abs(one-1.6449) > 0.005 {
		t.Errorf("one look has the boundary %.4f, not 1.6449", one)
	}
}

func TestFewDegrees(t *testing.T) {
	if got := FewDegrees(1.959964, 9); math.Abs(got-2.2622) > 0.001 {
		t.Errorf("1.96 errors are %.4f with 9 degrees of freedom, not 2.2622", got)
	}
}
