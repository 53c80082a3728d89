package ticks

import (
	"strings"
	"testing"
)

func TestValuesAreRoundAndFew(t *testing.T) {
	for _, tt := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{0, 2, 2, "0 1 2"},
		{0, 2, 4, "0 0.5 1 1.5 2"},
		{0, 13.2, 5, "0 5 10"},
		{3, 913, 6, "200 400 600 800"},
		{-0.25, 0.31, 5, "−0.2 0 0.2"},
		{0, 1e-4, 2, "0 0.00005 0.0001"},
		{0, 0.3, 3, "0 0.1 0.2 0.3"},
		{1e6, 1e6 + 3, 3, "1000000 1000001 1000002 1000003"},
	} {
		var texts []string
		for _, v := range Values(tt.low, tt.high, tt.most) {
			texts = append(texts, Text(v))
		}
		if got := strings.Join(texts, " "); got != tt.want {
			t.Errorf("Values(%g, %g, %d) = %s, want %s", tt.low, tt.high, tt.most, got, tt.want)
		}
	}
}
