package web

import (
	"regexp"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The live region of a game has standing and moves, step by step and at the end, politely, and not for each of the shots that are passed
// in between.
func TestSpokenGame(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, serve(t, makeFilm(t, 5, 40))+"#r=10")
	if live := eval[string](t, tab, `document.getElementById("spoken").getAttribute("aria-live")`); live != "polite" {
		t.Errorf("the region is %q", live)
	}
	until(t, tab, `/^Round 10\. .+ is 1st with /.test(document.getElementById("spoken").textContent)`)
	eval[bool](t, tab, `(() => { window.told = []; new MutationObserver(() => told.push(document.getElementById("spoken").textContent)).observe(document.getElementById("spoken"), { childList: true }); return true; })()`)
	for range 12 {
		press(t, tab, kb.ArrowRight)
	}
	until(t, tab, `/^Round 22\./.test(document.getElementById("spoken").textContent)`)
	texts := eval[[]string](t, tab, `told`)
	if len(texts) > 6 {
		t.Errorf("12 steps at once are told in %d texts", len(texts))
	}
	if last := texts[len(texts)-1]; !regexp.MustCompile(`went \d+ (left|right|up|down)|stayed`).MatchString(last) {
		t.Errorf("no move in %q", last)
	}
	press(t, tab, kb.End)
	until(t, tab, `/^Round 40\..*The end: /.test(document.getElementById("spoken").textContent)`)
}
