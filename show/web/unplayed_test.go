package web

import (
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

// TestNoTableBeforeTheFirstGame: a page has no table of zeros. Changes in the stages of a contest are shown in words.
func TestNoTableBeforeTheFirstGame(t *testing.T) {
	s := report.Stage{Name: "season", Format: "ladder",
		Standings: []report.Standing{{Name: "Ann"}, {Name: "Bob", Standing: tournament.Standing{Entry: 1}}}}
	for played := range 2 {
		s.Played, s.Standings[0].Played = played, played
		text, err := StageTable(&s, 1, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		table, noGame := strings.Contains(string(text), "<table"), strings.Contains(string(text), "No game of it has been played.")
		if table != (played > 0) || noGame == table || !strings.Contains(string(text), "season") {
			t.Errorf("after %d games:\n%s", played, text)
		}
	}
}

// TestAContestThatGrewIsDescribed: the page of decisions names no type of the ledger.
func TestAContestThatGrewIsDescribed(t *testing.T) {
	v := newDecision(&report.Run{Stages: []report.Stage{{Name: "season"}}},
		&report.Decision{What: "grown", Why: `games of stage "season": 20 -> 40 (change 1)`, Stage: 1, Round: 3})
	if v.Bot != "the contest" || v.What != "grows" || v.Why == "" || v.Where != "round 3" {
		t.Errorf("it is told as %+v", v)
	}
}

// TestABotWithoutGamesHasNoPlace: in a ladder a bot that has just joined stands below the table, and does not count among those with a
// place.
func TestABotWithoutGamesHasNoPlace(t *testing.T) {
	s := report.Stage{Name: "season", Format: "ladder", Played: 4, By: tournament.ByRating}
	for i, name := range []string{"Ann", "Bob", "Zoe"} {
		line := tournament.Standing{Entry: i, Rank: i + 1, RankLow: i + 1, RankHigh: i + 1, Played: 4, Rating: 1000, RatingError: 20}
		if name == "Zoe" {
			line.Played = 0
		}
		s.Standings = append(s.Standings, report.Standing{Name: name, Standing: line})
	}
	text, err := StageTable(&s, 1, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), ">–<") || strings.Contains(string(text), ">3<") {
		t.Errorf("a bot without games has a place:\n%s", text)
	}
	var ranks []string
	for _, c := range report.Of(report.Ladder, s.Standings) {
		for i := range s.Standings {
			if c.Head == "Rank" {
				ranks = append(ranks, c.Value(report.Line{Standing: &s.Standings[i], Stage: &s, Place: i + 1}).(string))
			}
		}
	}
	if got := strings.Join(ranks, ", "); got != "1st of 2, 2nd of 2, -" {
		t.Errorf("the ranks are %s", got)
	}
}
