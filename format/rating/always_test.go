package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"agon/format/rating"
)

// TestAlways: whoever looks after each of a thousand values sees an interval without the true mean in about 5 of 100 samples at most, of
// values that are nearly symmetric, and of skewed ones in up to 15; and a mean half a deviation away is told apart within a hundred values.
func TestAlways(t *testing.T) {
	const samples = 400
	draws := map[string]func(r *rand.Rand) float64{
		"normal":      func(r *rand.Rand) float64 { return r.NormFloat64() },
		"exponential": func(r *rand.Rand) float64 { return r.ExpFloat64() - 1 },
		"one or none": func(r *rand.Rand) float64 { return float64(r.IntN(3)) - 1 },
	}
	for name, draw := range draws {
		r := rand.New(rand.NewPCG(7, 8))
		missed := 0
		for range samples {
			var s rating.Sample
			for range 1000 {
				s.Add(draw(r))
				if low, high := s.Always(0.05); low > 0 || high < 0 {
					missed++
					break
				}
			}
		}
		most := samples * 7 / 100
		if name == "exponential" {
			most = samples * 15 / 100 // far from normal
		}
		if missed > most {
			t.Errorf("%s: %d of %d samples", name, missed, samples)
		}
	}
	r := rand.New(rand.NewPCG(9, 10))
	found := 0
	for range 100 {
		var s rating.Sample
		for range 100 {
			s.Add(r.NormFloat64() + 0.5)
		}
		if low, _ := s.Always(0.05); low > 0 {
			found++
		}
	}
	if found < 90 {
		t.Errorf("half a deviation is found in %d of 100 samples", found)
	}
	var few rating.Sample
	few.Add(1)
	if low, high := few.Always(0.05); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("one value: %v to %v", low, high)
	}
}
