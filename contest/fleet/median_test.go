package fleet

import "testing"

// One measurement in a noisy moment never decides.
func TestSpeedsAreMedians(t *testing.T) {
	for _, tt := range []struct {
		name   string
		speeds []float64
		want   float64
	}{
		{"the only one", []float64{0.64}, 0.64},
		{"noisy at first", []float64{0.64, 1}, 1},
		{"noisy later", []float64{1, 0.64}, 1},
		{"slow", []float64{0.5, 0.6, 0.5, 1}, 0.6},
		{"the first are forgotten", []float64{1, 1, 1, 1, 1, .5, .5, .5, .5, .5, .5, .5, .5, .5}, 0.5},
	} {
		var s speeds
		for _, x := range tt.speeds {
			s.add(x)
		}
		if got := s.median(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
