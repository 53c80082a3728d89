package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// lateCup is a contest of Tron in which one program sleeps in its second move of every game.
const lateCup = `
name = "Late"
kind = "tron"
seed = 4
[options]
turn_ms = 250
first_ms = 2000
[[bots]]
ref = "sleeper=./sleeper.sh"
[[bots]]
ref = "first=builtin:random"
[[bots]]
ref = "second=builtin:random"
[[stages]]
name = "ladder"
format = "ladder"
games = 12
[[stages]]
name = "finals"
format = "round-robin"
`

const sleeper = `#!/bin/sh
n=0
while read seats me; do
	i=0
	while [ $i -lt $seats ]; do read line; i=$((i+1)); done
	n=$((n+1))
	if [ $n = 2 ]; then sleep 1; fi
	echo UP
done
`

// inMicros matches a number without a unit, with thin spaces between groups of three digits.
var inMicros = regexp.MustCompile(`^[0-9]+(\.[0-9]|(\x{2009}[0-9]{3})*)$`)

// TestLostOnTimeInTheBrowser checks that a program which loses every game on time is named in the list of games, on the page of the jury
// and on its page of the ladder. Under the label µs / move all times must be in µs.
func TestLostOnTimeInTheBrowser(t *testing.T) {
	t.Parallel()
	agon, dir := program(t), t.TempDir()
	os.Chmod(dir, 0o755) // bots run as other users
	for name, text := range map[string]string{"cup.toml": lateCup, "sleeper.sh": sleeper} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(agon, "run", "cup.toml", "--pages", "3")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CACHE_HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	address := func(name string) string { return "file://" + filepath.Join(dir, "cup", "report", name) }
	page := tab(t, openBrowser(t), address("index.html"))
	visit := func(name string) {
		t.Helper()
		do(t, page, chromedp.Navigate("about:blank"), chromedp.Navigate(address(name)))
		until(t, page, `document.documentElement.classList.contains("ready") && document.readyState === "complete"`)
	}
	texts := func(of string) []string {
		t.Helper()
		return eval[[]string](t, page, `[...document.querySelectorAll(`+"`"+of+"`"+
			`)].filter(e => e.checkVisibility()).map(e => e.innerText)`)
	}
	find := func(what string, rows []string, parts ...string) {
		t.Helper()
		if !slices.ContainsFunc(rows, func(row string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(row, part) })
		}) {
			t.Errorf("%s: none says %q: %q", what, parts, rows)
		}
	}

	visit("games.html")
	find("the list of games", texts("tbody tr"), "sleeper lost on time")

	visit("jury.html")
	heads := texts(".jury .panel > header")
	find("the jury's list", heads, "sleeper", " a move", "lost 4 games on time")
	for _, head := range heads {
		if strings.Contains(head, "first") && strings.Contains(head, "on time") {
			t.Errorf("a bot that kept its time is said to have lost on time: %q", head)
		}
	}
	find("the jury's closest games", texts(".closest tbody tr"), "sleeper lost on time")
	shoot(t, page, "jury-lost-on-time")

	visit("bots/1-1.html") // the sleeper's on the ladder
	find("the page of a bot on the ladder", texts("h1"), "sleeper")
	find("its games", texts(".botgames tbody tr"), "sleeper lost on time")
	label := eval[string](t, page, `[...document.querySelectorAll(".kv dt")].find(e => e.innerText.includes("/ move")).innerText`)
	value := eval[string](t, page, `[...document.querySelectorAll(".kv dt")].find(e => e.innerText.includes("/ move")).nextElementSibling.innerText`)
	if label != "µs / move" || !inMicros.MatchString(value) {
		t.Errorf("%q stands beside the label %q", value, label)
	}
	shoot(t, page, "ladder-lost-on-time")

	visit("index.html")
	if heads := texts("table.ranks th"); !slices.Contains(heads, "µs / move") {
		t.Errorf("the heads of the table of ranks are %q", heads)
	}
	for _, time := range eval[[]string](t, page,
		`(() => { const at = [...document.querySelectorAll("table.ranks th")].findIndex(h => h.innerText === "µs / move"); return [...document.querySelectorAll("table.ranks tbody tr")].map(r => r.cells[at].textContent); })()`) {
		if !inMicros.MatchString(time) {
			t.Errorf("%q stands in the column µs / move", time)
		}
	}
}
