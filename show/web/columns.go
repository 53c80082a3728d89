package web

import (
	"fmt"
	"html/template"
	"strings"

	"agon/internal/numerals"
	"agon/show/report"
	"agon/show/report/chart"
)

// figures are the columns of a stage's table that package report declares.
type figures struct {
	stage   *report.Stage
	columns []report.Column
}

// A heading is that of a column; Title explains it, or is empty.
type heading struct {
	Head, Title, Class, Key string

	Early  bool // a narrow table leaves it out first
	Hidden bool // only scripts read it
}

// A cell is a value as a page shows it.
type cell struct {
	Text any  // a string, or a picture as template.HTML
	Over bool // it is a time over its limit
}

func newFigures(t report.Table, s *report.Stage) figures {
	return figures{s, report.Of(t, s.Standings)}
}

func (f figures) heads() []heading {
	heads := make([]heading, len(f.columns))
	for i, c := range f.columns {
		h := heading{Head: c.Head, Title: c.Title, Class: c.Class, Key: c.Key, Early: c.Early}
		if c.Label != "" {
			h.Head = c.Label
		}
		if c.Class == "" {
			h.Class = "num"
		}
		if unit := f.stage.Unit; c.Scored && unit != "" {
			h.Title = strings.ToLower(h.Head) + ", in " + unit
			if unit == "%" {
				h.Head += " %"
			}
		}
		heads[i] = h
	}
	return heads
}

func (f figures) cells(row *report.Standing) []cell {
	cells := make([]cell, len(f.columns))
	for i, c := range f.columns {
		v := c.Value(report.Line{Standing: row, Stage: f.stage, Place: row.Rank})
		us, timed := v.(report.Micros)
		cells[i] = cell{valueText(v, c.Digits, row.Played > 0), timed && f.stage.Limit > 0 && float64(us) > f.stage.Limit}
	}
	return cells
}

// valueText formats a value. Bots that have not played have no measured values.
func valueText(v any, digits int, played bool) any {
	switch v := v.(type) {
	case nil:
		return ""
	case report.Faults:
		return faultsText(int(v))
	case report.Balance:
		if v > 0 {
			return "+" + numerals.Grouped(int(v))
		}
		return numerals.Grouped(int(v))
	case report.Record:
		return threeCounts(v)
	case report.Curve:
		return chart.Curve([]chart.Version{{Points: v}}, chart.InRow)
	case report.Form:
		return chart.Form(v)
	case report.Climb:
		return climbMark(v)
	case report.Bot:
		return v.Name
	case report.Micros:
		if played {
			return microsColumn(float64(v))
		}
		return ""
	case float64:
		if played {
			return numerals.Decimals(v, digits)
		}
		return ""
	}
	return fmt.Sprint(v)
}

// climbMark returns an arrow with the number of places, and words for screen readers; "" if the bot did not move.
func climbMark(c report.Climb) template.HTML {
	class, text := "new", "new"
	switch {
	case c.By > 0:
		class, text = "up", fmt.Sprintf("▲%d", c.By)
	case c.By < 0:
		class, text = "down", fmt.Sprintf("▼%d", -c.By)
	case !c.New:
		return ""
	}
	words := template.HTMLEscapeString(c.String())
	return template.HTML(fmt.Sprintf(`<span class="move %s" role="img" aria-label="%s" title="%s">%s</span>`, class, words, words, text))
}

func threeCounts(r report.Record) string { return fmt.Sprintf("%d–%d–%d", r[0], r[1], r[2]) }
