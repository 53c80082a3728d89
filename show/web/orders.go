package web

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/show/report"
)

// orders returns the rows ordered by efficiency and by steadiness, for the buttons of a table: two lists of row numbers, in base 36 because
// there may be thousands.
func orders(s *report.Stage) string {
	by := func(less func(a, b *report.Standing) int) string {
		rows := make([]int, len(s.Standings))
		for i := range rows {
			rows[i] = i
		}
		slices.SortStableFunc(rows, func(i, j int) int { return less(&s.Standings[i], &s.Standings[j]) })
		texts := make([]string, len(rows))
		for i, row := range rows {
			texts[i] = strconv.FormatInt(int64(row), 36)
		}
		return strings.Join(texts, " ")
	}
	efficiency := by(func(a, b *report.Standing) int { return compare(b.PerMicro(), a.PerMicro()) })
	steadiness := by(func(a, b *report.Standing) int { return compare(steady(a), steady(b)) })
	return efficiency + "," + steadiness
}

// steady returns the deviation, or infinity for bots with fewer than two games, so that they come last.
func steady(row *report.Standing) float64 {
	if row.Played < 2 {
		return math.Inf(1)
	}
	return row.Deviation
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
