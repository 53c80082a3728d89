package progress

import (
	"regexp"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
	"agon/show/term/screen"
)

// The live table shows the value that ranks the table at the end, with its interval: ratings of a ladder, points of matches, and not mean
// scores.
func TestTheTableShowsWhatRanks(t *testing.T) {
	line := func(rank int, name string, score, rating, points float64) report.Standing {
		return report.Standing{Name: name, Standing: tournament.Standing{
			Rank: rank, RankLow: 1, RankHigh: 2, Entry: rank - 1, Played: 40, Moves: 40, Took: 40, Score: score, Low: score, High: score,
			Rating: rating, RatingError: 25, Points: points, PointsLow: points - 1.5, PointsHigh: points + 1.5,
		}}
	}
	for by, want := range map[tournament.By][]string{
		tournament.ByRating: {`bot +rating +\+- 95 %`, `Ann +1213 +49\s`, `Bob +978 +49\s`},
		tournament.ByPoints: {`bot +points +\+- 95 %`, `Ann +17\.0 +1\.5\s`, `Bob +12\.5 +1\.5\s`},
		tournament.ByScore:  {`bot +mean % +\+- 95 %`, `Ann +0\.250\s`, `Bob +0\.750\s`},
	} {
		run := Run{Games: 100, Done: 40, Unit: "%", By: by,
			Standings: []report.Standing{line(1, "Ann", 0.25, 1213.4, 17), line(2, "Bob", 0.75, 978, 12.5)}}
		for _, width := range []int{60, 80, 120} {
			m := &model{depth: screen.Plain, width: width, height: 24, run: run}
			text := m.draw().String(screen.Plain)
			if i := slices.IndexFunc(want, func(w string) bool { return !regexp.MustCompile(w).MatchString(text + " ") }); i >= 0 {
				t.Errorf("%v on %d columns: no %s in\n%s", by, width, want[i], text)
			}
		}
	}
}
