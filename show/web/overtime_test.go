package web

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

// makePictures returns a contest whose stages have every picture: an arena with times, a Swiss tournament, a ladder of three days in which
// a bot has a second version.
func makePictures(t testing.TB) *report.Run {
	t.Helper()
	r := makeReport(t, 12, 4, 0)
	swiss := makeReport(t, 12, 4, 0).Stages[0]
	swiss.Name, swiss.Format, swiss.By, swiss.Unit = "Swiss", "swiss", tournament.ByPoints, "points"
	for i := range swiss.Standings {
		swiss.Standings[i].Points = 6 - float64(i)/2
	}
	for round := 1; round <= 6; round++ {
		m := report.Moment{Round: round, Games: 6 * round}
		for i, row := range swiss.Standings {
			m.Places = append(m.Places, report.MomentPlace{Bot: row.Name, Entry: row.Entry, Rank: i + 1,
				Points: float64(round) * row.Points / 6})
		}
		swiss.Moments = append(swiss.Moments, m)
	}
	one, two, three := swiss.Standings[0].Entry, swiss.Standings[1].Entry, swiss.Standings[2].Entry
	swiss.Pairs = []*tournament.Encounter{{One: one, Other: two, Won: 1}, {One: one, Other: three, Won: 1, Drawn: 1, Lost: 1}}
	swiss.Since = "round 5"
	ladder := makeLadder(t, 12, 4).Stages[0]
	ladder.Name, ladder.Since = "Ladder", "2 Mar"
	for i := range ladder.Standings {
		row := &ladder.Standings[i]
		row.Climbed, row.New = i%4-1, i%4 == 1
		for n := range row.Curve {
			row.Curve[n].Round = n
		}
		for n := range i % 6 {
			row.Form = append(row.Form, tournament.Placing{Game: n, Place: 1 + (n+i)%3, Seats: 3})
		}
	}
	for round := 1; round <= len(ladder.Standings[0].Curve); round++ {
		ladder.Moments = append(ladder.Moments, report.Moment{Round: round, Day: fmt.Sprintf("2026-03-%02d", 1+round/15)})
	}
	newest := &ladder.Standings[1]
	older := *newest
	older.Entry, older.Curve, newest.Curve = len(r.Entries), newest.Curve[:20], newest.Curve[20:]
	ladder.Left = []report.Standing{older}
	r.Entries = append(r.Entries, report.Entry{Name: older.Name})
	r.Entries[newest.Entry].Versions = []int{older.Entry, newest.Entry}
	ladder.Standings[0].Name, ladder.Standings[2].Name = strings.Repeat("Wagenburg ", 6), "שלום עולם"
	r.Stages = append(r.Stages, swiss, ladder)
	return r
}

// TestPicturesOverTime: each stage has the pictures for which enough is known, and no other.
func TestPicturesOverTime(t *testing.T) {
	r := makePictures(t)
	text := func(v stageView) string {
		out := string(v.Ratings)
		for _, d := range v.Drawings {
			out += d.Title + d.Note + string(d.Picture)
		}
		return out
	}
	arena, swiss, ladder := newStageView(r, 0, nil), newStageView(r, 1, nil), newStageView(r, 2, nil)
	for _, tt := range []struct {
		name, text   string
		wants, lacks []string
	}{
		{"an arena", text(arena), []string{"Score and time of a move", "Highest score: ", "Most score per µs: ", `class="front"`},
			[]string{"Points after", "Rating over"}},
		{"a Swiss tournament", text(swiss), []string{"Points after each round", ">round 1<", ">round 6<", `At the end: `},
			[]string{"Score and time", "Rating over"}},
		{"a ladder", text(ladder), []string{"Rating over time from 1 Mar to 3 Mar", ">2 Mar<", " v2<", `class="band slot-`, "Wagenburg Wagen…"},
			[]string{"Points after"}},
	} {
		for _, want := range tt.wants {
			if !strings.Contains(tt.text, want) {
				t.Errorf("%s has no %q: %.3000s", tt.name, want, tt.text)
			}
		}
		for _, lack := range tt.lacks {
			if strings.Contains(tt.text, lack) {
				t.Errorf("%s has %q", tt.name, lack)
			}
		}
	}
	bare := makeLadder(t, 3, 3) // its curves do not say in which rounds
	if v := newStageView(bare, 0, nil); v.Ratings != "" {
		t.Errorf("a picture of nothing: %s", v.Ratings)
	}
}

// The rows of a table say where a bot was and how its last games ended, also to screen readers.
func TestRowsTellMovesAndLastGames(t *testing.T) {
	r := makePictures(t)
	r.Stages[2].Left = nil
	text, err := StageTable(&r.Stages[2], 3, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<td>1<span class="move down" role="img" aria-label="down 1 place since 2 Mar" title="down 1 place since 2 Mar">▼1</span><td>`,
		`aria-label="new since 2 Mar"`, `aria-label="up 2 places since 2 Mar"`, `>Last<`, `aria-label="last 2 games: `} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the table has no %q: %.2500s", want, text)
		}
	}
}

// Pairs of a stage that points rank show games.
func TestPairsShowGames(t *testing.T) {
	r := makePictures(t)
	rows := newPairs(&r.Stages[1]).Rows
	got := fmt.Sprint(rows[0].Cells[1].Text, " ", rows[1].Cells[0].Text, " ", rows[0].Cells[2].Text, " ", rows[1].Cells[2].Text, " ",
		halves(1), halves(0), halves(5), pairText(&r.Stages[1], &tournament.Encounter{Drawn: 1}, 0.5))
	if got != "1 0 1½:1½ – ½02½½" {
		t.Errorf("the cells are %s", got)
	}
}

// TestPicturesAreSoundAtEverySize: no text of a picture covers another one, on screens, in the dark and on paper.
func TestPicturesAreSoundAtEverySize(t *testing.T) {
	browser, dir := openBrowser(t), t.TempDir()
	r := makePictures(t)
	for i := range r.Stages[0].Standings { // as many as share a place, as far as they can
		row := &r.Stages[0].Standings[i]
		row.Score = math.Round(row.Score)
	}
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, browser)
	open(t, tab, "file://"+filepath.Join(dir, "index.html"))
	for _, s := range []size{{1280, 1000}, {768, 900}, {390, 844}} {
		inEachTheme(t, tab, s.width, s.height, func(theme string) {
			sound(t, tab)
			shoot(t, tab, fmt.Sprintf("pictures-%d-%s", s.width, theme))
		})
		for _, wrong := range eval[[]string](t, tab, `[...document.querySelectorAll(".lines")].flatMap(e => {
			const box = e.getBoundingClientRect(), wrong = [];
			if (!e.checkVisibility() || box.width < 200) wrong.push(e.ariaLabel + " is not seen");
			const names = [...e.querySelectorAll("text:not(.mark)")].filter(x => x.checkVisibility() && /[^\d.,−\s]/.test(x.textContent));
			if (names.length < 3) wrong.push(e.ariaLabel + ": " + names.length + " names are seen");
			for (const x of names) if (x.getBoundingClientRect().right > box.right + 1 || x.getBoundingClientRect().left < box.left - 1) wrong.push(x.textContent + " sticks out");
			return wrong;
		})`) {
			t.Errorf("%d px: %s", s.width, wrong)
		}
	}
	printed(t, tab, 718)
	if wide := eval[string](t, tab, sidewaysScript); wide != "" {
		t.Errorf("paper scrolls sideways: %s", wide)
	}
	shoot(t, tab, "pictures-print")
}
