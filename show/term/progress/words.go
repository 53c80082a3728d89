package progress

import (
	"fmt"
	"strconv"
	"time"
)

// grouped returns a whole number with a blank before each group of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}

// remaining returns an estimated duration with a precision that suits it: 40 s, 11 min, 1 h 12 min.
func remaining(d time.Duration) string {
	switch s := int(d.Seconds() + 0.5); {
	case s < 90:
		return fmt.Sprintf("%d s", s)
	case s < 90*60:
		return fmt.Sprintf("%d min", (s+30)/60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	}
}

// percent returns a whole percentage, rounded down so that only all is 100.
func percent(done, of int) int {
	if of <= 0 {
		return 0
	}
	return done * 100 / of
}

// places returns the range of places that an entry may have: 6, or 1-3.
func places(low, high int) string {
	if low == 0 {
		return ""
	}
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}
