package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDifferences: whoever looks after each of five hundred differences sees a mean that does not exist in at most 5 of 100 samples of
// symmetric differences, however far they scatter, and in few more of exponential ones.
func TestDifferences(t *testing.T) {
	const samples, looks = 2000, 500
	for _, tt := range []struct {
		name string
		draw func(r *rand.Rand) float64
		most int // of 100 samples
	}{
		{"normal", (*rand.Rand).NormFloat64, 5},
		{"one, none or minus one", func(r *rand.Rand) float64 { return float64(r.IntN(3)) - 1 }, 5},
		{"between two exponential ones", func(r *rand.Rand) float64 { return r.ExpFloat64() - r.ExpFloat64() }, 5},
		{"Cauchy, which have no deviation", func(r *rand.Rand) float64 { return math.Tan(math.Pi * (r.Float64() - 0.5)) }, 5},
		{"rare", func(r *rand.Rand) float64 { return math.Trunc(r.NormFloat64() / 2) }, 5},
		{"exponential", func(r *rand.Rand) float64 { return r.ExpFloat64() - 1 }, 7},
		{"a rare large one", func(r *rand.Rand) float64 {
			if r.IntN(20) == 0 {
				return 19
			}
			return -1
		}, 20},
	} {
		r := rand.New(rand.NewPCG(7, 8))
		missed := 0
		for range samples {
			var d Differences
			for range looks {
				d.Add(tt.draw(r))
				if d.excludes(math.Abs(d.later.mean), 0.05) {
					missed++
					break
				}
			}
		}
		if missed > samples*tt.most/100 {
			t.Errorf("%s: %d of %d samples", tt.name, missed, samples)
		}
	}
}

// TestDifferencesAreFound: a mean half a deviation away is told apart within a hundred differences, one that never varies within sixty.
func TestDifferencesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	found := 0
	for range 100 {
		var d Differences
		for range 100 {
			d.Add(r.NormFloat64() + 0.5)
		}
		low, high := d.Interval(0.05)
		if low > 0 {
			found++
		}
		if mean := d.Mean(); low > mean || high < mean || d.N() != 100 {
			t.Errorf("%d: %v to %v around %v", d.N(), low, high, mean)
		}
		if excluded := d.excludes(d.later.mean, 0.05); excluded != (low > 0) {
			t.Errorf("from %v, and 0 is excluded: %v", low, excluded)
		}
	}
	if found < 90 {
		t.Errorf("half a deviation is found in %d of 100 samples", found)
	}
	for _, tt := range []struct {
		name  string
		value float64
		n     int
		some  bool
	}{
		{name: "nothing", value: 3, n: 0},
		{name: "one", value: 3, n: 1},
		{name: "few", value: 3, n: 12},
		{name: "always 0", value: 0, n: 1000},
		{name: "always 3", value: 3, n: 60, some: true},
		{name: "always minus a little", value: -1e-9, n: 60, some: true},
	} {
		var d Differences
		for range tt.n {
			d.Add(tt.value)
		}
		low, high := d.Interval(0.05)
		if got := !math.IsInf(low, -1); got != tt.some || got && (low*high <= 0 || low > tt.value || high < tt.value) {
			t.Errorf("%s: %v to %v", tt.name, low, high)
		}
	}
}
