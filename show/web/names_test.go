package web

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"agon/format/tournament"
	"agon/show/report"
)

// makeTables returns a contest of every table with many columns: an arena, a Swiss tournament, a ladder.
func makeTables(t *testing.T) *report.Run {
	t.Helper()
	r := makeReport(t, 12, 4, 0)
	swiss := makeReport(t, 12, 4, 0).Stages[0]
	swiss.Name, swiss.Format, swiss.By, swiss.Unit = "Swiss", "swiss", tournament.ByPoints, "points"
	for i := range swiss.Standings {
		row := &swiss.Standings[i]
		row.Points, row.Opposition, row.Byes, row.GamesWon = float64(12-i)/2, float64(i), i%2, 12-i
		row.ChanceFirst, row.ChanceNext = 0.3, 0.4
	}
	ladder := makeLadder(t, 12, 4).Stages[0]
	ladder.Name = "Ladder"
	for i := range ladder.Standings {
		row := &ladder.Standings[i]
		row.Climbed, row.ChanceFirst, row.ChanceNext = i%3-1, 0.05, 0.4
	}
	r.Stages = append(r.Stages, swiss, ladder)
	return r
}

// unseenScript lists names of which less than a word is seen, and visible cells whose heads are hidden or the reverse.
const unseenScript = `(() => {
	const wrong = [];
	for (const table of document.querySelectorAll("table.ranks, table.board, table.gamelist")) {
		if (!table.checkVisibility()) continue;
		const heads = [...table.tHead.rows[0].cells], row = [...table.tBodies[0].rows].find(r => !r.hidden);
		heads.forEach((head, i) => {
			if (head.checkVisibility() !== row.cells[i].checkVisibility()) wrong.push(head.textContent + " and its cells differ");
			if (head.checkVisibility() && !table.matches(".gamelist") && head.scrollWidth > head.clientWidth) wrong.push(head.textContent + " is cut off");
		});
		const cells = table.matches(".gamelist") ? [...row.cells].filter(c => c.querySelector(".chip")) : [row.querySelector("th")];
		for (const cell of cells.filter(c => c.checkVisibility())) {
			const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, n => n.data.trim() && !n.parentElement.closest("b, .chip") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP).nextNode();
			const range = document.createRange();
			range.selectNodeContents(text);
			const box = range.getBoundingClientRect(), seen = Math.min(box.right, cell.getBoundingClientRect().right) - box.left;
			if (seen < Math.min(box.width, 90) - 1) wrong.push(text.data + ": " + Math.round(seen) + " of " + Math.round(box.width) + " px");
		}
	}
	return wrong;
})()`

// TestNamesAreSeen: on every usual screen and on paper each table shows its names, and the chips keep their colours in print.
func TestNamesAreSeen(t *testing.T) {
	browser, dir := openBrowser(t), t.TempDir()
	if err := WriteReport(dir, makeTables(t)); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, browser)
	for _, page := range []string{"index.html", "ladder-3.html", "games.html"} {
		open(t, tab, "file://"+filepath.Join(dir, page))
		for _, width := range []int64{390, 600, 768, 900, 1280} {
			dress(t, tab, width, 900, "light")
			settle(t, tab)
			unseen(t, tab, fmt.Sprintf("%s, %d px", page, width))
			shoot(t, tab, fmt.Sprintf("names-%s-%d", page, width))
		}
		for _, width := range []int64{718, 794} { // A4 with and without margins
			printed(t, tab, width)
			unseen(t, tab, fmt.Sprintf("%s, paper of %d px", page, width))
			if plain := eval[string](t, tab, `[...document.querySelectorAll(".chip, .ranks tbody b, .board tbody b")].find(e => getComputedStyle(e).printColorAdjust !== "exact")?.outerHTML ?? ""`); plain != "" {
				t.Errorf("%s: the colour of %s is not printed", page, plain)
			}
		}
	}
}

func unseen(t *testing.T, tab context.Context, where string) {
	t.Helper()
	if wide := eval[string](t, tab, sidewaysScript); wide != "" {
		t.Errorf("%s: the page scrolls sideways: %s", where, wide)
	}
	for _, wrong := range eval[[]string](t, tab, unseenScript) {
		t.Errorf("%s: %s", where, wrong)
	}
}

// printed lays a tab out as on paper of a width.
func printed(t *testing.T, tab context.Context, width int64) {
	t.Helper()
	do(t, tab, chromedp.EmulateViewport(width, 1000))
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if _, err := chromedp.Call(limited, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	settle(t, tab)
}

// TestLongTextsBreakOnPaper: what may be longer than a page begins where there is room; what is drawn stays whole.
func TestLongTextsBreakOnPaper(t *testing.T) {
	dir, run := t.TempDir(), makeTables(t)
	run.About = "In the *hall*."
	if err := WriteReport(dir, run); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, openBrowser(t))
	open(t, tab, "file://"+filepath.Join(dir, "index.html"))
	printed(t, tab, 718)
	const breaks = `[".about", ".standings", ".drawn-lines"].map(c => getComputedStyle(document.querySelector(".panel" + c)).breakInside).join()`
	if got := eval[string](t, tab, breaks); got != "auto,auto,avoid" {
		t.Error(got)
	}
}

// TestPaperIsLight: a page in the dark theme, of the system or chosen by the button, is printed in light colours, and its drawings are
// told.
func TestPaperIsLight(t *testing.T) {
	dir := t.TempDir()
	if err := WriteReport(dir, makeTables(t)); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, openBrowser(t))
	open(t, tab, "file://"+filepath.Join(dir, "index.html"))
	const colours = `["--dark", "--bg", "--text", "--tile", "--wall", "--accent"].map(k => getComputedStyle(document.documentElement).getPropertyValue(k).trim()).join()`
	dress(t, tab, 1280, 900, "light")
	eval[bool](t, tab, `(matchMedia("print").addEventListener("change", () => window.told = true), true)`)
	printed(t, tab, 718)
	light := eval[string](t, tab, colours)
	if !eval[bool](t, tab, `window.told === true`) {
		t.Error("scripts are not told that the page is printed")
	}
	for _, chosen := range []string{"", "dark"} {
		eval[string](t, tab, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, chosen))
		dress(t, tab, 718, 900, "dark")
		if shown := eval[string](t, tab, colours); shown == light {
			t.Errorf("theme %q: the screen is light: %s", chosen, shown)
		}
		limited, cancel := context.WithTimeout(tab, patience)
		defer cancel()
		if _, err := chromedp.Call(limited, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
			t.Fatal(err)
		}
		if paper := eval[string](t, tab, colours); paper != light {
			t.Errorf("theme %q: paper has %s, want %s", chosen, paper, light)
		}
	}
}

// TestNothingOfNoUse: columns without a value are left out, and orders by them.
func TestNothingOfNoUse(t *testing.T) {
	s := &report.Stage{By: tournament.ByPoints, Finished: true, Played: 3, Standings: []report.Standing{
		{Name: "Ann", Standing: tournament.Standing{Rank: 1, RankLow: 1, RankHigh: 1, Played: 1, Wins: 1, Points: 1, Score: 1}},
		{Name: "Bob", Standing: tournament.Standing{Entry: 1, Rank: 2, RankLow: 2, RankHigh: 2, Played: 1, Losses: 1}},
	}}
	v := newStageView(runOf(s), 0, nil)
	var heads []string
	for _, h := range v.Columns {
		if !h.Hidden {
			heads = append(heads, h.Head)
		}
	}
	if fmt.Sprint(heads) != "[Points]" || v.By("avg_us") || v.By("deviation") {
		t.Errorf("the heads are %v", heads)
	}
}
