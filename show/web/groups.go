package web

import (
	"fmt"
	"slices"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// wideGroup is the largest number of bots in a group with a cross table; larger tables are unreadable.
const wideGroup = 24

// groupView is a group's cross table.
type groupView struct {
	Title  string // "Group A", or the stage's name if it has one group
	Count  string // "8 of 10 matches"
	Heads  []string
	Rows   []groupRow
	Said   string // a sentence about who qualifies
	Elo    bool
	Rated  bool
	Rounds []roundView
}

// groupRow is a bot's line; Last marks the last bot that qualifies.
type groupRow struct {
	*report.Standing
	chip
	Record, Figure, Order string
	Cells                 []crossCell
	Last                  bool
}

// crossCell is a match from the row's side. State is "self", "open", "live", "won", "lost" or "drawn".
type crossCell struct{ Text, Href, State string }

// roundView is the matches of a round of play, for groups that are too large for a cross table.
type roundView struct {
	Number  int
	Matches []matchLine
}

type matchLine struct {
	One, Other gameSeatView
	Cell       crossCell
}

// newGroups returns the cross tables of a stage, or the tables of its divisions; nil if it has neither.
func newGroups(s *report.Stage, stage int) (views []groupView) {
	met := meetingsBySlots(s.Meetings)
	for _, rows := range s.Groups() {
		switch {
		case len(met) > 0:
			views = append(views, newGroup(s, rows, met, stage))
		case s.Divided():
			views = append(views, groupAlone(s, rows))
		}
	}
	if len(views) == 1 {
		views[0].Title = s.Name
		return views
	}
	for i := range views {
		views[i].Count = s.Name + ", " + views[i].Count
	}
	return views
}

func meetingsBySlots(meetings []*tournament.Encounter) map[[2]int]*tournament.Encounter {
	met := make(map[[2]int]*tournament.Encounter, 2*len(meetings))
	for _, m := range meetings {
		met[[2]int{m.One, m.Other}] = m
		met[[2]int{m.Other, m.One}] = &tournament.Encounter{One: m.Other, Other: m.One, Round: m.Round, Won: m.Lost, Drawn: m.Drawn,
			Lost: m.Won, Open: m.Open, Games: m.Games}
	}
	return met
}

func newGroup(s *report.Stage, rows []report.Standing, met map[[2]int]*tournament.Encounter, stage int) groupView {
	v := groupView{Title: rows[0].GroupTitle(), Elo: report.Ordered(s.Standings), Rated: report.Rated(rows)}
	through := 0
	for i := range rows {
		v.Rows = append(v.Rows, newGroupRow(&rows[i], rows, met, stage, v.Rated))
		if rows[i].Through {
			through++
		}
		if len(rows) <= wideGroup {
			v.Heads = append(v.Heads, fmt.Sprint(rows[i].Rank))
		}
	}
	v.Count = matchCount(report.Decided(rows))
	if s.Next != "" && through > 0 && through < len(rows) {
		v.Rows[through-1].Last = true
		v.Said = goOn(through, s, rows[through-1].Note)
	}
	v.Rounds = rounds(rows, met, stage)
	return v
}

func matchCount(decided, all int) string {
	switch {
	case all == 1:
		return fmt.Sprintf("%d of 1 match", decided)
	case decided == all:
		return fmt.Sprintf("%s matches, all played", numerals.Grouped(all))
	}
	return fmt.Sprintf("%s of %s matches", numerals.Grouped(decided), numerals.Grouped(all))
}

// goOn returns a sentence about how many qualify, and by which rule the last of them does.
func goOn(through int, s *report.Stage, note string) string {
	count := fmt.Sprintf("The first %d go", through)
	if through == 1 {
		count = "The first goes"
	}
	text := fmt.Sprintf("%s on to %s", count, s.Next)
	if !s.Finished {
		return text
	}
	if note != "" {
		text += fmt.Sprintf("; number %d %s", through, note)
	}
	return text
}

func newGroupRow(row *report.Standing, rows []report.Standing, met map[[2]int]*tournament.Encounter, stage int, rated bool) groupRow {
	v := groupRow{Standing: row, chip: chipOf(row.Look()), Figure: numerals.Decimals(row.Points, 1)}
	v.Record = fmt.Sprintf("%d–%d", row.Wins, row.Losses)
	if row.Draws > 0 {
		v.Record = fmt.Sprintf("%d–%d–%d", row.Wins, row.Draws, row.Losses)
	}
	if rated {
		v.Figure = numerals.Decimals(row.Rating, 0)
	}
	v.Order = placesText(row.OrderLow, row.OrderHigh)
	if len(rows) > wideGroup {
		return v
	}
	for i := range rows {
		if rows[i].Entry == row.Entry {
			v.Cells = append(v.Cells, crossCell{Text: "·", State: "self"})
			continue
		}
		v.Cells = append(v.Cells, newCell(met[[2]int{row.Entry, rows[i].Entry}], stage))
	}
	return v
}

// placesText formats a range of places, or returns "" if there is none.
func placesText(low, high int) string {
	switch {
	case high == 0:
		return ""
	case low == high:
		return numerals.Grouped(low)
	}
	return numerals.Grouped(low) + "–" + numerals.Grouped(high)
}

// newCell returns a match from the side of One.
func newCell(m *tournament.Encounter, stage int) crossCell {
	if m == nil || len(m.Games) == 0 {
		return crossCell{Text: "–", State: "open"}
	}
	c := crossCell{Text: fmt.Sprintf("%d:%d", m.Won, m.Lost), Href: matchPath(stage, m), State: "drawn"}
	switch {
	case m.Open > 0:
		c.State = "live"
	case m.Won > m.Lost:
		c.State = "won"
	case m.Won < m.Lost:
		c.State = "lost"
	}
	return c
}

// rounds returns a group's matches by the round of play in which they begin. Matches that are not planned yet are left out.
func rounds(rows []report.Standing, met map[[2]int]*tournament.Encounter, stage int) []roundView {
	byRound := make(map[int][]matchLine)
	for i := range rows {
		for j := range rows[:i] {
			m, ok := met[[2]int{rows[j].Entry, rows[i].Entry}]
			if !ok {
				continue
			}
			byRound[m.Round] = append(byRound[m.Round], matchLine{seatView(&rows[j]), seatView(&rows[i]), newCell(m, stage)})
		}
	}
	var numbers []int
	for n := range byRound {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	var views []roundView
	for i, n := range numbers {
		views = append(views, roundView{i + 1, byRound[n]})
	}
	return views
}

func seatView(row *report.Standing) gameSeatView {
	return gameSeatView{chip: chipOf(row.Look()), Name: row.Name}
}
