package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestStudentT(t *testing.T) {
	for _, tt := range []struct {
		confidence float64
		freedom    int
		want       float64 // from printed tables
	}{
		{0.95, 1, 12.7062}, {0.95, 4, 2.7764}, {0.95, 30, 2.0423}, {0.99, 10, 3.1693}, {0.95, 100000, 1.9600},
	} {
		near(t, "t", StudentT(tt.confidence, tt.freedom), tt.want, 1e-4)
	}
}

func TestSample(t *testing.T) {
	var s Sample
	for _, x := range []float64{2, 4, 4, 4, 5, 5, 7, 9} {
		s.Add(x)
	}
	near(t, "mean", s.Mean(), 5, 0)
	near(t, "deviation", s.Deviation(), 2, 1e-12)
	low, high := s.Interval(0, 0) // s = 2.13809, t(7) = 2.36462
	near(t, "low", low, 5-1.787487, 1e-5)
	near(t, "high", high, 5+1.787487, 1e-5)
	if best, nth := s.Best(); best != 9 || nth != 7 {
		t.Errorf("the best is %v at %d", best, nth)
	}
}

func TestOneValueSaysNothingOfItsError(t *testing.T) {
	var s Sample
	s.Add(3)
	if low, high := s.Interval(0, 0); low != 3 || high != 3 {
		t.Errorf("interval of one value is %v to %v", low, high)
	}
}

func TestQuantiles(t *testing.T) {
	got := Quantiles([]float64{50, 10, 30, 20, 40}, 0, 0.1, 0.5, 0.9, 1)
	for i, want := range []float64{10, 14, 30, 46, 50} {
		near(t, "quantile", got[i], want, 1e-12)
	}
	near(t, "quantile of nothing", Quantiles(nil, 0.5)[0], 0, 0)
}

// The interval contains the true mean in 95 of 100 samples, even for skewed values such as shares of a canvas.
func TestIntervalCoverage(t *testing.T) {
	const samples = 4000
	for _, tt := range []struct {
		name        string
		n           int
		draw        func(*rand.Rand) float64
		truth       float64
		least, most float64
	}{
		{"normal values, 8 games", 8, (*rand.Rand).NormFloat64, 0, 0.94, 0.96},
		{"skewed values, 100 games", 100, (*rand.Rand).ExpFloat64, 1, 0.93, 0.96},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			held := 0
			for range samples {
				var s Sample
				for range tt.n {
					s.Add(tt.draw(r))
				}
				if low, high := s.Interval(0, 0); low <= tt.truth && tt.truth <= high {
					held++
				}
			}
			if share := float64(held) / samples; share < tt.least || share > tt.most {
				t.Errorf("the interval contained the truth in %.3f of the samples", share)
			}
		})
	}
}

// StudentBelow is the inverse of StudentT.
func TestStudentBelow(t *testing.T) {
	for _, freedom := range []int{1, 4, 30} {
		reach := StudentT(0.95, freedom)
		near(t, "above the interval", StudentBelow(reach, freedom), 0.975, 1e-9)
		near(t, "below the interval", StudentBelow(-reach, freedom), 0.025, 1e-9)
		near(t, "the middle", StudentBelow(0, freedom), 0.5, 1e-9)
	}
}
