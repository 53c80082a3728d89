// Package numerals writes numbers for people: thin spaces between groups of three digits, a true minus sign. The script numbers.js of the
// pages writes them alike.
package numerals

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Grouped returns a whole number with thin spaces between groups of three digits.
func Grouped(n int) string {
	digits, negative := strings.CutPrefix(strconv.Itoa(n), "-")
	var text strings.Builder
	if negative {
		text.WriteString("−")
	}
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteString("\u2009")
		}
		text.WriteRune(d)
	}
	return text.String()
}

// Decimals returns a number with n decimals.
func Decimals(v float64, n int) string { return signed(strconv.FormatFloat(v, 'f', n, 64)) }

// Trimmed returns a number, rounded to six decimals, without needless ones.
func Trimmed(v float64) string {
	v = math.Round(v*1e6) / 1e6
	if v == 0 {
		v = 0 // which may have been a negative zero
	}
	return signed(fmt.Sprintf("%.10g", v))
}

func signed(digits string) string { return strings.Replace(digits, "-", "−", 1) }

// Counted returns "1 bot", "21 bots".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Grouped(n) + " " + Plural(thing)
}

// Plural returns the plural of a noun: "rounds", "plies".
func Plural(thing string) string {
	if stem, ok := strings.CutSuffix(thing, "y"); ok && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	return thing + "s"
}
