package main

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestHiddenSeedReachesNobody plays a game with a hidden seed. While it runs, no page, stream, picture, file of the game or console
// available to players or spectators may contain the seed, nor may the page's content in the browser.
func TestHiddenSeedReachesNobody(t *testing.T) {
	t.Parallel()
	const seed = "918273645"
	browser := openBrowser(t)
	dir := t.TempDir()
	replay, log := filepath.Join(dir, "game.agon"), filepath.Join(dir, "Replays")
	addresses, stop := play(t, "play", "bomberman", "Ann=human", "Ben=human", "builtin:hunter", "--seed", seed, "--set", "map_seed=hidden",
		"--web", "--pace", "0",
		"--replay", replay, "--log", log, "--pretty")
	audience, ann, ben := tab(t, browser, addresses[0]), tab(t, browser, addresses[1]), tab(t, browser, addresses[2])
	until(t, ann, `document.getElementById("hands-now").textContent === "your move"`)
	press(t, ann, "s")
	press(t, ben, "w")
	for _, page := range []context.Context{audience, ann, ben} {
		until(t, page, `Number(document.getElementById("round").textContent) >= 1`)
		if text := eval[string](t, page, `document.documentElement.outerHTML`); strings.Contains(text, seed) {
			t.Error("the page as it stands has the seed")
		}
		do(t, page, chromedp.Click(`#share`))
		if at := eval[string](t, page, `location.href + document.getElementById("shared").textContent`); strings.Contains(at, seed) {
			t.Errorf("its address is %s", at)
		}
	}
	for _, address := range addresses {
		address = strings.TrimSuffix(address, "/")
		if text := firstEvent(t, address); strings.Contains(text, seed) || strings.Contains(text, `"seed"`) &&
			!strings.Contains(text, `"seed":""`) && !strings.Contains(text, `"seed":"0"`) {
			t.Errorf("the stream of %s begins with %.400s", address, text)
		}
		for _, name := range []string{"/", "/picture.png", "/assets/view.js", "/game.agon", "/replay"} {
			if text := fetch(t, address+name); strings.Contains(text, seed) {
				t.Errorf("%s%s has the seed", address, name)
			}
		}
	}
	if _, err := os.Stat(replay); !os.IsNotExist(err) {
		t.Errorf("there is a replay while the game runs: %v", err)
	}
	files := 0
	err := filepath.WalkDir(log, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(name)
		if strings.Contains(name+string(text), seed) {
			t.Errorf("%s has the seed", name)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files of the game, %v", files, err)
	}
	if out := stop(); strings.Contains(out, seed) {
		t.Errorf("it printed\n%s", out)
	}
}

// fetch returns the response body of an address, whatever its status.
func fetch(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
