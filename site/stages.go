package site

import (
	"cmp"
	"strconv"
	"time"

	"agon/contest/config"
	"agon/internal/moment"
	"agon/internal/numerals"
	"agon/show/report"
	"agon/site/contests"
)

// stageLine is a stage of a contest on its pages.
type stageLine struct {
	Number       int
	Name, Format string
	State        string // "done", "running" or "ahead"
	Word         string // the state for people
	Date         string // the days on which it was played, or when it begins
	About        string // its games
	Part         string // percentage of its games that are played; empty: unknown
	Leads        string // who leads, or won
	LeadsSlot    int
	Several      bool // they share the lead
	Won          bool

	contests.Progress
}

// stagesOf returns the stages of a contest in their order, the first of which begins at starts, unless that is zero. t is the table that
// the reader may see, which may be nil.
func stagesOf(c *contests.Contest, starts time.Time, f *config.File, t *contests.Table) []stageLine {
	state, _, _ := c.State()
	now := -1
	if t != nil {
		now = t.Nth
	}
	list := make([]stageLine, max(len(f.Stages), now+1))
	for i := range list {
		x := &list[i]
		x.Number = i + 1
		if i < len(f.Stages) {
			x.Name, x.Format = f.Stages[i].Name, f.Stages[i].Format
		}
		if t != nil && i < len(t.Stages) {
			x.Progress = t.Stages[i]
		}
		x.State, x.Word = "ahead", "to come"
		if state == contests.Over {
			x.Word = "not played"
		}
		switch {
		case i < now:
			x.State, x.Word = "done", "done"
		case i == now:
			x.present(&t.Stage, state)
		}
		x.Name = cmp.Or(x.Name, "stage "+strconv.Itoa(i+1))
		x.Date = x.days()
		x.countGames()
		if i == 0 && x.State == "ahead" && !starts.IsZero() {
			x.Date = "starts " + moment.Words(starts)
		}
		if i < len(f.Stages) && x.State == "ahead" && !f.Stages[i].Begins.IsZero() {
			x.Date = "begins " + moment.Words(f.Stages[i].Begins)
		}
	}
	return list
}

// present fills in what the newest table has of the stage that is played, or was played last.
func (x *stageLine) present(s *report.Stage, state contests.State) {
	x.Name, x.Format, x.Played, x.Planned = s.Name, s.Format, s.Played, s.Planned
	x.State, x.Word = "running", words[state][0]
	if s.Finished || state == contests.Over {
		x.State, x.Word = "done", "done"
	}
	if len(s.Standings) > 0 && (len(s.Groups()) == 1 || s.Divided()) && s.Played > 0 {
		x.Leads, x.Several = s.Leaders()
		x.LeadsSlot, x.Won = s.Standings[0].Look(), x.State == "done"
	}
}

// countGames returns how many games of a stage are played.
func (x *stageLine) countGames() {
	switch {
	case x.Played > 0 && x.Planned > x.Played && x.State == "running":
		x.About = numerals.Grouped(x.Played) + " of " + numerals.Counted(x.Planned, "game")
		x.Part = strconv.FormatFloat(100*float64(x.Played)/float64(x.Planned), 'f', 1, 64)
	case x.Played > 0:
		x.About = numerals.Counted(x.Played, "game")
	}
}

// days returns when a stage was played: "2 Jan 2026", its first and last day, or "since" its first.
func (x *stageLine) days() string {
	const day = "2 Jan 2006"
	began, ended := x.Began, x.Ended
	switch {
	case began.IsZero() && ended.IsZero():
		return ""
	case x.State == "running":
		return "since " + began.Format(day)
	case ended.IsZero():
		return "from " + began.Format(day)
	case began.IsZero():
		return "until " + ended.Format(day)
	case sameDay(began, ended):
		return ended.Format(day)
	case began.Year() == ended.Year():
		return began.Format("2 Jan") + " – " + ended.Format(day)
	}
	return began.Format(day) + " – " + ended.Format(day)
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }
