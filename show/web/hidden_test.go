package web

import (
	"math"
	"testing"
)

// A score that the viewer may not know is null in a reel, and comes whole once it is known.
func TestHiddenScores(t *testing.T) {
	unknown := math.NaN()
	for _, tt := range []struct {
		name        string
		before, now []float64
		want        string
	}{
		{"in the deal", nil, []float64{1, unknown}, `,"s":[1000000,null]`},
		{"hidden on", []float64{1, unknown}, []float64{3, unknown}, `,"s":[2000000,null]`},
		{"known at last", []float64{1, unknown}, []float64{1, 5}, `,"s":[0,5000000]`},
		{"known to be none", []float64{1, unknown}, []float64{1, 0}, `,"s":[0,0]`},
		{"unchanged", []float64{1, 2}, []float64{1, 2}, ""},
	} {
		var before []int
		if tt.before != nil {
			before = whole(tt.before)
		}
		if got := string(appendDifferences(nil, "s", before, whole(tt.now))); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if text := scoreText(unknown, "%"); text != "" {
		t.Errorf("a hidden score is printed as %q", text)
	}
}
