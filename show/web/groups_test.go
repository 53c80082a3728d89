package web

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/internal/tier"
	"agon/show/report"
)

// makeGroups returns a contest of two groups of three, of which the first two qualify for a final of four that is over, with its jury.
func makeGroups(t testing.TB) *report.Run {
	t.Helper()
	r := makeReport(t, 6, 6, 2)
	row := func(slot, group, rank, wins, losses int, elo float64) report.Standing {
		return report.Standing{Name: cast[slot][0], Author: cast[slot][1], Standing: tournament.Standing{
			Rank: rank, RankLow: rank, RankHigh: rank + 1, Entry: slot, Group: group, Played: 6, Took: 1200, Moves: 1, Score: 300, Low: 290,
			High: 310,
			Wins: wins, Losses: losses, Rating: elo, OrderLow: rank, OrderHigh: min(3, rank+1), Through: rank <= 2, GamesWon: 3 * wins,
			GamesLost: 3 * losses,
		}}
	}
	groups := report.Stage{Name: "groups", Format: "groups", Unit: "cells", Played: 6, Next: "finals", Finished: true,
		Standings: []report.Standing{
			row(0, 0, 1, 2, 0, 1031), row(3, 0, 2, 1, 1, 1000), row(4, 0, 3, 0, 2, 969), row(1, 1, 1, 1, 0, 1016), row(2, 1, 2, 0, 0, 1000),
			row(5, 1, 3, 0, 1, 984),
		}, Meetings: []*tournament.Encounter{
			{One: 0, Other: 3, Won: 3, Lost: 1, Games: []int{0, 1}}, {One: 0, Other: 4, Round: 1, Won: 3, Games: []int{2}},
			{One: 3, Other: 4, Round: 2, Won: 3, Lost: 2, Games: []int{3}}, {One: 1, Other: 5, Won: 3, Games: []int{4}},
			{One: 1, Other: 2, Round: 1, Won: 1, Lost: 1, Open: 3, Games: []int{5}},
		}}
	for i := range groups.Standings {
		groups.Standings[i].Letter = report.GroupName(groups.Standings[i].Group)
	}
	groups.Standings[1].Note = "goes on by games won"
	finals := report.Stage{Name: "finals", Format: "round-robin", Unit: "cells", Played: 2, Finished: true, Standings: []report.Standing{
		row(1, 0, 1, 1, 0, 1016), row(0, 0, 2, 0, 1, 984),
	}, Meetings: []*tournament.Encounter{{One: 0, Other: 1, Won: 1, Lost: 3, Games: []int{0}}}}
	r.Stages = []report.Stage{groups, finals}
	r.Games[0].Stage = 1
	for i := range r.Games {
		n := r.Games[i].Number
		r.Games[i].File = func() ([]byte, error) { return fmt.Appendf(nil, "replay %d", n), nil }
	}
	r.Jury = &report.Jury{Stage: 1, Why: "All 2 of finals.", Bots: []report.JuryBot{
		{Slot: 1, Closest: []report.Margin{{Game: 1, Points: 2}, {Game: 5, Points: 10}}},
		{Slot: 0, Closest: []report.Margin{{Game: 1, Points: 2}}},
	}}
	return r
}

func TestGroupsAreCrossTables(t *testing.T) {
	r := makeGroups(t)
	views := newGroups(&r.Stages[0], 0)
	if len(views) != 2 {
		t.Fatalf("%d groups", len(views))
	}
	cells := func(row groupRow) (text string) {
		for _, c := range row.Cells {
			text += " " + c.Text + " " + c.State
		}
		return text
	}
	for _, tt := range []struct{ name, got, want string }{
		{"a group has its letter and its count", views[0].Title + "|" + views[0].Count, "Group A|groups, 3 matches, all played"},
		{"matches that are not over count as such", views[1].Title + "|" + views[1].Count, "Group B|groups, 1 of 3 matches"},
		{"a cell is the match from the row's side", cells(views[0].Rows[1]), " 1:3 lost · self 3:2 won"},
		{"a match that goes on, and one that has not begun", cells(views[1].Rows[1]), " 1:1 live · self – open"},
		{"a cell leads to its match, whoever asks", views[0].Rows[1].Cells[0].Href, "matches-1.html#m1-4"},
		{"who goes on is said, and the rule that parted", views[0].Said, "The first 2 go on to finals; number 2 goes on by games won"},
		{"wins and losses, Elo and the places it may be",
			fmt.Sprint(views[0].Rows[1].Record, " ", views[0].Rows[1].Figure, " ", views[0].Rows[1].Order), "1–1 1000 2–3"},
		{"the line is drawn under the last who goes on", fmt.Sprint(views[0].Rows[0].Last, views[0].Rows[1].Last, views[0].Rows[2].Last),
			"false true false"},
		{"a list by round, where there is no room",
			fmt.Sprintf("%d %d %s", len(views[0].Rounds), len(views[1].Rounds), views[1].Rounds[1].Matches[0].Cell.Text), "3 2 1:1"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
	if one := newGroups(&r.Stages[1], 1); len(one) != 1 || one[0].Title != "finals" || one[0].Said != "" {
		t.Errorf("a stage without groups is %+v", one)
	}
	if none := newGroups(&report.Stage{Standings: r.Stages[0].Standings}, 0); none != nil {
		t.Error("there is a cross table where nobody says who met whom")
	}
}

func TestGroupsAndJuryInTheReport(t *testing.T) {
	dir := t.TempDir()
	if err := WriteReport(dir, makeGroups(t)); err != nil {
		t.Fatal(err)
	}
	for page, wants := range map[string][]string{
		"index.html":     {`href="jury.html"`, "Group B", "matches-1.html#m1-4", "<td>A1<td>", "in 95 of 100 orders"},
		"matches-1.html": {`id="m1-4"`, `<a href="games/1.html">1</a>`, `<span class="live">1:1</span>`},
		"jury.html": {"Jury: the best two", "· 1.2 ms a move", "All 2 of finals.", "groups, group B", "1st of 3",
			`<a href="games/1.html">finals, game 1</a>`, `<a href="replays/1.agon" download>`, "matches-2.html#m1-2"},
		"replays/5.agon": {"replay 5"},
	} {
		text := read(t, dir, page)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", page, want)
			}
		}
	}
}

