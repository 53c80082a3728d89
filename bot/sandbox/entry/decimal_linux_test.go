//go:build amd64 || arm64

package entry

import (
	"math"
	"strconv"
	"testing"
)

func TestDecimal(t *testing.T) {
	for _, n := range []int{0, 9, 10, 255, math.MaxInt, -1, -10, math.MinInt} {
		if got := decimal(n); got != strconv.Itoa(n) {
			t.Errorf("%d is written as %q", n, got)
		}
	}
}
