package gamecheck

import (
	"strings"
	"testing"

	"agon/format/rating"
)

// The sentence about advantages says what the intervals before it say.
func TestAdvantages(t *testing.T) {
	for _, tt := range []struct {
		name      string
		won, of   int
		text, not string
	}{
		{"even", 500, 1000, "no seat is known to have an advantage", "half"},
		{"a little more, within the interval", 520, 1000, "no seat is known to have an advantage", "half"},
		{"a little more in many games", 5200, 10000, "more than half to seat 0, less than half to seat 1; ", "no seat"},
		{"much more", 700, 1000, "more than half to seat 0, less than half to seat 1; ", "no seat"},
		{"less", 300, 1000, "more than half to seat 1, less than half to seat 0; ", "no seat"},
		{"everything", 1000, 1000, "more than half to seat 0, less than half to seat 1; ", "no seat"},
		{"everything in few games", 5, 5, "so few games do not show whether a seat has an advantage: 10 do", "half to"},
	} {
		points := make([]rating.Sample, 2)
		for n := range tt.of {
			won := 0.0
			if n < tt.won {
				won = 1
			}
			points[0].Add(won)
			points[1].Add(1 - won)
		}
		if text := advantages(points); !strings.Contains(text, tt.text) || strings.Contains(text, tt.not) {
			t.Errorf("%s: %s", tt.name, text)
		}
	}
}
