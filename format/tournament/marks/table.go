package marks

import (
	"slices"

	"agon/format/tournament"
)

// Table has the students, and below them the yardsticks. Unless they are ranked by the sum of their points all share the first place.
func (g *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	if barred := f.AllBarred(tournament.Now); len(barred) > 0 {
		past = past.Among(slices.DeleteFunc(slices.Clone(f.Entries), func(e int) bool { return barred[e] }))
	}
	all, places, now := tournament.GameLines(f, past), f.Places(), f.At(tournament.Now)
	yardsticks, students := g.sides(f, tournament.Now)
	measured := g.measured(f, past)
	var lines []tournament.Standing
	for _, student := range students {
		line := all[places[student]]
		for i := range yardsticks {
			mark := g.rules[i].mark(&measured[places[student]][i])
			mark.Entry = f.Entries[i]
			line.Marks = append(line.Marks, mark)
		}
		lines = append(lines, line)
	}
	table := tournament.Table{By: tournament.ByNothing}
	equal, ranks := func(tournament.Standing, tournament.Standing) bool { return true }, func(int) (low, high int) { return 1, now.Size() }
	if g.ranked {
		table.By = tournament.ByMarks
		tournament.SortLines(lines, tournament.Standing.MarkPoints)
		equal = func(a, b tournament.Standing) bool {
			return len(a.Marks) == len(b.Marks) && a.MarkPoints() == b.MarkPoints()
		}
		if !slices.ContainsFunc(lines, tournament.Standing.OpenMarks) {
			ranks = nil // else what is open may change them
		}
	}
	for _, entry := range now.Entries {
		if slices.Contains(yardsticks, entry) {
			line := all[places[entry]]
			line.Note = "yardstick"
			lines = append(lines, line)
		}
	}
	table.Standings = lines
	tournament.Settle(lines, 0, equal, ranks)
	return table
}
