package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/knockout"
	"agon/show/film"
	"agon/show/report"
	"agon/show/report/chart"
)

// replayBytes are binary, like those of replays.
var replayBytes = []byte("agon\x00\x01\x02\xff\xfe replay 1")

// makeStages returns a contest of a finished group stage, an arena with its pairs, a running knockout with byes, and a stage that has not
// begun. The film of its first game has times, and its replay is in the folder. One game was replayed.
func makeStages(t testing.TB) *report.Run {
	t.Helper()
	r := makeGroups(t)
	r.Jury = nil
	arena := makeReport(t, 6, 6, 0).Stages[0]
	arena.Name, arena.Began, arena.Ended, arena.Finished = "Arena", "2026-11-14", "2026-11-15", true
	for _, one := range []int{0, 1, 2} {
		arena.Pairs = append(arena.Pairs, &tournament.Encounter{One: one, Other: 3, Won: one, Drawn: 1, Lost: 1, Games: []int{0}})
	}
	cup := makeReport(t, 6, 6, 0).Stages[0]
	cup.Name, cup.Format, cup.By, cup.Played, cup.Planned, cup.Began = "Cup", "knockout", tournament.ByBracket, 2, 5, "2026-11-16"
	field := formattest.Field(tournament.Field{}, 6)
	for i := range field.Entries {
		field.Entries[i] = i
	}
	format, err := knockout.Spec.Make(nil)
	if err != nil {
		t.Fatal(err)
	}
	cup.Bracket = format.Table(field, tournament.NewLedger(0, 0).All()).Bracket
	r.Stages = append(r.Stages[:1], arena, cup)
	r.Ahead = []report.Ahead{{Name: "Vote", Format: "arena"}}
	r.Games[0].Film = func() (*film.Film, error) { return makeFilm(t, 5, 40), nil }
	r.Games[0].File = func() ([]byte, error) { return replayBytes, nil }
	r.Games[1].Faults, r.Games[1].Mark = 3, "played again: the power failed"
	r.Games[2].Rounds = 900
	again := r.Games[1]
	again.Mark, again.Void, again.Film, again.File, again.Faults = "annulled: the power failed", true, nil, nil, 7
	r.Annulled = []report.Game{again}
	return r
}

