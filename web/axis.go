package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/report"
	"agon/report/ticks"
	"agon/tournament"
)

// axis maps scores to the bars of a table: low to high over the whole width.
type axis struct{ low, high, step float64 }

// newAxis returns an axis that contains everything in the bars of a stage, and 0 except for ratings and places, for which 0 has no meaning.
func newAxis(s *report.Stage) axis {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range s.Standings {
		row := &s.Standings[i]
		if row.Played == 0 {
			continue
		}
		value, from, to := s.Measured(row)
		low, high = min(low, value, from), max(high, value, to)
		if s.By == tournament.ByScore {
			low, high = min(low, row.Tenth), max(high, row.Ninetieth)
		}
	}
	if low > high {
		low, high = 0, 1
	}
	if s.By == tournament.ByScore || s.By == tournament.ByPoints {
		low = min(0, low)
	}
	if high-low < 1e-9 {
		high = low + 1
	}
	marks := 4.0
	if s.By == tournament.ByRating { // its words are long
		marks = 2.5
	}
	step := ticks.Step((high - low) / marks)
	return axis{math.Floor(low/step) * step, high + (high-low)*0.02, step}
}

// part returns the position of a value, in percent of the width.
func (a axis) part(v float64) float64 {
	return min(100, max(0, (v-a.low)/(a.high-a.low)*100))
}

// marks returns the marks of the head as SVG, each with its grid line, which extends behind the rows. The last mark names the unit. Of more
// than three labels the style sheet hides every second one on narrow pages, not the last.
func (a axis) marks(unit string) []template.HTML {
	var list []template.HTML
	last := int((a.high - a.low) / a.step)
	for i := 0; i <= last; i++ {
		v := a.low + float64(i)*a.step
		at, word := a.part(v), ticks.Text(v)
		if i == last && unit == "%" {
			word += " %"
		}
		anchor := "middle"
		if at < 4 {
			anchor = "start"
		}
		list = append(list, template.HTML(fmt.Sprintf(`<line x1="%.2f%%" x2="%.2f%%" y1="22" y2="40000"/><text x="%.2f%%" y="12" text-anchor="%s">%s</text>`,
			at, at, at, anchor, template.HTMLEscapeString(word))))
	}
	return list
}

// bar returns a row's bar: solid for the interval of the ranking value; if that is the mean score, pale for the middle 80 % of games. The
// style sheet sets heights and colours, and a minimum of three pixels for the width of a solid bar.
func (a axis) bar(s *report.Stage, row *report.Standing, precision int) template.HTML {
	if row.Played == 0 {
		return ""
	}
	rect := func(from, to float64) string {
		width := fmt.Sprintf("%.*f", precision, max(0, a.part(to)-a.part(from)))
		if strings.Trim(width, "0.") == "" {
			width = ".2" // browsers draw nothing that has no width
		}
		return fmt.Sprintf("<rect x=%.*f%% width=%s%% />", precision, a.part(from), width)
	}
	value, low, high := s.Measured(row)
	pale := rect(value, value)
	if s.By == tournament.ByScore {
		pale = rect(row.Tenth, row.Ninetieth)
	}
	return template.HTML("<svg>" + pale + rect(low, high) + "</svg>")
}

// orders returns the rows ordered by efficiency and by steadiness, for the buttons of a table: two lists of row numbers with equally many
// digits and nothing between them, in base 36 because there may be thousands.
func orders(s *report.Stage) string {
	width := len(strconv.FormatInt(int64(len(s.Standings)), 36))
	by := func(less func(a, b *report.Standing) int) string {
		rows := make([]int, len(s.Standings))
		for i := range rows {
			rows[i] = i
		}
		slices.SortStableFunc(rows, func(i, j int) int { return less(&s.Standings[i], &s.Standings[j]) })
		var text strings.Builder
		for _, row := range rows {
			digits := strconv.FormatInt(int64(row), 36)
			text.WriteString(strings.Repeat("0", width-len(digits)) + digits)
		}
		return text.String()
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
