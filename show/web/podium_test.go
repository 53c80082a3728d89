package web

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/knockout"
	"agon/show/report"
)

// makeCup returns a finished cup of n bots, in which the lower number wins 28 to 23.
func makeCup(t *testing.T, n int) *report.Run {
	t.Helper()
	r := makeReport(t, 3, 0, 0)
	r.Entries = nil
	field := formattest.Field(tournament.Field{}, n)
	for i := range 2 * n {
		r.Entries = append(r.Entries, report.Entry{Name: fmt.Sprintf("Bot %d", i)})
	}
	ledger, format := formattest.Play(t, knockout.Spec, nil, field, func(x tournament.Fixture) tournament.Result {
		res := formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
		g := report.Game{Number: x.ID + 1, Title: fmt.Sprintf("Cup, game %d", x.ID+1)}
		for seat := range res.Seats {
			res.Seats[seat].Score = float64(33 - 5*res.Seats[seat].Place)
			entry, place := x.Seats[seat], res.Seats[seat].Place
			at := report.Seat{Name: r.Entries[entry].Name, Slot: entry, Place: place, Score: res.Seats[seat].Score}
			if at.Place == 1 {
				g.Seats = append([]report.Seat{at}, g.Seats...)
			} else {
				g.Seats = append(g.Seats, at)
			}
		}
		r.Games = append(r.Games, g)
		return res
	})
	table := format.Table(field, ledger.All())
	s := report.Stage{Name: "Cup", Format: "knockout", Finished: true, Played: len(r.Games), By: table.By, Bracket: table.Bracket}
	for _, line := range table.Standings {
		s.Standings = append(s.Standings, report.Standing{Standing: line, Name: r.Entries[line.Entry].Name})
	}
	r.Stages, r.Played, r.Finished = []report.Stage{s}, len(r.Games), true
	return r
}

// TestTheWinnerIsFirst: a report of a contest that is over begins with the first three, the final and its game; the list of games begins
// with the final, with both names; the bracket shows its final on a desk.
func TestTheWinnerIsFirst(t *testing.T) {
	dir := t.TempDir()
	r := makeCup(t, 33)
	r.Decisions = []report.Decision{{What: "withdrawn", Bot: "Bot 1", Why: "a test", By: "Ann", Stage: 1, Round: 1}}
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 800, "light")
	open(t, tab, "file://"+filepath.Join(dir, "index.html"))
	sound(t, tab)
	shoot(t, tab, "podium")
	final := len(r.Games)
	for what, tt := range map[string]struct{ script, want string }{
		"the podium is the first panel": {`document.querySelector("main .panel").className`, "panel podium"},
		"it names the first two":        {`[...document.querySelectorAll(".podium b")].slice(0, 2).map(e => e.textContent).join()`, "Bot 1,Bot 3"},
		"it says by what": {`document.querySelector(".podium .note").textContent.trim().replace(/\s+/g, " ")`,
			fmt.Sprintf("28 : 23 in the final. Deciding game: agon replay CONTEST --game %d", final)},
		"the games begin with the final": {`document.querySelector(".games li").textContent.trim().replace(/\s+/g, " ")`,
			fmt.Sprintf("Game %d28 : 23B Bot 1 beat D Bot 3", final)},
		"decisions stand below":    {`document.querySelector(".standings").compareDocumentPosition(document.querySelector(".decisions")) & 4`, "4"},
		"the final is seen":        {`(() => { const f = document.querySelector(".bracket .final").getBoundingClientRect(), p = document.querySelector(".drawn").getBoundingClientRect(); return f.right <= p.right && f.right <= innerWidth; })()`, "true"},
		"a finished cup: no bars":  {`document.querySelector(".ranks .axis").checkVisibility() + " " + document.querySelector(".bars").textContent`, "false "},
		"a finished cup: no First": {`[...document.querySelectorAll(".ranks thead th")].filter(h => h.textContent === "First").length`, "0"},
	} {
		if got := fmt.Sprint(eval[any](t, tab, tt.script)); got != tt.want {
			t.Errorf("%s: %q, want %q", what, got, tt.want)
		}
	}
	at := func(number int) int { return strings.Index(read(t, dir, "games.html"), ">"+fmt.Sprint(number)+"<") }
	if at(final) > at(final-1) {
		t.Error("the list of games does not begin with the newest")
	}
}

