package rating

import (
	"math"
	"testing"
)

// pairs returns evidence of pairs of games by their result: both lost, half a point, one point, one and a half, both won.
func pairs(counts ...int) *Evidence {
	var e Evidence
	for i, count := range counts {
		for range count {
			e.Add(float64(i)/2 - 1)
		}
	}
	return &e
}

// The figures are those of the tests of fastchess, whose error is 1.96 standard errors of the mean.
func TestNormalized(t *testing.T) {
	for _, tt := range []struct {
		counts    []int
		elo, wide float64
	}{
		{[]int{34, 54, 63, 64, 75}, 57.94, 28.28},
		{[]int{332, 433, 498, 333, 334}, -9.17, 10.96},
		{[]int{7895, 8757, 5685, 568, 9999}, -19.01, 2.65},
	} {
		e := pairs(tt.counts...)
		near(t, "normalised Elo", Normalized(e.Mean(), e.Deviation(), 2), tt.elo, 0.01)
		reach := Reach * e.Deviation() / math.Sqrt(float64(e.N()))
		near(t, "its error", Normalized(reach, e.Deviation(), 2), tt.wide, 0.01)
	}
}

// The ratios are those of fastchess and Fishtest for these results.
func TestNormalizedRatio(t *testing.T) {
	e := pairs(365, 16618, 36229, 16974, 390)
	near(t, "0 to 2", e.NormalizedRatio(0, 2, 2), 2.25, 0.01)
	near(t, "-1.75 to 0.25", pairs(127, 4883, 10712, 5150, 104).NormalizedRatio(-1.75, 0.25, 2), 3.01, 0.01)
	near(t, "exchanged", e.NormalizedRatio(2, 0, 2), -e.NormalizedRatio(0, 2, 2), 1e-9)

	// With two values the only distribution with a mean of t deviations wins with (1+t/√(1+t²))/2.
	win := func(elo float64) float64 {
		deviations := elo * math.Sqrt2 / (800 / math.Ln10)
		return (1 + deviations/math.Sqrt(1+deviations*deviations)) / 2
	}
	want := 60*math.Log(win(80)/win(-20)) + 40*math.Log((1-win(80))/(1-win(-20)))
	near(t, "two values", pairs(40, 0, 0, 0, 60).NormalizedRatio(-20, 80, 2), want, 1e-6)

	// All results equal, and bounds far apart.
	for _, equal := range []*Evidence{pairs(0, 0, 0, 0, 100), pairs(100), pairs(0, 0, 100)} {
		up, down := equal.NormalizedRatio(-1200, 1200, 2), equal.NormalizedRatio(1200, -1200, 2)
		if math.IsNaN(up) || math.IsInf(up, 0) || math.Abs(up+down) > 1e-6 || up*equal.Mean() < 0 {
			t.Errorf("100 pairs of %v: %v and %v", equal.Mean(), up, down)
		}
	}
}