// A page of matches of many games has the newest of each match, and says so.
func TestMatchesOfManyGamesAreCut(t *testing.T) {
	r := makeGroups(t)
	sample := r.Games[0]
	for n := len(r.Games) + 1; n <= 30_000; n++ {
		g := sample
		g.Number, g.Film, g.Replay = n, nil, ""
		r.Games = append(r.Games, g)
		r.Stages[1].Meetings[0].Games = append(r.Stages[1].Meetings[0].Games, n-1)
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	page := read(t, dir, "matches-2.html")
	if n := strings.Count(page, "<tr>"); n > mostInMatches+10 {
		t.Errorf("%d games are listed", n)
	}
	for _, want := range []string{">30000<", " of " + numerals.Grouped(len(r.Stages[1].Meetings[0].Games)) + " games.", `href="games.html">All games`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(read(t, dir, "matches-1.html"), "All games") {
		t.Error("a page of few games is cut")
	}
}

// Groups of many bots have a page of their own, and the first page stays small.
func TestManyGroupsAreApart(t *testing.T) {
	r := makeGroups(t)
	r.Jury = nil
	s := &r.Stages[0]
	s.Standings, s.Meetings = nil, nil
	for slot := range 1000 {
		s.Standings = append(s.Standings,
			report.Standing{Name: fmt.Sprint("bot ", slot), Letter: report.GroupName(slot / 5), Standing: tournament.Standing{
				Rank: slot%5 + 1, Entry: slot, Group: slot / 5, Played: 4, Wins: 4 - slot%5, Losses: slot % 5, Through: slot%5 < 2,
			}})
		for other := slot / 5 * 5; other < slot; other++ {
			s.Meetings = append(s.Meetings, &tournament.Encounter{One: other, Other: slot, Won: 1, Games: []int{slot}})
		}
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	index := read(t, dir, "index.html")
	if len(index) > 200_000 || !strings.Contains(index, `href="groups-1.html"`) {
		t.Errorf("the first page has %d bytes", len(index))
	}
	if page := read(t, dir, "groups-1.html"); !strings.Contains(page, "Group GR") {
		t.Error("the page of the groups lacks the last")
	}
}

// Divisions have a table each, without cross tables, with who moves; of many the pages stay small.
func TestDivisions(t *testing.T) {
	r := makeGroups(t)
	r.Jury, r.Stages = nil, r.Stages[:1]
	for _, bots := range []int{32, 2000} {
		s := &r.Stages[0]
		s.Name, s.Format, s.Standings, s.Meetings = "league", "divisions", nil, nil
		for slot := range bots {
			division, place := slot/16, slot%16
			line := report.Standing{Name: fmt.Sprint("bot ", slot), Letter: fmt.Sprint(division + 1), Standing: tournament.Standing{
				Rank: place + 1, Entry: slot, Group: division, Above: 16 * division, Played: 30, Wins: 15 - place, Losses: place}}
			if place < 2 && division > 0 {
				line.Rise = 1
			}
			s.Standings = append(s.Standings, line)
		}
		dir := t.TempDir()
		if err := WriteReport(dir, r); err != nil {
			t.Fatal(err)
		}
		index, tables := read(t, dir, "index.html"), ""
		if tables = index; bots > fewBots {
			tables = read(t, dir, "groups-1.html")
		}
		if len(index) > 20_000+250*bots || len(tables) > 20_000+600*bots {
			t.Errorf("%d bots: the first page has %d bytes, that of the divisions %d", bots, len(index), len(tables))
		}
		for _, want := range []string{"<td>2.1<", "▲ up"} {
			if !strings.Contains(index, want) {
				t.Errorf("%d bots: the table does not say %q", bots, want)
			}
		}
		if last := fmt.Sprintf("<h2>Division %d</h2>", bots/16); !strings.Contains(tables, last) ||
			strings.Contains(tables, "matches-1.html") {
			t.Errorf("%d bots: the divisions lack %q, or link matches", bots, last)
		}
	}
}

func TestGroupPagesAreSoundAtEverySize(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	dir := t.TempDir()
	if err := WriteReport(dir, makeGroups(t)); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"index.html", "jury.html", "matches-1.html#m1-4"} {
		for _, s := range sizes {
			t.Run(fmt.Sprintf("%s %d", page, s.width), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, "light")
				open(t, tab, "file://"+filepath.Join(dir, page))
				crosses := eval[bool](t, tab, `[...document.querySelectorAll(".group .against")].some(e => e.checkVisibility())`)
				lists := eval[bool](t, tab, `[...document.querySelectorAll(".group .rounds")].some(e => e.checkVisibility())`)
				if groups := page != "matches-1.html#m1-4"; crosses != (groups && s.width > 720) || lists != (groups && s.width <= 720) {
					t.Errorf("cross tables are shown: %v, lists of matches: %v", crosses, lists)
				}
				inEachTheme(t, tab, s.width, s.height, func(theme string) {
					sound(t, tab)
					shoot(t, tab, fmt.Sprintf("groups-%s-%d-%s", strings.NewReplacer(".html", "", "#", "-").Replace(page), s.width, theme))
				})
			})
		}
	}
}