// TestAnUndecidedFirstPlace: the podium says that a first place is not certain, and nobody stands on it while a contest is played.
func TestAnUndecidedFirstPlace(t *testing.T) {
	r := makeReport(t, 4, 4, 0)
	if newPodium(r, nil) != nil {
		t.Error("a contest that is played has a podium")
	}
	r.Finished, r.Stages[0].Finished = true, true
	p := newPodium(r, nil)
	if p == nil || len(p.Places) != 3 || p.Certain != "Ranks 1–3 are statistically tied." ||
		!strings.Contains(p.Margin, " % ahead of ") || p.Game == nil || p.Game.Number != 4 {
		t.Errorf("the podium is %+v", p)
	}
}

// TestPlacesOfAPodium: those who share one of the first three places stand on it together, unless they are too many.
func TestPlacesOfAPodium(t *testing.T) {
	for _, tt := range []struct {
		ranks []int // 0: has not played
		want  string
	}{
		{[]int{1, 2}, "1st 2nd"},
		{[]int{1, 2, 3, 4, 5}, "1st 2nd 3rd"},
		{[]int{1, 2, 3, 3, 5}, "1st 2nd 3rd 3rd"},
		{[]int{1, 1, 1, 4}, "1st 1st 1st"},
		{[]int{1, 2, 3, 3, 3, 3, 7}, "1st 2nd 3rd 3rd 3rd 3rd"},
		{[]int{1, 2, 3, 3, 3, 3, 3, 8}, "1st 2nd"},
		{[]int{1, 1, 1, 1, 1, 1, 1}, ""},
		{[]int{1, 2, 0}, "1st 2nd"},
	} {
		var s report.Stage
		for _, rank := range tt.ranks {
			s.Standings = append(s.Standings, report.Standing{Standing: tournament.Standing{Rank: rank, Played: rank}})
		}
		var got []string
		for _, p := range podiumPlaces(&s) {
			got = append(got, p.Place)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("of %v %v stand on it, want %s", tt.ranks, got, tt.want)
		}
	}
}

// TestMarginText: by how much the first is ahead reads as words for each value that ranks and any unit of scores.
func TestMarginText(t *testing.T) {
	for _, tt := range []struct {
		by          tournament.By
		unit        string
		first, next float64
		want        string
	}{
		{tournament.ByScore, "outlived", 1.98, 1, "0.98 ahead of Bob in mean score."},
		{tournament.ByScore, "rounds won", 500, 499, "1 ahead of Bob in mean score."},
		{tournament.ByScore, "", 3, 1, "2 ahead of Bob in mean score."},
		{tournament.ByScore, "points", 1, 0.999, "Less than 0.01 ahead of Bob in mean score."},
		{tournament.ByScore, "%", 40, 38.5, "1.5 % ahead of Bob in mean score."},
		{tournament.ByScore, "docks", 3, 3, "Ahead of Bob by the tie-break."},
		{tournament.ByPoints, "outlived", 9, 8, "1 point ahead of Bob."},
		{tournament.ByPoints, "docks", 9, 7.5, "1.5 points ahead of Bob."},
		{tournament.ByRating, "%", 1612.4, 1600, "12 rating points ahead of Bob."},
		{tournament.ByRating, "%", 1601, 1600, "1 rating point ahead of Bob."},
	} {
		s := report.Stage{By: tt.by, Unit: tt.unit}
		for i, value := range []float64{tt.first, tt.next} {
			s.Standings = append(s.Standings, report.Standing{Name: []string{"Ann", "Bob"}[i],
				Standing: tournament.Standing{Rank: i + 1, Played: 3, Score: value, Points: value, Rating: value}})
		}
		if got := marginText(&s); got != tt.want {
			t.Errorf("%v, %q: %q, want %q", tt.by, tt.unit, got, tt.want)
		}
	}
}
