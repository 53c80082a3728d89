package web

import (
	"agon/internal/numerals"
	"agon/show/report"
)

// fewLeft is how many of the bots that left are on the first page; a leaderboard has all.
const fewLeft = 20

// leftView is the tail of a table: the bots and versions that no longer play, the last to leave first.
type leftView struct {
	Rows  []leftRow
	More  int    // number of the rest
	Board string // address of the table that has them; empty if none has
	Rated bool
}

type leftRow struct {
	*report.Standing
	chip
	Href, Record, Rating, Why string
}

// newLeft returns the first most bots that left a stage, or nil if none has.
func newLeft(r *report.Run, stage, most int) *leftView {
	s := &r.Stages[stage]
	if len(s.Left) == 0 {
		return nil
	}
	v := &leftView{More: max(0, len(s.Left)-most)}
	if v.More > 0 && s.Ladder() {
		v.Board = ladderPath(stage)
	}
	for i := range s.Left[:len(s.Left)-v.More] {
		row := &s.Left[i]
		l := leftRow{Standing: row, chip: chipOf(row.Look()),
			Record: threeCounts(report.Record{row.GamesWon, row.GamesDrawn, row.GamesLost}), Why: r.Entries[row.Entry].Leaving()}
		if row.Rating != 0 && row.Played > 0 {
			l.Rating, v.Rated = numerals.Decimals(row.Rating, 0), true
		}
		if s.Ladder() {
			l.Href = botPath(stage, row.Entry)
		}
		v.Rows = append(v.Rows, l)
	}
	return v
}

// pageOfBot returns the address of an entry's page on the last ladder that has one, "" if none has.
func pageOfBot(r *report.Run, slot int) string {
	for i := len(r.Stages) - 1; i >= 0; i-- {
		if s := &r.Stages[i]; s.Ladder() && lineOf(s, slot) != nil {
			return botPath(i, slot)
		}
	}
	return ""
}

// lineOf returns an entry's line of a stage, nil if it has none.
func lineOf(s *report.Stage, slot int) *report.Standing {
	for _, list := range [][]report.Standing{s.Standings, s.Left} {
		for i := range list {
			if list[i].Entry == slot {
				return &list[i]
			}
		}
	}
	return nil
}
