package web

import (
	"fmt"
	"html/template"
	"slices"
	"time"

	"agon/format/tournament"
	"agon/show/report"
	"agon/show/report/chart"
)

// A drawing is a panel with a picture of a stage.
type drawing struct {
	Title, Note string
	Picture     template.HTML
}

// drawings returns the pictures of a stage that have enough to show.
func drawings(s *report.Stage) (list []drawing) {
	if race := pointsRace(s); race != "" {
		list = append(list, drawing{"Points after each round", "", race})
	}
	if len(s.Standings) > manyBots {
		return list // the page stays small
	}
	if prizes, caption := chart.Prizes(s); prizes != "" {
		list = append(list, drawing{"Score and time of a move", caption, prizes})
	}
	return list
}

// mostRated is the number of bots in a picture of ratings; of more the bands hide each other.
const mostRated = 8

// ratingsOver draws the ratings of the first bots of a ladder over its rounds of play; empty if there is too little to show. versions
// returns all versions of the bot of an entry, the oldest first.
func ratingsOver(s *report.Stage, versions func(entry int) []int) template.HTML {
	l := chart.Lines{Title: "Rating over time", Ticks: ticks(s.Moments)}
	for i := range s.Standings[:min(mostRated, len(s.Standings))] {
		row := &s.Standings[i]
		trace := chart.Trace{Look: row.Look(), Name: row.Name}
		slots := versions(row.Entry)
		for nth, slot := range slots {
			if line := lineOf(s, slot); line != nil {
				part := chart.Part{Points: rated(line.Curve)}
				if len(slots) > 1 {
					part.Name = fmt.Sprintf("v%d", nth+1)
				}
				trace.Parts = append(trace.Parts, part)
			}
		}
		l.Traces = append(l.Traces, trace)
	}
	return l.Draw()
}

// versionsIn returns the versions of the bot of an entry of a run.
func versionsIn(r *report.Run) func(entry int) []int {
	return func(entry int) []int {
		if entry < len(r.Entries) && len(r.Entries[entry].Versions) > 0 {
			return r.Entries[entry].Versions
		}
		return []int{entry}
	}
}

func rated(curve []tournament.CurvePoint) []chart.Value {
	values := make([]chart.Value, len(curve))
	for i, p := range curve {
		values[i] = chart.Value{Round: float64(p.Round + 1), At: p.Rating, Reach: report.Reach * p.Error}
	}
	return values
}

// pointsRace draws the points of the first bots of a stage that points rank after its rounds of play; empty if there is too little to show.
func pointsRace(s *report.Stage) template.HTML {
	if s.By != tournament.ByPoints || len(s.Moments) == 0 || len(s.Groups()) != 1 {
		return ""
	}
	l := chart.Lines{Title: "Points", Ticks: ticks(s.Moments)}
	for _, row := range s.Standings[:min(chart.MostTraces, len(s.Standings))] {
		part := chart.Part{Points: []chart.Value{{}}} // before the first round nobody has any
		for i := range s.Moments {
			m := &s.Moments[i]
			at := slices.IndexFunc(m.Places, func(p report.MomentPlace) bool { return p.Entry == row.Entry })
			if at >= 0 {
				part.Points = append(part.Points, chart.Value{Round: float64(m.Round), At: m.Places[at].Points})
			}
		}
		l.Traces = append(l.Traces, chart.Trace{Look: row.Look(), Name: row.Name, Parts: []chart.Part{part}})
	}
	return l.Draw()
}

// ticks returns the labels of rounds of play: the first of each day if several days are known, else all.
func ticks(moments []report.Moment) (list []chart.Tick) {
	var days []chart.Tick
	for i := range moments {
		m := &moments[i]
		list = append(list, chart.Tick{Round: float64(m.Round), Name: fmt.Sprintf("round %d", m.Round)})
		if m.Day != "" && (i == 0 || m.Day != moments[i-1].Day) {
			days = append(days, chart.Tick{Round: float64(m.Round), Name: shortDay(m.Day)})
		}
	}
	if len(days) > 1 {
		return days
	}
	return list
}

// shortDay returns a day as "14 Nov".
func shortDay(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format("2 Jan")
}
