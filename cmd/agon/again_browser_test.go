package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A page of a game whose rules are a module has them, and plays the game again to the same digest; one whose moves were changed is found
// out.
func TestAGameIsPlayedAgainInTheBrowser(t *testing.T) {
	t.Parallel()
	agon, dir := program(t), t.TempDir()
	folder, err := filepath.Abs("../../examples/battlesnake")
	if err != nil {
		t.Fatal(err)
	}
	file, export := filepath.Join(dir, "game.agon"), filepath.Join(dir, "game.html")
	script := filepath.Join(dir, "late.txt") // a bot with a fault
	if err := os.WriteFile(script, []byte("up\n!late\nleft\n!garbled\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"play", folder, "builtin:greedy", "builtin:greedy", "builtin:mcts?ms=0&playouts=20", "script:" + script, "--seed", "9", "--set",
			"size=9", "--set", "food_spawn_chance=60", "--replay", file},
		{"replay", file, "--html", export},
	} {
		cmd := exec.Command(agon, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "AGON_GAMES="+folder)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
	}
	text, err := os.ReadFile(export)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "wasm-unsafe-eval") {
		t.Error("the page may not compile its rules")
	}
	browser := openBrowser(t)
	page := tab(t, browser, "file://"+export)
	until(t, page, `!document.getElementById("again-term").hidden`)
	do(t, page, chromedp.Click("#again-play"))
	until(t, page, `document.getElementById("again-said").textContent === "it is the same game"`)
	if turns := eval[string](t, page, `document.getElementById("rounds").textContent`); turns == "/ 0" {
		t.Errorf("the game has no turn: %q", turns)
	}

	// Another version of the rules is another game.
	eval[bool](t, page, `Object.defineProperty(JSON, "parse", { value: (parse => text => { const told = parse(text); if (told.version) told.version += "x"; return told; })(JSON.parse) }) === JSON`)
	do(t, page, chromedp.Click("#again-play"))
	until(t, page, `document.getElementById("again-said").textContent.startsWith("it is another game, of the digest ")`)
}
