package figures

import (
	"fmt"
	"slices"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/entries"
)

// A Pinned is a bot of the reader above the standings.
type Pinned struct {
	Rank, Places, Name, Href string
	Slot                     int
	Value, Sure              string // what ranks it, and half of its 95 % interval
	Games, Faults            int
}

// unpinned is how many of the first places are in view anyway: a reader whose bots are all there has none pinned.
const unpinned = 5

// Pin returns the rows of bots of a person in a table of the contest with an address, which may be nil, and the heading of what ranks them.
func Pin(t *contests.Table, link string, mine []entries.Bot) (rows []Pinned, heading string) {
	if t == nil || len(mine) == 0 {
		return nil, ""
	}
	below := false
	for i := range t.Stage.Standings {
		l := &t.Stage.Standings[i]
		at := slices.IndexFunc(mine, func(b entries.Bot) bool { return b.Name == l.Name })
		if at < 0 || l.Played == 0 {
			continue
		}
		below = below || i >= unpinned
		rank := l.InGroup()
		if t.Stage.Unranked() {
			rank = "-"
		}
		x := Pinned{Rank: rank, Name: l.Name, Href: fmt.Sprintf("%s/bots/%d", link, mine[at].ID),
			Slot: l.Look(), Games: l.Played, Faults: l.Faults}
		if l.RankLow != l.RankHigh && !t.Stage.Unranked() {
			x.Places = fmt.Sprintf("%d–%d", l.RankLow, l.RankHigh)
		}
		x.Value, x.Sure = ranked(t.Stage.By, l)
		rows = append(rows, x)
	}
	if !below {
		return nil, ""
	}
	return rows, t.Stage.Quantity().Name
}

// ranked returns the value by which a line is ranked, and half of its 95 % interval, empty if it has none.
func ranked(by tournament.By, l *report.Standing) (value, sure string) {
	switch by {
	case tournament.ByPoints:
		return fmt.Sprintf("%g", l.Points), ""
	case tournament.ByMarks, tournament.ByNothing:
		return fmt.Sprintf("%g", l.MarkPoints()), ""
	case tournament.ByRating:
		if l.RatingError > 0 {
			sure = fmt.Sprintf("%.0f", 1.96*l.RatingError)
		}
		return fmt.Sprintf("%.0f", l.Rating), sure
	}
	return fmt.Sprintf("%.2f", l.Score), fmt.Sprintf("%.2f", (l.High-l.Low)/2)
}
