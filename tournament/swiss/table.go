package swiss

import (
	"cmp"
	"slices"

	"agon/tournament"
)

// Table ranks by points of matches, then by the points of the opponents, then by games won minus lost, then by seeding.
func (s format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	matches := past.Matches(s.series(f))
	lines := s.lines(f, past, matches)
	return tournament.Table{By: tournament.ByPoints, Standings: lines, NotApart: s.place(f, lines, matches, newRecord(f, matches))}
}

// lines returns the lines in their order.
func (s format) lines(f *tournament.Field, past tournament.Past, matches []*tournament.Match) []tournament.Standing {
	lines := tournament.Lines(f, past)
	places := f.Places()
	r := newRecord(f, matches)
	for i := range lines {
		lines[i].Points, lines[i].Byes, lines[i].Opposition = r.points[i], r.byes[i], r.opposition(i)
	}
	count(lines, matches, places)
	slices.SortStableFunc(lines, func(a, b tournament.Standing) int {
		return cmp.Or(
			cmp.Compare(b.Points, a.Points),
			cmp.Compare(b.Opposition, a.Opposition),
			cmp.Compare(b.GamesWon-b.GamesLost, a.GamesWon-a.GamesLost),
		)
	})
	return lines
}

// count sets the matches won, drawn and lost; byes do not count.
func count(lines []tournament.Standing, matches []*tournament.Match, places []int) {
	for _, m := range matches {
		if !m.Decided {
			continue
		}
		for i, entry := range m.Entries {
			line := &lines[places[entry]]
			switch cmp.Compare(m.Wins[i], m.Wins[1-i]) {
			case 1:
				line.Wins++
			case 0:
				line.Draws++
			default:
				line.Losses++
			}
		}
	}
}
