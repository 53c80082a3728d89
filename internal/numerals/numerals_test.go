package numerals

import (
	"math"
	"testing"
)

func Test(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Grouped(41200), "41\u2009200"}, {Grouped(-1234567), "−1\u2009234\u2009567"}, {Grouped(999), "999"},
		{Grouped(math.MinInt64), "−9\u2009223\u2009372\u2009036\u2009854\u2009775\u2009808"},
		{Decimals(-0.5, 1), "−0.5"}, {Decimals(2, 0), "2"}, {Trimmed(0.30000000000000004), "0.3"},
		{Trimmed(-1200), "−1200"}, {Trimmed(-1e-9), "0"},
		{Counted(1, "bot"), "1 bot"}, {Counted(2100, "bot"), "2\u2009100 bots"},
		{Counted(2, "ply"), "2 plies"}, {Plural("day"), "days"}, {Plural("turn"), "turns"}, {Plural("y"), "ys"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
