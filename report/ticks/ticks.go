// Package ticks chooses the marks of an axis: round values, in steps of 1, 2 or 5 times a power of ten.
package ticks

import (
	"math"
	"strconv"
	"strings"
)

// Step returns the least of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not smaller than v, which must be positive.
func Step(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*0.999 {
			return m * power
		}
	}
	return 10 * power
}

// Values returns the round values from low to high, at most most+1 of them: enough that labels have room. low must be less than high.
func Values(low, high float64, most int) []float64 {
	step := Step((high - low) / float64(max(most, 1)))
	first := math.Ceil(low/step - 1e-9)
	var values []float64
	for i := 0; ; i++ {
		v := (first + float64(i)) * step
		if v > high+step*1e-9 {
			return values
		}
		values = append(values, v)
	}
}

// Text returns a number with up to six decimals, none of them needless, and a true minus.
func Text(v float64) string {
	return strings.Replace(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64), "-", "−", 1)
}
