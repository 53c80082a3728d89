package site

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/figures"
)

// tableOfBots returns a table in which bots have these names, the best first.
func tableOfBots(names ...string) *contests.Table {
	t := &contests.Table{At: time.Now(), Stage: report.Stage{Name: "ladder", Format: "ladder", Played: 90, By: tournament.ByRating}}
	for i, name := range names {
		l := report.Standing{Name: name}
		l.Entry, l.Rank, l.RankLow, l.RankHigh, l.Played, l.Rating, l.RatingError = i, i+1, max(1, i), i+2, 9, 1500-float64(i), 10
		t.Stage.Standings = append(t.Stage.Standings, l)
	}
	return t
}

// Rows of own bots are marked in the table and pinned above it, and other bots' are not.
func TestOwnBotsInTheStandings(t *testing.T) {
	s := serve(t, nil)
	s.as(t, "participant")
	id := s.insertBot(t, "Six", 1)
	table := tableOfBots("One", "Two <b>", "Three", "Four", "Five", "Six", "Seven")
	text, err := s.site.games.tables.html(t.Context(), "cup", table, func(bot string) bool { return bot == "Six" })
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), `<tr class="own s`) != 1 || !strings.Contains(string(text), `<tr class="own s5">`) ||
		!strings.Contains(string(text), fmt.Sprintf(`<a href="/c/cup/bots/%d">Six</a>`, id)) {
		t.Error(text)
	}
	if again, err := s.site.games.tables.html(t.Context(), "cup", table, nil); err != nil || strings.Contains(string(again), `class="own`) {
		t.Error("somebody else's table has marked rows", err)
	}
	mine := []entries.Bot{{ID: id, Name: "Six"}, {ID: 99, Name: "Never played"}}
	rows, value := figures.Pin(table, "/c/cup", mine)
	if len(rows) != 1 || value != "Rating" || rows[0].Rank != "6" || rows[0].Places != "5–7" || rows[0].Value != "1495" ||
		rows[0].Sure != "20" || rows[0].Games != 9 {
		t.Errorf("%+v by %q", rows, value)
	}
	if rows, _ := figures.Pin(table, "/c/cup", []entries.Bot{{ID: 1, Name: "Two <b>"}}); rows != nil {
		t.Errorf("a bot among the first five is pinned: %+v", rows)
	}
}
