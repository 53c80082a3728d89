package web

import (
	"math"

	"agon/internal/numerals"
)

// Numbers are formatted as in assets/numbers.js: thin spaces between groups of three digits, a true minus sign, a dot for no faults,
// nothing for values that were not measured.

// microsText returns the time of a move: in µs without the unit, from 1 ms on with its unit, or "" if it was not measured.
func microsText(us float64) string {
	switch {
	case us < 0 || math.IsNaN(us):
		return ""
	case us >= 1e6:
		return numerals.Decimals(us/1e6, 1) + " s"
	case us >= 1000:
		return numerals.Decimals(us/1000, 1) + " ms"
	case us >= 100:
		return numerals.Decimals(us, 0)
	}
	return numerals.Decimals(us, 1)
}

// microsColumn returns the time of a move in µs, for columns whose head names the unit, or "" if it was not measured.
func microsColumn(us float64) string {
	if us < 1000 || math.IsNaN(us) {
		return microsText(us)
	}
	return numerals.Grouped(int(math.Round(us)))
}

// microsUnit returns the time of a move with its unit, or "" if it was not measured.
func microsUnit(us float64) string {
	text := microsText(us)
	if text != "" && us < 1000 {
		text += " µs"
	}
	return text
}

// scoreText returns a score with the number of decimals that suits its unit.
func scoreText(score float64, unit string) string {
	if math.IsNaN(score) {
		return "" // hidden
	}
	if unit == "%" {
		return numerals.Decimals(score, 2)
	}
	if score == math.Trunc(score) {
		return numerals.Grouped(int(score))
	}
	return numerals.Decimals(score, 2)
}

// faultsText returns a number of faults, or a dot for none.
func faultsText(n int) string {
	if n == 0 {
		return "·"
	}
	return numerals.Grouped(n)
}
