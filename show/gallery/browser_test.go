package gallery

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
)

// refused is the browser's message for an answer that refuses a ballot.
const refused = "Failed to load resource: the server responded with a status of 409 (Conflict)"

// openTab starts Chromium with one tab, or skips the test without it. Exceptions and policy violations fail the test, except refused
// ballots.
func openTab(t *testing.T) context.Context {
	t.Helper()
	return chromium.Tab(t, chromium.Open(t), refused)
}

// The browser's words without the package's name.
var (
	do    = chromium.Do
	until = chromium.Until
	shoot = chromium.Shoot
)

// must fails if an expression is not true.
func must(t *testing.T, tab context.Context, what, expression string) {
	t.Helper()
	ok, err := chromedp.Run(tab, chromedp.Evaluate[bool]("Boolean("+expression+")"))
	if err != nil || !ok {
		t.Errorf("%s: not so (%v)", what, err)
	}
}

// perform runs a statement in the page.
func perform(t *testing.T, tab context.Context, statement string) {
	t.Helper()
	if _, err := chromedp.Run(tab, chromedp.Evaluate[bool]("(() => { "+statement+"; return true })()")); err != nil {
		t.Fatal(err)
	}
}

// TestVotingInABrowser votes like voters, closes like the organiser, and checks that no script in a name ran.
func TestVotingInABrowser(t *testing.T) {
	evil := `<img src=x onerror="document.title='owned'">`
	dir := hang(t, "Heartbeat", "Tide", "Paperweight", evil, "Rolling Stone",
		"A name that goes on and on and on until the card is full and more")
	for _, m := range []Method{Approval, Ranked} {
		t.Run(string(m), func(t *testing.T) {
			g := open(t, dir, filepath.Join(t.TempDir(), "box"), m, "AAAAAA", "BBBBBB")
			at := serve(t, g)
			tab := openTab(t)
			choose := `document.querySelector("[value='4']").click()`
			if m == Ranked {
				choose = `document.querySelector("[name='rank-4']").value = "1"; document.querySelector("[name='rank-1']").value = "2"`
			}
			do(t, tab, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(at))
			until(t, tab, `[...document.images].slice(0, 3).every(i => i.complete && i.naturalWidth > 0)`)
			must(t, tab, "all art is shown", `document.images.length === 6`)
			must(t, tab, "names are text", `[...document.querySelectorAll("h2")].some(h => h.textContent.includes("<img src=x")) && document.title === "Art show"`)
			perform(t, tab, choose)
			shoot(t, tab, "gallery-"+string(m))
			vote := func(code string) {
				perform(t, tab, fmt.Sprintf(`document.querySelector("[name=code]").value = %q; document.querySelector("form").requestSubmit()`, code))
			}
			vote("aaaaaa")
			until(t, tab, `document.querySelector("[role=status]")`)
			must(t, tab, "a voter who has voted has no form", `!document.querySelector("form")`)
			do(t, tab, chromedp.Navigate(at))
			until(t, tab, `document.querySelector("form")`)
			perform(t, tab, choose)
			vote("AAAAAA")
			until(t, tab, `document.querySelector("[role=alert]")`)
			shoot(t, tab, "gallery-"+string(m)+"-refused")
			do(t, tab, chromedp.Navigate(at+"/organiser"))
			until(t, tab, `document.querySelector("[name=key]")`)
			shoot(t, tab, "gallery-"+string(m)+"-key")
			perform(t, tab, fmt.Sprintf(`document.querySelector("[name=key]").value = %q; document.querySelector("form").requestSubmit()`,
				g.Box.Key()))
			until(t, tab, `document.querySelector("form[action='/close']")`)
			perform(t, tab, `document.querySelector("form").requestSubmit()`)
			until(t, tab, `document.querySelector("h2").textContent === "The tally"`)
			must(t, tab, "the tally names the winner", `document.querySelector("tbody th").textContent === "Rolling Stone"`)
			do(t, tab, chromedp.EmulateViewport(390, 800), chromedp.Navigate(at+"/tally"))
			until(t, tab, `document.querySelector("tbody tr")`)
			must(t, tab, "the tally fits a phone", `document.documentElement.scrollWidth <= 390`)
			shoot(t, tab, "gallery-"+string(m)+"-tally")
			do(t, tab, chromedp.Navigate(at))
			until(t, tab, `document.querySelector(".wall")`)
			must(t, tab, "so does the wall", `document.documentElement.scrollWidth <= 390`)
		})
	}
}
