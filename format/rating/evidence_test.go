package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// pairOf returns the mean result of two games, each won with a probability, drawn with another and else lost.
func pairOf(r *rand.Rand, won, drawn float64) float64 {
	sum := 0.0
	for range 2 {
		switch x := r.Float64(); {
		case x < won:
			sum += 0.5
		case x >= won+drawn:
			sum -= 0.5
		}
	}
	return sum
}

// Whoever looks after every pair sees a difference that does not exist in at most 5 of 100 comparisons, whatever games are like.
func TestPeekingIsAllowed(t *testing.T) {
	const runs, pairs, wrong = 2000, 500, 0.05
	for _, drawn := range []float64{0, 0.5, 0.95} {
		t.Run(fmt.Sprintf("%v drawn", drawn), func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(100*drawn)))
			fooled := 0
			for range runs {
				var e Evidence
				for range pairs {
					e.Add(pairOf(r, (1-drawn)/2, drawn))
					enough := math.Log(2 / wrong)
					if e.capital(1, 0) >= enough || e.capital(-1, 0) >= enough {
						fooled++
						break
					}
				}
			}
			if fooled > runs*wrong {
				t.Errorf("%d of %d comparisons of equals end with a difference", fooled, runs)
			}
			t.Logf("%d of %d comparisons of equals end with a difference", fooled, runs)
		})
	}
}

// An interval contains its mean and the differences' own, shrinks, and excludes what the capital excludes.
func TestEvidence(t *testing.T) {
	var e Evidence
	if low, high := e.Interval(0.05); low != -1 || high != 1 {
		t.Errorf("without a difference the interval is %v to %v", low, high)
	}
	r := rand.New(rand.NewPCG(1, 2))
	width := 2.0
	for n := 1; n <= 4096; n++ {
		e.Add(pairOf(r, 0.45, 0.2)) // a mean of 0.1
		if n&(n-1) != 0 || n < 64 {
			continue
		}
		low, high := e.Interval(0.05)
		if low > e.Mean() || high < e.Mean() || high-low > width || low > 0.1 || high < 0.1 {
			t.Errorf("after %d: %v to %v around %v", n, low, high, e.Mean())
		}
		if found := low > 0; found != (e.capital(1, 0) >= math.Log(40)) {
			t.Errorf("after %d: the lower bound is %v, the capital against 0 e^%v", n, low, e.capital(1, 0))
		}
		width = high - low
	}
	if low, _ := e.Interval(0.05); low <= 0 {
		t.Errorf("4096 pairs of a mean of 0.1 do not show that it is positive: %v", low)
	}
	for sign, extreme := range map[float64]float64{1: 1, -1: -1} {
		var same Evidence
		for range 100 {
			same.Add(extreme)
		}
		if low, high := same.Interval(0.05); sign*low < -1 || math.Min(math.Abs(low), math.Abs(high)) < 0.7 || low > high {
			t.Errorf("100 times %v: %v to %v", extreme, low, high)
		}
	}
}

// The ratio is positive if the second mean fits better, and opposite if the means are exchanged; a mean that no value has yet is possible.
func TestRatio(t *testing.T) {
	var e Evidence
	for _, x := range []float64{0.5, 0.5, 0, -0.5, 1, 0.5} {
		e.Add(x)
	}
	if up, down := e.Ratio(0, 0.3), e.Ratio(0.3, 0); !(up > 0) || math.Abs(up+down) > 1e-9 {
		t.Errorf("%v and %v", up, down)
	}
	// With two values the likeliest distribution is the only one with the mean.
	var two Evidence
	for range 60 {
		two.Add(1)
	}
	for range 40 {
		two.Add(-1)
	}
	want := 60*math.Log(0.6/0.5) + 40*math.Log(0.4/0.5)
	if got := two.Ratio(0, 0.2); math.Abs(got-want) > 1e-6 {
		t.Errorf("%v, not %v", got, want)
	}
	var one Evidence
	one.Add(0)
	if got := one.Ratio(0, 0.5); !(got < 0) || math.IsInf(got, 0) || math.IsNaN(got) {
		t.Errorf("a single value has the ratio %v", got)
	}
}
