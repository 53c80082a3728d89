package web

import (
	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// ranking is the values that order a stage's table: the first columns after the bars.
type ranking struct {
	stage    *report.Stage
	measured bool // some bot has an interval of the value that ranks it
}

func newRanking(s *report.Stage) ranking {
	k := ranking{stage: s}
	for i := range s.Standings {
		_, low, high := s.Measured(&s.Standings[i])
		k.measured = k.measured || s.By != tournament.ByBracket && s.Standings[i].Played > 0 && high > low
	}
	return k
}

// heads returns the quantity, its interval where there is one, and the mean score if that is not the quantity, which only the script reads.
func (k ranking) heads() []heading {
	q := k.stage.Quantity()
	first := heading{Head: q.Name, Class: "num"}
	mean := heading{Head: "Mean", Class: "num", Key: "mean"}
	if unit := k.stage.Unit; unit != "" {
		mean.Title = "mean score, in " + unit
		if unit == "%" {
			mean.Head += " %"
		}
	}
	if k.stage.By == tournament.ByScore {
		return append([]heading{mean}, k.interval()...)
	}
	if k.stage.By == tournament.ByBracket {
		first = heading{Head: "Won", Class: "num", Title: "matches won"}
	}
	mean.Hidden = true
	return append(append([]heading{first}, k.interval()...), mean)
}

// interval returns the heading beside the quantity: of its interval, none if no bot has one; in a bracket of the matches lost.
func (k ranking) interval() []heading {
	switch {
	case k.stage.By == tournament.ByBracket:
		return []heading{{Head: "Lost", Class: "num", Title: "matches lost"}}
	case !k.measured:
		return nil
	case k.stage.By == tournament.ByPoints:
		return []heading{{Head: "± 95 %", Class: "num", Title: "half the 95 % interval of the points that all matches make on average"}}
	}
	return []heading{{Head: "± 95 %", Class: "num"}}
}

func (k ranking) cells(row *report.Standing) []cell {
	if row.Played == 0 {
		return make([]cell, len(k.heads()))
	}
	q := k.stage.Quantity()
	value, low, high := k.stage.Measured(row)
	cells := []cell{{Text: numerals.Decimals(value, q.Digits)}}
	if k.stage.By == tournament.ByBracket {
		cells = []cell{{Text: numerals.Grouped(row.Wins)}, {Text: numerals.Grouped(row.Losses)}}
	}
	if k.measured {
		interval := cell{Text: ""}
		if high > low {
			interval.Text = numerals.Decimals((high-low)/2, q.Digits)
		}
		cells = append(cells, interval)
	}
	if k.stage.By != tournament.ByScore {
		cells = append(cells, cell{Text: numerals.Decimals(row.Score, 3)})
	}
	return cells
}

// axisUnit returns the unit at the end of the axis.
func axisUnit(s *report.Stage) string {
	if s.By == tournament.ByScore {
		return s.Unit
	}
	return ""
}

// barWords describes what the bars of a table show, empty where there are none: a bracket that is over has no place that is still open.
func (k ranking) barWords() string {
	switch {
	case k.stage.By == tournament.ByBracket && k.stage.Finished:
		return ""
	case k.stage.By == tournament.ByBracket:
		return "Bars: the place now; pale: the places that are still possible."
	case k.stage.By == tournament.ByPoints && k.measured:
		return "Bars: points; pale: what the same bots would mostly score again."
	case k.stage.By == tournament.ByPoints, k.stage.Marked():
		return "Bars: points."
	case k.stage.By == tournament.ByRating && k.measured:
		return "Bars: rating and 95 % interval."
	case k.stage.By == tournament.ByRating:
		return "Bars: rating."
	case k.measured:
		return "Solid: where the true mean most likely is (95 %). Pale: the middle 80 % of games."
	}
	return "Pale: middle 80 % of games."
}

// orderWord returns the label of the button for a table's own order.
func orderWord(s *report.Stage) string {
	if s.By == tournament.ByScore {
		return "Score"
	}
	return s.Quantity().Name
}
