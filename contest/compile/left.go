package compile

import (
	"slices"
	"time"

	"agon/contest"
	"agon/format/tournament"
	"agon/show/report"
)

// left returns the lines of the bots and versions that no longer play in a stage, the last to leave first. Of formats that keep nothing of
// them the lines count their games.
func left(r *report.Run, c *contest.Contest, from *contest.StageResult, nth int) (list []report.Standing) {
	lines := map[int]*tournament.Standing{} // of the entries that left; nil: nothing is kept of it
	for _, entry := range from.Field.Entries {
		if r.Entries[entry].Out != "" {
			lines[entry] = nil
		}
	}
	for _, line := range from.Table.Standings {
		delete(lines, line.Entry)
	}
	for i := range from.Table.Left {
		if line := &from.Table.Left[i]; line.Played > 0 {
			lines[line.Entry] = line
		}
	}
	count(r, nth, lines)
	at := map[int]time.Time{}
	for entry, line := range lines {
		_, _, at[entry] = c.Left(entry)
		e := &r.Entries[entry]
		list = append(list, report.Standing{Standing: *line, Name: e.Name, Author: e.Author, Logged: c.Logged(entry)})
	}
	slices.SortFunc(list, func(a, b report.Standing) int {
		if order := at[b.Entry].Compare(at[a.Entry]); order != 0 {
			return order
		}
		return a.Entry - b.Entry
	})
	return list
}

// count fills in the lines that are nil: the number of an entry's games in a stage, and how many of them it won and lost.
func count(r *report.Run, stage int, lines map[int]*tournament.Standing) {
	counted := map[int]*tournament.Standing{}
	for entry, line := range lines {
		if line == nil {
			counted[entry] = &tournament.Standing{Entry: entry, BestGame: -1}
			lines[entry] = counted[entry]
		}
	}
	if len(counted) == 0 {
		return
	}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Stage != stage {
			continue
		}
		for j := range g.Seats {
			if line := counted[g.Seats[j].Slot]; line != nil {
				countGame(line, g, &g.Seats[j])
			}
		}
	}
}

// countGame counts a game of an entry.
func countGame(line *tournament.Standing, g *report.Game, s *report.Seat) {
	line.Played++
	for _, n := range s.Faults {
		line.Faults += n
	}
	switch won, lost := g.Outcome(s.Slot); {
	case won:
		line.GamesWon++
	case lost:
		line.GamesLost++
	default:
		line.GamesDrawn++
	}
}
