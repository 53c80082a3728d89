package web

import (
	"time"

	"agon/internal/numerals"
	"agon/show/report"
)

// stripView is a stage in the strip at the head of the first page.
type stripView struct {
	Number       int
	Name, Format string
	State        string // "done", "running" or "ahead"
	Date, About  string
	Href         string
	Part         string // percentage of its games that are played; empty if unknown
	Leads        *notable
}

// newStrip returns the stages of a contest in their order, including those that have not begun, or nil if there are fewer than two.
func newStrip(r *report.Run) []stripView {
	if len(r.Stages)+len(r.Ahead) < 2 {
		return nil
	}
	var list []stripView
	for i := range r.Stages {
		s := &r.Stages[i]
		v := stripView{Number: i + 1, Name: s.Name, Format: s.Format, State: stateOf(s), Date: datesOf(s), About: progressOf(s),
			Href: "#stage-" + numerals.Grouped(i+1)}
		if s.Planned > 0 && v.State == "running" {
			v.Part = numerals.Decimals(100*float64(s.Played)/float64(s.Planned), 1)
		}
		if len(s.Standings) > 0 && (len(s.Groups()) == 1 || s.Divided()) && s.Played > 0 {
			names, several := s.Leaders()
			v.Leads = &notable{chip: chipOf(s.Standings[0].Look()), What: "leads", Name: names}
			switch {
			case s.Unranked():
				v.Leads = nil
			case s.Finished:
				v.Leads.What = "won"
			case several:
				v.Leads.What = "lead"
			}
		}
		list = append(list, v)
	}
	for _, s := range r.Ahead {
		list = append(list, stripView{Number: len(list) + 1, Name: s.Name, Format: s.Format, State: "ahead", About: "not started"})
	}
	return list
}

func stateOf(s *report.Stage) string {
	if s.Finished {
		return "done"
	}
	return "running"
}

// datesOf returns the days of a stage: "14 Nov 2026", or its first and last.
func datesOf(s *report.Stage) string {
	began, err := time.Parse(time.DateOnly, s.Began)
	if err != nil {
		return ""
	}
	ended, err := time.Parse(time.DateOnly, s.Ended)
	switch {
	case !s.Finished:
		return "since " + began.Format("2 Jan 2006")
	case err != nil || s.Ended == s.Began:
		return began.Format("2 Jan 2006")
	case began.Year() == ended.Year():
		return began.Format("2 Jan") + " – " + ended.Format("2 Jan 2006")
	}
	return began.Format("2 Jan 2006") + " – " + ended.Format("2 Jan 2006")
}
