package progress

import (
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

// A bot of a ladder that has not played yet has no rank, as on pages.
func TestABotWithoutGamesHasNoRank(t *testing.T) {
	r := Run{Stage: "season", Games: 10, Done: 4, By: tournament.ByRating}
	for i, name := range []string{"Ann", "Bob", "Zoe"} {
		line := tournament.Standing{Entry: i, Rank: i + 1, RankLow: i + 1, RankHigh: 3, Played: 4, Rating: 1000, RatingError: 20}
		if name == "Zoe" {
			line.Played = 0
		}
		r.Standings = append(r.Standings, report.Standing{Name: name, Standing: line})
	}
	for _, byTime := range []bool{false, true} {
		m := &model{run: r, width: 120, height: 30, byTime: byTime}
		for line := range strings.Lines(m.draw().String(m.depth)) {
			fields := strings.Fields(line)
			if len(fields) > 3 && strings.Contains(line, "Zoe") && fields[0] != "-" {
				t.Errorf("by time: %v: %q", byTime, line)
			}
			if strings.Contains(line, "Bob") && fields[0] != "2" {
				t.Errorf("by time: %v: %q", byTime, line)
			}
		}
	}
}
