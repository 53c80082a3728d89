package chart

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"unicode/utf8"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// An Axis maps values to positions: Low is at 0 %, High at 100 %, and there is a mark at every multiple of Step.
type Axis struct{ Low, High, Step float64 }

// NewAxis returns the axis for the bars of a stage's table. It contains every bar, and 0 except for ratings and places, for which 0 has no
// meaning.
func NewAxis(s *report.Stage) Axis {
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
	return Axis{math.Floor(low/step) * step, high + (high-low)*0.02, step}
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
func (a Axis) part(v float64) float64 {
	return min(100, max(0, (v-a.Low)/(a.High-a.Low)*100))
}

// phoneLetter is the width of a letter of an axis on a phone, in percent of the axis.
const phoneLetter = 8.5

// Ticks returns the marks of the head as SVG, each with its grid line, which extends behind the rows. The last mark names the unit.
func (a Axis) Ticks(unit string) []template.HTML {
	var list []template.HTML
	free := 0.0 // where the next text may begin on a phone, in percent
	for i := 0; ; i++ {
		v := a.Low + float64(i)*a.Step
		if v > a.High {
			break
		}
		at, word := a.part(v), numerals.Trimmed(v)
		if v+a.Step > a.High && unit == "%" {
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
		list = append(list, template.HTML(fmt.Sprintf(
			`<line x1="%.2f%%" x2="%.2f%%" y1="22" y2="40000"/><text%s x="%.2f%%" y="12" text-anchor="%s">%s</text>`,
			at, at, more, at, anchor, template.HTMLEscapeString(word))))
	}
	return list
}

// Bar returns a row's bar: solid for the interval of the ranking value; if that is the mean score, pale for the middle 80 % of games. The
// style sheet sets heights and colours, and a minimum of three pixels for the width of a solid bar.
func (a Axis) Bar(s *report.Stage, row *report.Standing, precision int) template.HTML {
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
