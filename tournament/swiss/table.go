package swiss

import (
	"cmp"
	"math"
	"slices"

	"agon/rating"
	"agon/tournament"
)

// Table ranks by points of matches, then by the points of the opponents met, then by games won less lost, then by seeding.
func (s format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	lines := tournament.Lines(f, past)
	matches := past.Matches(s.series(f))
	places := f.Places()
	r := newRecord(f, matches)
	for i := range lines {
		lines[i].Points = r.points[i]
	}
	count(lines, matches, places)
	slices.SortStableFunc(lines, func(a, b tournament.Standing) int {
		return cmp.Or(
			cmp.Compare(b.Points, a.Points),
			cmp.Compare(r.opposition(places[b.Entry]), r.opposition(places[a.Entry])),
			cmp.Compare(b.GamesWon-b.GamesLost, a.GamesWon-a.GamesLost),
		)
	})
	strengths := strengthsOf(f, matches, places)
	for i := range lines {
		low, high := ranks(strengths, places[lines[i].Entry])
		rank, advance := i+1, s.keys.Int("advance")
		lines[i].Rank, lines[i].RankLow, lines[i].RankHigh = rank, min(low, rank), max(high, rank)
		lines[i].Through = advance == 0 || rank <= advance
	}
	return tournament.Table{Standings: lines}
}

// count fills matches won, drawn and lost; byes are none of these.
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

func strengthsOf(f *tournament.Field, matches []*tournament.Match, places []int) []rating.Strength {
	var meetings []rating.Meeting
	for _, m := range matches {
		for _, g := range m.Games {
			meetings = append(meetings, g.Meeting(func(entry int) int { return places[entry] }))
		}
	}
	strengths, err := rating.PlackettLuce{Prior: rating.WeakPrior}.Fit(f.Size(), meetings)
	if err != nil {
		return make([]rating.Strength, f.Size())
	}
	return strengths
}

// ranks is the best and the worst place an entry may have: differences of strengths are held against their errors, all n-1 of them
// with 95 % together.
func ranks(strengths []rating.Strength, entry int) (low, high int) {
	n := len(strengths)
	each := math.Pow(rating.Confidence, 1/float64(max(n-1, 1)))
	reach := rating.StudentT(each, manyGames)
	low, high = 1, n
	for other := range strengths {
		above := strengths[other].Log - strengths[entry].Log
		err := math.Hypot(strengths[other].Err, strengths[entry].Err)
		switch {
		case above > float64(reach*err):
			low++
		case -above > float64(reach*err):
			high--
		}
	}
	return low, high
}

// manyGames makes Student's distribution the normal one, which the errors of strengths are meant for.
const manyGames = 1_000_000
