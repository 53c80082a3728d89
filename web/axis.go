package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agon/report"
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
	step := roundStep((high - low) / marks)
	return axis{math.Floor(low/step) * step, high + (high-low)*0.02, step}
}

// roundStep returns the least of 1, 2, 5, 10, … that is not smaller than v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v*0.999 {
			return m * power
		}
	}
	return 10 * power
}

// part returns the position of a value, in percent of the width.
func (a axis) part(v float64) float64 {
	return min(100, max(0, (v-a.low)/(a.high-a.low)*100))
}

// phoneLetter is the width of a letter of an axis on a phone, in percent of the axis.
const phoneLetter = 8.5

// ticks returns the marks of the head as SVG, each with its grid line, which extends behind the rows. The last mark names the unit.
func (a axis) ticks(unit string) []template.HTML {
	var list []template.HTML
	free := 0.0 // where the next text may begin on a phone, in percent
	for i := 0; ; i++ {
		v := a.low + float64(i)*a.step
		if v > a.high {
			break
		}
		at, word := a.part(v), trimmed(v)
		if v+a.step > a.high && unit == "%" {
			word += " %"
		}
		anchor := "middle"
		if at < 4 {
			anchor = "start"
		}
		more, wide := "", phoneLetter*float64(utf8.RuneCountInString(word)+1)
		if anchor == "middle" && at < free+wide/2 {
			more = ` class="more"`
		} else if anchor == "start" {
			free = at + wide
		} else {
			free = at + wide/2
		}
		list = append(list, template.HTML(fmt.Sprintf(`<line x1="%.2f%%" x2="%.2f%%" y1="22" y2="40000"/><text%s x="%.2f%%" y="12" text-anchor="%s">%s</text>`,
			at, at, more, at, anchor, template.HTMLEscapeString(word))))
	}
	return list
}

// trimmed returns a number without needless decimals.
func trimmed(v float64) string {
	return strings.Replace(fmt.Sprintf("%.10g", math.Round(v*1e6)/1e6), "-", "−", 1)
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
