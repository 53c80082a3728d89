package compile

import (
	"slices"

	"agon/contest"
	"agon/report"
	"agon/tournament"
)

// left returns the lines of the bots and versions that no longer play in a stage, the last to leave first. Of formats that keep nothing of
// them the lines count their games.
func left(r *report.Run, c *contest.Contest, from *contest.StageResult, nth int) (list []report.Standing) {
	kept := map[int]tournament.Standing{}
	for _, line := range from.Table.Left {
		kept[line.Entry] = line
	}
	for _, entry := range from.Field.Entries {
		shown := slices.ContainsFunc(from.Table.Standings, func(l tournament.Standing) bool { return l.Entry == entry })
		if shown || r.Entries[entry].Out == "" {
			continue
		}
		line, ok := kept[entry]
		if !ok || line.Played == 0 {
			line = counted(r, entry, nth)
		}
		list = append(list, report.Standing{Standing: line, Name: r.Entries[entry].Name, Author: r.Entries[entry].Author, Logged: logged(c, entry)})
	}
	slices.SortStableFunc(list, func(a, b report.Standing) int {
		_, one := c.Left(a.Entry)
		_, other := c.Left(b.Entry)
		return other.Compare(one)
	})
	return list
}

// counted returns a line with the number of an entry's games in a stage, and how many of them it won and lost.
func counted(r *report.Run, entry, stage int) tournament.Standing {
	line := tournament.Standing{Entry: entry, BestGame: -1}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Stage != stage {
			continue
		}
		for _, s := range g.Seats {
			if s.Slot != entry {
				continue
			}
			line.Played++
			for _, n := range s.Faults {
				line.Faults += n
			}
			switch won, lost := g.Outcome(entry); {
			case won:
				line.GamesWon++
			case lost:
				line.GamesLost++
			default:
				line.GamesDrawn++
			}
		}
	}
	return line
}
