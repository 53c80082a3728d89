package game

import (
	"math"
	"strings"
	"testing"
)

func TestUntil(t *testing.T) {
	plain := Option{Name: "until", Default: Until("0")}
	places := Option{Name: "until", Default: Until("0"), Max: 100}
	for _, tt := range []struct {
		option Option
		value  any
		count  int
		level  float64
		err    string
	}{
		{plain, "95 %", 0, 0.95, ""},
		{plain, "99.9%", 0, 0.999, ""},
		{plain, int64(0), 0, 0, ""},
		{plain, int64(20), 0, 0, `must be a percentage such as "95 %", not 20`},
		{plain, "49 %", 0, 0, "must be from 50 % to 99.9 %"},
		{plain, "100 %", 0, 0, "must be from 50 % to 99.9 %"},
		{plain, "NaN%", 0, 0, "must be from 50 % to 99.9 %"},
		{plain, "often", 0, 0, `must be a percentage such as "95 %", not often`},
		{places, int64(20), 20, 0, ""},
		{places, "20", 20, 0, ""},
		{places, "95%", 0, 0.95, ""},
		{places, int64(101), 0, 0, "or a whole number from 0 to 100, not 101"},
	} {
		s, err := NewSettings([]Option{tt.option}, map[string]any{"until": tt.value})
		if err != nil || tt.err != "" {
			if err == nil || tt.err == "" || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%v: %v, want %q", tt.value, err, tt.err)
			}
			continue
		}
		if u := s.Until("until"); u.Count() != tt.count || math.Abs(u.Level()-tt.level) > 1e-12 {
			t.Errorf("%v is %d and %v", tt.value, u.Count(), u.Level())
		}
	}
}
