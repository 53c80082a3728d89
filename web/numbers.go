package web

import (
	"math"
	"strconv"
	"strings"
)

// Numbers as people read them, the same as in assets/numbers.js: thin spaces between thousands, a true minus, a dot for no
// faults, nothing for what was not measured.

// grouped is a whole number with thin spaces between its thousands.
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

// microsText is a time of a move in µs without their unit, from a ms on with its unit; empty where it was not measured.
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

// microsColumn is a time of a move in µs, the unit that the column's head names; empty where it was not measured.
func microsColumn(us float64) string {
	if us < 1000 || math.IsNaN(us) {
		return microsText(us)
	}
	return grouped(int(math.Round(us)))
}

// microsUnit is a time of a move with its unit, empty where it was not measured.
func microsUnit(us float64) string {
	text := microsText(us)
	if text != "" && us < 1000 {
		text += " µs"
	}
	return text
}

// scoreText is a score with as many decimals as its unit wants.
func scoreText(score float64, unit string) string {
	if unit == "%" {
		return decimals(score, 2)
	}
	if score == math.Trunc(score) {
		return grouped(int(score))
	}
	return decimals(score, 2)
}

// decimals is a number with so many decimals and a true minus.
func decimals(v float64, n int) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', n, 64), "-", "−", 1)
}

// faultsText is a number of faults; none is a dot.
func faultsText(n int) string {
	if n == 0 {
		return "·"
	}
	return grouped(n)
}

// counted is "1 bot", "21 bots".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(n) + " " + thing + "s"
}