// Every page of a report has a title of its own, and every scrolling element has a name and can be reached with the keyboard.
func TestEveryPageOfAReport(t *testing.T) {
	tab, dir := newTab(t, openBrowser(t)), t.TempDir()
	if err := WriteReport(dir, makeStages(t)); err != nil {
		t.Fatal(err)
	}
	if err := WriteReport(filepath.Join(dir, "ladder"), makeLadder(t, 3, 3)); err != nil {
		t.Fatal(err)
	}
	dress(t, tab, 390, 844, "light")
	titles := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		open(t, tab, "file://"+path)
		title := eval[string](t, tab, "document.title") + fmt.Sprint(strings.HasPrefix(name, "ladder/"))
		if other, ok := titles[title]; ok {
			t.Errorf("%s and %s have the title %q", name, other, title)
		}
		titles[title] = name
		for _, bad := range eval[[]string](t, tab, scrollScript) {
			t.Errorf("%s: a key does not reach %s", name, bad)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(titles) < 9 {
		t.Errorf("%d pages: %v", len(titles), titles)
	}

	index := "file://" + filepath.Join(dir, "index.html")
	for _, s := range sizes {
		dress(t, tab, s.width, s.height, "light")
		open(t, tab, index)
		inEachTheme(t, tab, s.width, s.height, func(theme string) {
			sound(t, tab)
			shoot(t, tab, fmt.Sprintf("stages-index-%d-%s", s.width, theme))
		})
		drawn, lists := eval[bool](t, tab, `document.querySelector(".bracket svg").checkVisibility()`),
			eval[bool](t, tab, `document.querySelector(".bracket-rounds").checkVisibility()`)
		if drawn != (s.width > 720) || lists != (s.width <= 720) {
			t.Errorf("%d wide the bracket is drawn: %v, as lists: %v", s.width, drawn, lists)
		}
	}
	for what, tt := range map[string]struct{ script, want string }{
		"the strip has all stages in order": {`[...document.querySelectorAll(".stages li")].map(li => li.className + " " + li.querySelector(".no").textContent + " " + li.querySelector("b").textContent + " " + li.querySelector(".when").textContent).join("; ")`,
			"done 1 groups 6 games; done 2 Arena 14 Nov – 15 Nov 2026; running 3 Cup since 16 Nov 2026; ahead 4 Vote not started"},
		"each stage is told once, the newest first": {`[...document.querySelectorAll(".standings h2")].map(h => h.textContent).join()`,
			"Cup,Arena,groups"},
		"a cell of the pairs":                {`[...document.querySelectorAll(".pairs tbody tr")].find(r => r.cells[1].textContent.includes("Gutter Press")).querySelector("[title*='Two Left Feet']").textContent`, "62"},
		"byes have no box":                   {`document.querySelectorAll(".bracket rect.tie").length + " " + document.querySelectorAll(".bracket .bye, .bracket-rounds li li").length`, "5 5"},
		"the rounds have names":              {`["Quarter-finals", "Semi-finals", "Final"].filter(n => [...document.querySelectorAll(".bracket text")].some(e => e.textContent === n)).length`, "3"},
		"ties that can be played are marked": {`document.querySelectorAll(".bracket .live").length > 0 && [...document.querySelectorAll(".bracket text")].some(e => e.textContent === "next") && document.querySelectorAll(".bracket-rounds .live").length > 0`, "true"},
		"a knockout shows places, not means": {`[...document.querySelectorAll("#stage-3 .ranks thead th")].filter(h => h.checkVisibility()).map(h => h.textContent).join() + " " + document.querySelector("#stage-3 .bars").textContent.slice(0, 12)`, "#,Bot,Won Bars: the pl"},
	} {
		if got := fmt.Sprint(eval[any](t, tab, tt.script)); got != tt.want {
			t.Errorf("%s: %s, want %s", what, got, tt.want)
		}
	}
	gameList(t, tab, dir)
	timesAndDownload(t, tab, dir)
}

// scrollScript lists elements that may scroll but cannot be focused, or have no name for screen readers.
const scrollScript = `[...document.querySelectorAll("main *, header *")].filter(e => {
	const style = getComputedStyle(e);
	return e.checkVisibility() && !e.matches("input, textarea, select") && [style.overflowX, style.overflowY].some(o => o === "auto" || o === "scroll");
}).filter(e => e.tabIndex < 0 || e.getAttribute("role") !== "region" || !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby"))).map(e => e.tagName + "." + e.className)`

// gameList checks the filters of the list of games, by keyboard and by address.
func gameList(t *testing.T, tab context.Context, dir string) {
	t.Helper()
	address := "file://" + filepath.Join(dir, "games.html")
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, address)
	listed := func() string {
		return eval[string](t, tab, `[...document.querySelectorAll(".gamelist tbody tr")].filter(r => !r.hidden).map(r => r.cells[0].textContent.replace("✕ ", "x")).join()`)
	}
	for key, want := range map[string]string{"1": "6,5,4,3,x2,x2,1", "4": "x2,x2", "5": "x2,x2"} {
		press(t, tab, key)
		if got := listed(); got != want {
			t.Errorf("key %s lists %s, want %s", key, got, want)
		}
	}
	press(t, tab, "3")
	if got := listed(); !strings.HasPrefix(got, "3,") {
		t.Errorf("the longest are %s", got)
	}
	press(t, tab, "2")
	figures := eval[[]float64](t, tab,
		`[...document.querySelectorAll(".gamelist tbody tr")].filter(r => !r.hidden).map(r => Number(r.dataset.margin))`)
	if len(figures) != 7 || !slices.IsSorted(figures) {
		t.Errorf("the closest have margins %v", figures)
	}
	if hash := eval[string](t, tab, "location.hash"); hash != "#show=closest" {
		t.Errorf("the address ends in %q", hash)
	}
	press(t, tab, "1")
	press(t, tab, "/")
	do(t, tab, chromedp.KeyEvent("nobody"))
	if got := listed(); got != "" {
		t.Errorf("nobody plays in %s", got)
	}
	press(t, tab, kb.Escape)
	open(t, tab, address+"#show=faults&bot=tidy+mole")
	if got := listed(); got != "x2,x2" {
		t.Errorf("the address lists %s", got)
	}
	if words := eval[string](t, tab, `[...document.querySelectorAll(".gamelist .marked th em")].map(e => e.textContent).join("; ")`); words != "played again: the power failed; annulled: the power failed" {
		t.Errorf("what was decided: %s", words)
	}
	for _, s := range sizes {
		inEachTheme(t, tab, s.width, s.height, func(theme string) {
			sound(t, tab)
			shoot(t, tab, fmt.Sprintf("stages-games-%d-%s", s.width, theme))
		})
	}
}

