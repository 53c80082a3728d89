package web

import (
	"math"
	"strconv"
	"strings"
)

// Numbers are formatted as in assets/numbers.js: thin spaces between groups of three digits, a true minus sign, a dot for no faults,
// nothing for values that were not measured.

// grouped returns a whole number with thin spaces between groups of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	if n < 0 {
		return "−" + grouped(-n)
	}
	var text strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteString("\u2009")
		}
		text.WriteRune(d)
	}
	return text.String()
}

// microsText returns the time of a move: in µs without the unit, from 1 ms on with its unit, or "" if it was not measured.
func microsText(us float64) string {
	switch {
	case us < 0 || math.IsNaN(us):
		return ""
	case us >= 1e6:
		return decimals(us/1e6, 1) + " s"
	case us >= 1000:
		return decimals(us/1000, 1) + " ms"
	case us >= 100:
		return decimals(us, 0)
	}
	return decimals(us, 1)
}

// microsColumn returns the time of a move in µs, for columns whose head names the unit, or "" if it was not measured.
func microsColumn(us float64) string {
	if us < 1000 || math.IsNaN(us) {
		return microsText(us)
	}
	return grouped(int(math.Round(us)))
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
	if unit == "%" {
		return decimals(score, 2)
	}
	if score == math.Trunc(score) {
		return grouped(int(score))
	}
	return decimals(score, 2)
}

// decimals returns a number with n decimals and a true minus sign.
func decimals(v float64, n int) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', n, 64), "-", "−", 1)
}

// faultsText returns a number of faults, or a dot for none.
func faultsText(n int) string {
	if n == 0 {
		return "·"
	}
	return grouped(n)
}

// counted returns "1 bot", "21 bots".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(n) + " " + thing + "s"
}
