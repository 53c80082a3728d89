package figures

import (
	"net/url"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/entries"
)

// played are the figures of 30 games of "one" and "two"; "one" wins the odd ones and is late in the last, with its second version.
func played() *report.Figures {
	f := &report.Figures{
		Stages: []report.Stage{{Name: "ladder"}},
		Entries: []report.Version{{Bot: "one", Number: 1, Label: "one (version 1)"}, {Bot: "two", Number: 1, Label: "two"}, {Bot: "one",
			Number: 2, Label: "one (version 2)"}},
		Spreads: make([]report.Spread, 1),
	}
	for number := 1; number <= 30; number++ {
		g := report.Outcome{Number: number, Rounds: 9,
			Seats: []report.SeatResult{{Entry: 0, Place: 2 - number%2}, {Entry: 1, Place: 1 + number%2}}}
		if number > 25 {
			g.Seats[0].Entry = 2
		}
		if number == 30 {
			g.Seats[0].Faults = map[string]int{"late": 2}
		}
		f.Recent = append(f.Recent, g)
	}
	return f
}

// numbers returns the numbers of the listed games.
func (v *Record) numbers() (list []int) {
	for _, g := range v.Games {
		list = append(list, g.Number)
	}
	return list
}

// The newest games come first, a filter is in the addresses of older and newer ones, and faults are those of the newest version.
func TestRecord(t *testing.T) {
	for _, x := range []struct {
		name, query  string
		want         []int
		more         int
		older, newer string
	}{
		{"all", "", []int{30, 29, 28, 27}, 26, "?from=4#games", ""},
		{"those before", "from=4", []int{26, 25, 24, 23}, 22, "?from=8#games", "?#games"},
		{"no number", "from=x", []int{30, 29, 28, 27}, 26, "?from=4#games", ""},
		{"won", "place=won&from=12", []int{5, 3, 1}, 0, "", "?from=8&place=won#games"},
		{"last", "place=lost", []int{30, 28, 26, 24}, 11, "?from=4&place=lost#games", ""},
		{"second place", "place=2&from=13", []int{4, 2}, 0, "", "?from=9&place=2#games"},
		{"with faults", "faults=with", []int{30}, 0, "", ""},
		{"another stage", "stage=final", nil, 0, "", ""},
		{"nobody", "against=three", nil, 0, "", ""},
	} {
		query, err := url.ParseQuery(x.query)
		if err != nil {
			t.Fatal(err)
		}
		v := Of(played(), "/c/cup", "one", query, 4)
		if !slices.Equal(v.numbers(), x.want) || v.More != x.more || v.Older != x.older || v.Newer != x.newer {
			t.Errorf("%s: %v, %d more, older %q, newer %q", x.name, v.numbers(), v.More, v.Older, v.Newer)
		}
		if v.Counted != 30 || v.FaultGames != 5 || len(v.Faults) != 1 || v.Faults[0] != (Fault{"late", 2}) {
			t.Errorf("%s: %d games, %d of the newest version with %v", x.name, v.Counted, v.FaultGames, v.Faults)
		}
	}
	v := Of(played(), "/c/cup", "one", nil, 1)
	if g := v.Games[0]; g.Href != "/c/cup/games/30/" || g.Place != "2nd of 2" || !g.Lost || g.Faults != 2 || len(g.Against) != 1 ||
		g.Against[0].Name != "two" {
		t.Errorf("%+v", g)
	}
	if len(v.Rivals) != 1 || v.Rivals[0].Bot != "two" || v.Rivals[0].Percent != "50" {
		t.Errorf("%+v", v.Rivals)
	}
	if Of(nil, "/c/cup", "one", nil, 1) != nil || Of(played(), "/c/cup", "three", nil, 1) != nil {
		t.Error("a bot without games has a record")
	}
}

func TestWeek(t *testing.T) {
	for _, x := range []struct {
		week contests.Week
		want string
		fell bool
	}{{contests.Week{}, "", false}, {contests.Week{Rated: true, Change: 56.7}, "+57", false}, {contests.Week{Rated: true, Change: -3}, "−3",
		true}} {
		if w := NewWeek(x.week); w.Change != x.want || w.Fell() != x.fell {
			t.Errorf("%+v: %q, fell: %v", x.week, w.Change, w.Fell())
		}
	}
}

// Bots of a person are pinned above the standings, by what ranks them, if one of them is not in view anyway.
func TestPin(t *testing.T) {
	var mine []entries.Bot
	for id, name := range []string{"a", "f"} {
		mine = append(mine, entries.Bot{ID: int64(id + 1), Name: name})
	}
	for _, x := range []struct {
		by                   tournament.By
		heading, value, sure string
	}{{tournament.ByRating, "Rating", "1495", "20"}, {tournament.ByPoints, "Points", "4.5", ""}, {tournament.ByScore, "Mean", "0.25",
		"0.10"}} {
		table := &contests.Table{Stage: report.Stage{By: x.by}}
		for i, name := range []string{"a", "b", "c", "d", "e", "f"} {
			l := report.Standing{Name: name}
			l.Rank, l.RankLow, l.RankHigh, l.Played, l.Rating, l.RatingError = i+1, i+1, i+2, 9, 1495, 10
			l.Points, l.Score, l.Low, l.High = 4.5, 0.25, 0.15, 0.35
			table.Stage.Standings = append(table.Stage.Standings, l)
		}
		rows, heading := Pin(table, "/c/cup", mine)
		if len(rows) != 2 || heading != x.heading || rows[1].Value != x.value || rows[1].Sure != x.sure ||
			rows[1].Href != "/c/cup/bots/2" ||
			rows[1].Places != "6–7" {
			t.Errorf("%+v by %q", rows, heading)
		}
		if rows, _ := Pin(table, "/c/cup", mine[:1]); rows != nil {
			t.Errorf("a bot among the first is pinned: %+v", rows)
		}
	}
	if rows, _ := Pin(nil, "/c/cup", mine); rows != nil {
		t.Error("bots are pinned above no table")
	}
}
