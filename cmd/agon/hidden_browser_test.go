package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestPeopleSeeNoScoresOfAHiddenGame has two people play a game with hidden information. Until it is over, a player's page shows no place
// and no score but the own one, and the audience's none, nor what is hidden. A picture without a board has no empty board.
func TestPeopleSeeNoScoresOfAHiddenGame(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	dir := filepath.Join(t.TempDir(), "purses")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"game.toml": "name = \"purses\"\nversion = \"1\"\nseats = \"3\"\nsimultaneous = true\nhidden = true\n[keys]\na = \"1\"\n",
		"rules.py": `
class Purses:
    def deal(self, seats, dice):
        return {"left": 3, "purse": [7001 + seat for seat in range(seats)]}

    def turn(self, s):
        return list(range(3)) if s["left"] else None

    def moves(self, s, seat):
        return ["1"]

    def step(self, s, moves, dice):
        s["left"] -= 1

    def outcome(self, s):
        return s["purse"]

    def observe(self, s, seat):
        return {"left": s["left"], "purse": s["purse"] if seat is None else [s["purse"][seat]]}

    def view(self, s, eye):
        return {"tables": [{"title": "Purses", "rows": [["left", s["left"]], ["purse", str(s["purse"] if eye is None else s["purse"][eye])]]}]}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	addresses, stop := play(t, "play", dir, "Ann=human", "Ben=human", "builtin:random", "--seed", "7", "--web", "--pace", "0")
	defer stop()
	audience, ann, ben := tab(t, browser, addresses[0]), tab(t, browser, addresses[1]), tab(t, browser, addresses[2])
	until(t, ann, `document.getElementById("hands-now").textContent === "your move"`)
	until(t, audience, `document.querySelectorAll("tr[data-seat]").length === 3`)
	const scores = `[0, 1, 2].map(n => document.querySelector("tr[data-seat=\"" + n + "\"]")).map(r => r.cells[0].textContent + "/" + r.cells[2].textContent.replace("\u2009", "")).join(" ")`
	if got := eval[string](t, ann, scores); got != "/7001 / /" {
		t.Errorf("Ann sees the places and scores %q", got)
	}
	if got := eval[string](t, audience, scores); got != "/ / /" {
		t.Errorf("the audience sees the places and scores %q", got)
	}
	if text := eval[string](t, audience, `document.documentElement.outerHTML`); strings.Contains(text, "7001") ||
		strings.Contains(text, "NaN") {
		t.Error("the page of the audience has a purse")
	}
	if text := eval[string](t, ann, `document.documentElement.outerHTML`); strings.Contains(text, "7002") || strings.Contains(text, "NaN") {
		t.Error("Ann's page has another's purse")
	}
	if !eval[bool](t, ann, `document.getElementById("canvas").hidden && document.body.textContent.includes("Purses")`) {
		t.Error("Ann's page has an empty board, or no table")
	}
	for left := 3; left > 0; left-- {
		for _, player := range []context.Context{ann, ben} { // a move counts where the page has been told of this turn
			front(t, player) // a tab behind another one may get no frames
			until(t, player, fmt.Sprintf(`document.getElementById("hands-now").textContent === "your move" && /left\s*%d/.test(document.body.textContent)`, left))
		}
		for _, player := range []context.Context{ann, ben} {
			front(t, player)
			press(t, player, "a")
		}
	}
	front(t, ann)
	until(t, ann, `document.getElementById("hands-now").textContent === "the game is over"`)
	until(t, ann, scores+` === "3/7001 2/7002 1/7003"`)
}

// front shows a tab in front of all others.
func front(t *testing.T, tab context.Context) {
	t.Helper()
	if _, err := chromedp.Call(tab, page.BringToFront, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
}
