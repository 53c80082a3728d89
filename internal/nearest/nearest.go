// Package nearest finds the known word that a mistyped one probably stands for.
package nearest

import (
	"slices"
	"strings"
)

// Word returns the known word nearest to the given one, or "" if more than a third of the letters differ from every one. Of a word of which
// only the beginning is given, that is the nearest.
func Word(given string, known []string) string {
	if len(given) > 1 {
		begins := func(k string) bool { return strings.HasPrefix(k, given) }
		if at := slices.IndexFunc(known, begins); at >= 0 && !slices.ContainsFunc(known[at+1:], begins) {
			return known[at]
		}
	}
	best, least := "", len(given)/3+2
	for _, k := range known {
		if d := distance(given, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// Hint returns Word as the end of a sentence: `; did you mean "rounds"?`, or nothing.
func Hint(given string, known []string) string {
	if w := Word(given, known); w != "" {
		return `; did you mean "` + w + `"?`
	}
	return ""
}

// distance counts the letters to insert, delete, change or swap with their neighbour to get from a to b.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
