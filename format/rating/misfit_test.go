package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// pairsOf returns units of two games between strengths of a normal law, in which each pair has a bias of its own.
func pairsOf(seed uint64, n, units int, deviation float64) [][]Meeting {
	r := rand.New(rand.NewPCG(seed, 31))
	strength, bias := make([]float64, n), make(map[[2]int]float64)
	for i := range strength {
		strength[i] = r.NormFloat64()
		for j := range i {
			bias[[2]int{j, i}] = deviation * r.NormFloat64()
		}
	}
	var all [][]Meeting
	for range units {
		one, two := r.IntN(n), r.IntN(n-1)
		if two >= one {
			two++
		}
		one, two = min(one, two), max(one, two)
		p := 1 / (1 + math.Exp(strength[two]-strength[one]-bias[[2]int{one, two}]))
		var unit []Meeting
		for range 2 {
			m := Meeting{Entries: []int{one, two}, Points: []float64{0, 1}}
			if r.Float64() < p {
				m.Points = []float64{1, 0}
			}
			unit = append(unit, m)
		}
		all = append(all, unit)
	}
	return all
}

// The biases of pairs are measured: none if there are none, and approximately if pairs have met a few times.
func TestMisfitIsMeasured(t *testing.T) {
	for _, tt := range []struct{ deviation, least, most float64 }{{0, 0, 0.05}, {0.7, 0.25, 0.65}, {1.2, 0.8, 1.8}} {
		sum := 0.0
		for seed := range uint64(5) {
			o := NewOnline(30, 0)
			all := pairsOf(seed, 30, 2500, tt.deviation)
			o.Fit(func(yield func([]Meeting) bool) {
				for _, unit := range all {
					if !yield(unit) {
						return
					}
				}
			})
			sum += o.misfit / 5
		}
		if sum < tt.least || sum > tt.most {
			t.Errorf("biases with a variance of %.2f were measured as %.3f", tt.deviation*tt.deviation, sum)
		}
	}
}

// The information of a pair grows to one over the misfit, and no further.
func TestPairsInformOnlySoMuch(t *testing.T) {
	f := NewInformation(3)
	f.recount(1, 0.5)
	f.Add(0, 1, 1000)
	near(t, "what counts after many games", f.Between(0, 1), 2, 0.01)
	near(t, "what more would tell", f.More(f.Between(0, 1), 1000), 0, 0.01)
	near(t, "what a first game tells", f.More(0, 0.25), 0.25/1.125, 1e-12)
	f.Add(0, 2, 0.25)
	near(t, "what counts of an entry", f.Own(0), f.Between(0, 1)+f.Between(0, 2), 1e-12)
}

// An interval of values between known bounds lies between them, equals Student's far from both, and contains the truth for rare outcomes
// too.
func TestBoundedIntervals(t *testing.T) {
	var far, certain Sample
	for i := range 40 {
		far.Add(50 + float64(i%2))
		certain.Add(100)
	}
	low, high := far.Interval(0, 0)
	boundedLow, boundedHigh := far.Interval(0, 100)
	near(t, "low", boundedLow, low, 0.01)
	near(t, "high", boundedHigh, high, 0.01)
	if low, high := certain.Interval(0, 100); high != 100 || low > 95 || low < 85 {
		t.Errorf("40 times the most: %v to %v", low, high)
	}
	r := rand.New(rand.NewPCG(8, 9))
	for _, tt := range []struct {
		name  string
		games int
		draw  func() float64
		truth float64
		least float64 // four values do not show how skewed their law is
	}{
		{"half of all games won", 10, func() float64 { return float64(r.IntN(2)) }, 0.5, 0.93},
		{"nine of ten games won", 6, func() float64 { return float64(min(1, r.IntN(10))) }, 0.9, 0.93},
		{"one of fifty games lost", 30, func() float64 { return float64(min(1, r.IntN(50))) }, 0.98, 0.93},
		{"shares of a canvas", 4, func() float64 { return math.Pow(r.Float64(), 3) }, 0.25, 0.89},
		{"shares of a canvas, many games", 60, func() float64 { return math.Pow(r.Float64(), 3) }, 0.25, 0.93},
	} {
		const samples = 3000
		held := 0
		for range samples {
			var s Sample
			for range tt.games {
				s.Add(tt.draw())
			}
			low, high := s.Interval(0, 1)
			if low < 0 || high > 1 || low > s.Mean() || high < s.Mean() {
				t.Fatalf("%s: %v to %v around %v", tt.name, low, high, s.Mean())
			}
			if low <= tt.truth && tt.truth <= high {
				held++
			}
		}
		share := float64(held) / samples
		t.Logf("%s: %.3f", tt.name, share)
		if share < tt.least {
			t.Errorf("%s: the interval held the truth in %.3f of the samples", tt.name, share)
		}
	}
}
