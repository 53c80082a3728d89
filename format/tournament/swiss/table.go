package swiss

import (
	"cmp"
	"slices"

	"agon/format/tournament"
)

// Table ranks by points of matches, then by the points of the opponents, then by games won minus lost, then by seeding.
func (s format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	matches := past.Matches(s.series(f))
	lines := s.lines(f, past, matches)
	return tournament.Table{
		By: tournament.ByPoints, Standings: lines, NotApart: s.place(f, lines, matches, newRecord(f, matches)),
		Rematches: metAgain(matches),
	}
}

// metAgain returns the pairs that have met several times, in the order of their first matches.
func metAgain(matches []*tournament.Match) (list []tournament.Rematch) {
	times := map[[2]int]int{}
	pair := func(m *tournament.Match) [2]int {
		return [2]int{min(m.Entries[0], m.Entries[1]), max(m.Entries[0], m.Entries[1])}
	}
	for _, m := range matches {
		times[pair(m)]++
	}
	for _, m := range matches {
		if p := pair(m); times[p] > 1 {
			list = append(list, tournament.Rematch{One: p[0], Other: p[1], Times: times[p]})
			delete(times, p)
		}
	}
	return list
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
	slices.SortStableFunc(lines, compare)
	return lines
}

// compare compares two lines by all that ranks them.
func compare(a, b tournament.Standing) int {
	return cmp.Or(
		cmp.Compare(b.Points, a.Points),
		cmp.Compare(b.Opposition, a.Opposition),
		cmp.Compare(b.GamesWon-b.GamesLost, a.GamesWon-a.GamesLost),
	)
}

func equal(a, b tournament.Standing) bool { return compare(a, b) == 0 }

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
