package web

import (
	"html/template"

	"agon/show/report"
)

// StageTable returns the table of a stage, by its number from 1, as the pages of reports show it. href returns the address of a bot's page,
// empty for none. Its page needs [StageSheets] and [StageScript].
func StageTable(s *report.Stage, number int, href func(bot string) string) (template.HTML, error) {
	view := newStageView(runOf(s), 0, nil)
	view.Board, view.Apart, view.Print, view.CSV = "", "", "", "" // pages of a report
	for i := range view.Rows {
		view.Rows[i].Href = href(view.Rows[i].Name)
	}
	view.Number = number
	text, err := render("standing", view)
	return template.HTML(text), err
}

// runOf returns a run that has one stage, and of its entries what the standings have.
func runOf(s *report.Stage) *report.Run {
	r := &report.Run{Stages: []report.Stage{*s}}
	for _, l := range s.Standings {
		for len(r.Entries) <= l.Entry {
			r.Entries = append(r.Entries, report.Entry{})
		}
		r.Entries[l.Entry] = report.Entry{Name: l.Name, Author: l.Author}
		if look := l.Look(); look != l.Entry {
			r.Entries[l.Entry].Versions = []int{look, l.Entry}
		}
	}
	return r
}

// StageBracket returns the bracket of a stage, or the tables of its groups if it has several, for a big screen: without links. A stage that
// has neither returns "".
func StageBracket(s *report.Stage) (template.HTML, error) {
	view := stageView{Stage: s, Drawn: newBracket(s.Name, s.Bracket, runOf(s).Names(), runOf(s).Looks(), nil)}
	if groups := s.Groups(); view.Drawn == nil && len(groups) > 1 {
		if s.Divided() {
			groups = groups[:2] // a screen has no room for more
		}
		for _, rows := range groups {
			view.Groups = append(view.Groups, groupAlone(s, rows))
		}
	}
	if view.Drawn == nil && len(view.Groups) == 0 {
		return "", nil
	}
	text, err := render("stage-bracket", view)
	return template.HTML(text), err
}

// groupAlone returns the table of a group without its matches.
func groupAlone(s *report.Stage, rows []report.Standing) groupView {
	v := newGroup(s, rows, nil, 0)
	v.Heads = nil
	for i := range v.Rows {
		v.Rows[i].Cells = nil
	}
	return v
}

// StageSheets are the styles of pages with a [StageTable].
func StageSheets() string { return sheet(reportSheets) }

// StageScript is the script of pages with a [StageTable]: it orders the rows and finds a bot.
func StageScript() (string, error) { return bundle(reportModules, asset) }

// ThemeScript lets a visitor choose between light and dark. Pages load it before they are drawn.
func ThemeScript() string { return asset("theme.js") }
