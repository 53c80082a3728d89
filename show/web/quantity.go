package web

import (
	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// ranking is the values that order a stage's table: the first columns after the bars.
type ranking struct{ stage *report.Stage }

// heads returns the quantity, its interval, and the mean score if that is not the quantity.
func (k ranking) heads() []heading {
	q := k.stage.Quantity()
	first := heading{Head: q.Name, Class: "num"}
	mean := heading{Head: "Mean", Class: "num wide", Key: "mean"}
	if unit := k.stage.Unit; unit != "" {
		mean.Title = "mean score, in " + unit
		if unit == "%" {
			mean.Head += " %"
		}
	}
	interval := heading{Head: "± 95 %", Class: "num wide"}
	switch k.stage.By {
	case tournament.ByScore:
		mean.Class = "num"
		return []heading{mean, interval}
	case tournament.ByPoints:
		interval.Title = "half the 95 % interval of the points that all matches make on average"
	case tournament.ByBracket:
		first, interval = heading{Head: "Won", Class: "num", Title: "matches won"},
			heading{Head: "Lost", Class: "num wide plain", Title: "matches lost"}
	}
	return []heading{first, interval, mean}
}

func (k ranking) cells(row *report.Standing) []cell {
	if row.Played == 0 {
		return make([]cell, len(k.heads()))
	}
	q := k.stage.Quantity()
	value, low, high := k.stage.Measured(row)
	interval := cell{Text: ""}
	if high > low {
		interval.Text = numerals.Decimals((high-low)/2, q.Digits)
	}
	mean := cell{Text: numerals.Decimals(row.Score, 3)}
	switch k.stage.By {
	case tournament.ByScore:
		return []cell{mean, interval}
	case tournament.ByBracket:
		return []cell{{Text: numerals.Grouped(row.Wins)}, {Text: numerals.Grouped(row.Losses)}, mean}
	}
	return []cell{{Text: numerals.Decimals(value, q.Digits)}, interval, mean}
}

// axisUnit returns the unit at the end of the axis.
func axisUnit(s *report.Stage) string {
	if s.By == tournament.ByScore {
		return s.Unit
	}
	return ""
}

// barWords describes what the bars of a table show.
func barWords(s *report.Stage) string {
	switch s.By {
	case tournament.ByPoints:
		return "Bars: points and the 95 % interval of what all matches make on average."
	case tournament.ByRating:
		return "Bars: rating and 95 % interval."
	case tournament.ByBracket:
		return "Bars: place, and the places that it may still be at 95 %."
	}
	return "Solid: mean and 95 % interval. Pale: middle 80 % of games."
}

// orderWord returns the label of the button for a table's own order.
func orderWord(s *report.Stage) string {
	if s.By == tournament.ByScore {
		return "Score"
	}
	return s.Quantity().Name
}
