package web

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/numerals"
)

// A long list of games is shown page by page, with dates; filters apply to all of its games, and without JavaScript all are there. A bot's
// page filters by result, faults and opponent.
func TestListsOfGamesHavePages(t *testing.T) {
	dir := t.TempDir()
	r := makeLadder(t, 3, 3)
	r.Games[0].Seats[0].Faults, r.Games[0].Faults = map[string]int{"late": 2}, 2
	for n := 4; n <= 250; n++ {
		g := r.Games[1]
		g.Number, g.Day, g.Film = n, "2026-03-01", nil
		r.Games = append(r.Games, g)
	}
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	if text := read(t, dir, "games.html"); strings.Contains(text, "<tr hidden") || strings.Count(text, "1 Mar 2026") != 247 {
		t.Errorf("%d games have a date", strings.Count(text, "1 Mar 2026"))
	}
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	const state = `(() => { const rows = [...document.querySelectorAll("TABLE tbody tr")].filter(r => !r.hidden), nav = document.querySelector(".pager");
		return rows.length + " from " + rows[0]?.cells[0].textContent + (nav.hidden ? "" : ", " + document.getElementById("page-now").textContent); })()`
	says := func(table, want string) {
		t.Helper()
		if got := eval[string](t, tab, strings.Replace(state, "TABLE", table, 1)); got != want {
			t.Errorf("the list shows %q, want %q", got, want)
		}
	}
	click := func(what string) {
		t.Helper()
		do(t, tab, chromedp.Click(chromedp.CSS(what)))
	}
	open(t, tab, "file://"+filepath.Join(dir, "games.html"))
	says(".gamelist", "100 from 250, 1–100 of 250")
	click("#page-after")
	says(".gamelist", "100 from 150, 101–200 of 250")
	click("#page-after")
	says(".gamelist", "50 from 50, 201–250 of 250")
	click("[data-show=faults]")
	says(".gamelist", "1 from 1")
	sound(t, tab)

	last := r.Games[1].Seats[2]
	lost := 250
	for _, g := range r.Games[:3] {
		if won, _ := g.Outcome(last.Slot); won {
			lost--
		}
	}
	open(t, tab, "file://"+filepath.Join(dir, botPath(0, last.Slot)))
	says(".botgames", "100 from 250, 1–100 of 250")
	click("[data-show=lost]")
	if got, want := eval[string](t, tab, `document.getElementById("shown").textContent`), numerals.Counted(lost, "game"); got != want {
		t.Errorf("it lost %s, want %s", got, want)
	}
	open(t, tab, "file://"+filepath.Join(dir, botPath(0, r.Games[0].Seats[0].Slot)))
	click("[data-show=faults]")
	says(".botgames", "1 from 1") // its own fault; the other bots of the game had none
	open(t, tab, "file://"+filepath.Join(dir, botPath(0, r.Games[0].Seats[1].Slot))+"#show=faults")
	says(".botgames", "0 from undefined")
	open(t, tab, "file://"+filepath.Join(dir, botPath(0, last.Slot))+"#bot=nobody")
	says(".botgames", "0 from undefined")
	if text := read(t, dir, botPath(0, r.Games[0].Seats[0].Slot)); !strings.Contains(text, ">late<") {
		t.Error("the page of the bot does not name its faults")
	}
	sound(t, tab)
}
