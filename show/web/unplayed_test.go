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
