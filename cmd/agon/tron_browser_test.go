package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"agon/game"
	"agon/games/tron"
	"agon/internal/tier"
	"agon/record/replay/files"
	"agon/show/film"
)

// TestTronOfFourLanguagesInTheBrowser plays, stores and exports a game of programs in Python, C++, JavaScript and Java, each written from
// CodinGame's stub, and shows it in Chromium with the article's picture: who reaches which tile first, and three numbers beside each step
// of the seat to move.
func TestTronOfFourLanguagesInTheBrowser(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	needs(t, [][]string{{"chromium", "chromium-browser", "google-chrome"}, {"python3"}, {"g++"}, {"node"}, {"javac"}, {"java"}},
		"apt-get install chromium python3 g++ nodejs default-jdk-headless")
	agon, dir := program(t), t.TempDir()
	bots := []string{"Python=starters/python/bot.py", "C++=starters/cpp/bot.cpp", "JavaScript=starters/javascript/bot.js",
		"Java=starters/java/Player.java"}
	file, export := filepath.Join(dir, "game.agon"), filepath.Join(dir, "game.html")
	args := append([]string{"play", "tron"}, bots...)
	for _, args := range [][]string{
		append(args, "--seed", "12", "--sandbox", "none", "--set", "first_ms=60000", "--set", "turn_ms=60000", "--replay", file),
		{"verify", file}, {"replay", file, "--html", export},
	} {
		cmd := exec.Command(agon, args...)
		cmd.Dir, cmd.Env = tronFolder, append(os.Environ(), "XDG_CACHE_HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
	}
	r, err := files.Replay(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := film.OfReplay(recordedKind, r)
	if err != nil {
		t.Fatal(err)
	}
	page := tab(t, openBrowser(t), "file://"+export+"#r=12")
	until(t, page, `document.querySelectorAll("#list tbody tr[data-seat]").length === 4`)
	names := eval[[]string](t, page, `[...document.querySelectorAll("#list tbody tr[data-seat]")].map(r => r.innerText)`)
	for _, bot := range []string{"Python", "C++", "JavaScript", "Java"} {
		if !slices.ContainsFunc(names, func(row string) bool { return strings.Contains(row, bot) }) {
			t.Errorf("%s is not in the list: %q", bot, names)
		}
	}
	checkSteps(t, page, f.Shot(12).Frame)

	until(t, page, overlayIs+`"true"`)
	with := eval[string](t, page, drawnBoard)
	shoot(t, page, "tron-four-languages")
	press(t, page, "o")
	until(t, page, overlayIs+`"false" && `+drawnBoard+" !== `"+with+"`")
	press(t, page, "o")
	until(t, page, overlayIs+`"true"`)

	press(t, page, kb.ArrowRight) // at any turn
	checkSteps(t, page, f.Shot(13).Frame)
}

const (
	drawnBoard = `document.getElementById("canvas").toDataURL()` // its content, as text
	overlayIs  = `document.querySelector("#layers button").getAttribute("aria-pressed") === `
)

// checkSteps compares the three numbers beside each step on the page with those of the kind's own survey.
func checkSteps(t *testing.T, page context.Context, frame *game.Frame) {
	t.Helper()
	want, err := tron.SurveyFrame(frame)
	if err != nil {
		t.Fatal(err)
	}
	until(t, page, fmt.Sprintf(`document.querySelector("#notes h3")?.textContent === "Seat %d may go"`, want.Mover))
	rows := eval[[]string](t, page, `[...document.querySelectorAll("#notes tbody tr")].map(r => [...r.cells].map(c => c.textContent.replaceAll("\u2009", "")).join(" "))`)
	for i, name := range []string{"UP", "DOWN", "LEFT", "RIGHT"} {
		step, text := want.Steps[i], name+"   blocked"
		if step.Free {
			text = fmt.Sprintf("%s %d %d %d", name, step.Mine, step.Theirs, step.Distance)
		}
		if rows[i] != text {
			t.Errorf("the page has %q, the survey %q", rows[i], text)
		}
	}
}
