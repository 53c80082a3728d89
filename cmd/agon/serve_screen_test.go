package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// brackets is a contest of one stage, whose matches last longer than a test, because its bots sleep.
const brackets = `
kind = "colour-battle"
name = "Hall"
seed = 7
[options]
rounds = 200
[[bots]]
ref = "Anna=walker.py"
[[bots]]
ref = "Ben=walker.py"
[[bots]]
ref = "Cleo=walker.py"
[[bots]]
ref = "Dora=walker.py"
[[bots]]
ref = "Emil=walker.py"
[[bots]]
ref = "Fay=walker.py"
[[stages]]
name = "Main"
%s
`

// TestScreenShowsTheBracket presses B on the big screen of a knockout, of groups, and of a ladder, which has nothing to show.
func TestScreenShowsTheBracket(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	stages := []struct{ name, stage, drawn string }{
		{"knockout", "format = \"knockout\"\nbest_of = 999", `#bracket .bracket svg`},
		{"groups", "format = \"groups\"\ngroups = 2\ngames = 500", `#bracket .group:nth-child(2) table`},
		{"ladder", `format = "ladder"`, ""},
	}
	slow := "import time\n" + fmt.Sprintf(siteWalker, "time.sleep(0.002); return Move.LEFT")
	for _, x := range stages {
		s.writeContest(x.name, fmt.Sprintf(brackets, x.stage))
		if err := os.WriteFile(filepath.Join(s.dir, "contests", x.name, "walker.py"), []byte(slow), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	t.Cleanup(s.stop)
	olga := chromium.Tab(t, openBrowser(t))
	do(t, olga, chromedp.Navigate(s.invited), chromedp.SendKeys(`input[name=name]`, "Olga"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Olga.")`)
	axe := chromium.OpenAxe(t)

	const keys = `[...document.querySelectorAll("#help tbody tr")].map(e => e.cells[0].textContent.trim()).join(" ")`
	for _, x := range stages {
		do(t, olga, chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(s.address+"/c/"+x.name),
			chromedp.Submit(`form[action="/c/`+x.name+`/start"]`))
		until(t, olga, begun)
		screen := s.address + "/c/" + x.name + "/live/?hall"
		do(t, olga, chromedp.Navigate(screen))
		until(t, olga, `document.documentElement.classList.contains("ready") && document.querySelectorAll("#standing tbody tr").length === 6`)
		do(t, olga, chromedp.KeyEvent("h")) // the game stays
		until(t, olga, `document.getElementById("coming").textContent.includes("This game is held")`)
		if x.drawn == "" {
			if code := eval[int](t, olga, `fetch("bracket").then(a => a.status)`); code != 204 {
				t.Errorf("%s: the bracket is answered with %d", x.name, code)
			}
			press(t, olga, "b")
			if got := eval[string](t, olga, keys); eval[bool](t, olga, `document.body.classList.contains("bracketed")`) ||
				got[len(got)-5:] != "H S N" {
				t.Errorf("%s: a bracket is offered: %s", x.name, got)
			}
		} else {
			until(t, olga, keys+`.endsWith("H S N B")`)
			shown := fmt.Sprintf(`Boolean(document.querySelector(%q)?.checkVisibility() && !document.getElementById("board").checkVisibility() && !document.getElementById("standing").checkVisibility())`, x.drawn)
			hidden := fmt.Sprintf(`!document.querySelector(%q).checkVisibility() && document.getElementById("board").checkVisibility()`,
				x.drawn)
			press(t, olga, "b")
			until(t, olga, shown)
			for _, name := range []string{"Anna", "Fay"} {
				if !eval[bool](t, olga, `document.getElementById("bracket").textContent.includes("`+name+`")`) {
					t.Errorf("%s: %s is not in it", x.name, name)
				}
			}
			if !eval[bool](t, olga, `document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight && !document.querySelector("#bracket a")`) {
				t.Errorf("%s: it does not fit the screen, or has something to press", x.name)
			}
			shoot(t, olga, "screen-"+x.name)
			axe.Check(t, olga, "screen-"+x.name)
			press(t, olga, "b")
			until(t, olga, hidden)
			press(t, olga, "b")
			until(t, olga, shown)
			press(t, olga, "s")
			until(t, olga, `!document.getElementById("bracket").checkVisibility() && document.querySelector("#standing tbody tr").checkVisibility()`)
			press(t, olga, "s")
			until(t, olga, hidden)

			// Between two games it comes by itself, and the next game takes its place.
			held := eval[string](t, olga, `document.getElementById("standing").dataset.showing`)
			press(t, olga, "h")
			until(t, olga, `document.body.classList.contains("bracketed") && document.getElementById("coming").textContent.includes("Next: another game")`)
			until(t, olga, `document.documentElement.classList.contains("ready") && document.getElementById("standing").dataset.showing !== "`+held+`" && document.getElementById("board").checkVisibility()`)
		}
		do(t, olga, chromedp.Navigate(s.address+"/c/"+x.name), chromedp.Click(`.title details summary`),
			chromedp.SendKeys(`.title input[name=why]`, "next"), chromedp.Submit(`form[action="/c/`+x.name+`/pause"]`))
		until(t, olga, `document.readyState === "complete" && document.querySelector(".title .pill")?.textContent === "paused"`)
	}
}