// timesAndDownload checks the lane of times and the download button of a game's page.
func timesAndDownload(t *testing.T, tab context.Context, dir string) {
	t.Helper()
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, "file://"+filepath.Join(dir, "games", "1.html")+"#r=20")
	if !eval[bool](t, tab, `document.getElementById("timelane").checkVisibility()`) {
		t.Fatal("a game with times has no lane of times")
	}
	inks := `(() => {
		const c = document.getElementById("times"), data = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
		let inks = 0;
		for (let i = 3; i < data.length; i += 4) if (data[i]) inks++;
		return inks;
	})()`
	if n := eval[int](t, tab, inks); n < 100 {
		t.Errorf("the lane of times has %d pixels", n)
	}
	before := eval[float64](t, tab, `document.getElementById("line").getBoundingClientRect().x`)
	press(t, tab, kb.ArrowRight)
	settle(t, tab)
	if after := eval[float64](t, tab, `document.getElementById("line").getBoundingClientRect().x`); after <= before {
		t.Errorf("a turn later the line of the lane goes from %v to %v", before, after)
	}

	folder := t.TempDir()
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	allow := browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(tab).BrowserContextID, DownloadPath: folder}
	if _, err := chromedp.Call(limited, browser.SetDownloadBehavior, allow); err != nil {
		t.Fatal(err)
	}
	eval[any](t, tab, `document.querySelector("a[download]").click()`)
	file := filepath.Join(folder, "1.agon")
	for limited.Err() == nil {
		if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
			break
		}
		settle(t, tab)
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != string(replayBytes) {
		t.Errorf("the replay that is downloaded: %q, %v", got, err)
	}
}

// The list of many games is cut to the newest and the most interesting, and says where all of them are.
func TestAListOfManyGamesIsCut(t *testing.T) {
	r := makeReport(t, 2, 3, 0)
	sample := r.Games[0]
	r.Games = nil
	for n := 1; n <= 5000; n++ {
		g := sample
		g.Number, g.Title, g.Film, g.Replay = n, fmt.Sprint("Final, game ", n), nil, ""
		g.Seats = slices.Clone(g.Seats)
		g.Seats[0].Score = g.Seats[1].Score + 10
		switch n {
		case 7:
			g.Seats[0].Score = g.Seats[1].Score
		case 8:
			g.Rounds = 4000
		case 9:
			g.Faults = 12
		}
		r.Games = append(r.Games, g)
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	page := read(t, dir, "games.html")
	if n := strings.Count(page, "<tr data-bots"); n > mostListed || n < mostListed-mostInteresting {
		t.Errorf("%d games are listed", n)
	}
	for _, want := range []string{"game 7<", "game 8<", "game 9<", "game 5000<", `of 5000 games: the newest 1250`, `href="games.csv"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if lines := strings.Count(read(t, dir, "games.csv"), "\n"); lines != 1+2*5000 {
		t.Errorf("the file has %d lines", lines)
	}
}

// Bars and figures must show the value that orders the table.
func TestBarsShowWhatRanks(t *testing.T) {
	row := report.Standing{Standing: tournament.Standing{Played: 4, Score: 51, Low: 51, High: 51, Tenth: 40, Ninetieth: 60, Rank: 3,
		RankLow: 2, RankHigh: 5,
		Points: 2.5, PointsLow: 1.5, PointsHigh: 3.5, Rating: 1200, RatingError: 10, Wins: 7, Losses: 2}}
	for _, tt := range []struct {
		by              tournament.By
		heads, cells    string
		low, high, axis float64
	}{
		{tournament.ByScore, "Mean", "51.000", 51, 51, 0},
		{tournament.ByPoints, "Points ± 95 % Mean", "2.5 1.0 51.000", 1.5, 3.5, 0},
		{tournament.ByRating, "Rating ± 95 % Mean", "1200 20 51.000", 1180.4, 1219.6, 1180},
		{tournament.ByBracket, "Won Lost Mean", "7 2 51.000", 2, 5, 2},
	} {
		s := &report.Stage{By: tt.by, Standings: []report.Standing{row}}
		var heads, cells []string
		for _, h := range newRanking(s).heads() {
			heads = append(heads, h.Head)
		}
		for _, c := range newRanking(s).cells(&row) {
			cells = append(cells, fmt.Sprint(c.Text))
		}
		_, low, high := s.Measured(&row)
		if got := strings.Join(heads, " "); got != tt.heads {
			t.Errorf("%v: heads %q, want %q", tt.by, got, tt.heads)
		}
		if got := strings.Join(cells, " "); got != tt.cells {
			t.Errorf("%v: cells %q, want %q", tt.by, got, tt.cells)
		}
		if low != tt.low || high != tt.high || chart.NewAxis(s).Low != tt.axis {
			t.Errorf("%v: from %v to %v on an axis from %v, want %v to %v from %v", tt.by, low, high, chart.NewAxis(s).Low, tt.low, tt.high,
				tt.axis)
		}
	}
}
