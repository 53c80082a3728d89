package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/knockout"
)

// The page of the bracket is drawn as on the first page: in both themes, for phones as lists, with landmarks; a box leads to its game where
// that game has a page.
func TestThePageOfABracket(t *testing.T) {
	field := formattest.Field(tournament.Field{}, 5)
	ledger, format := formattest.Play(t, knockout.Spec, nil, field, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
	})
	b := format.Table(field, ledger.All()).Bracket
	names := make([]string, 16)
	for i := range names {
		names[i] = cast[i][0]
	}
	names[0], names[1], names[2] = strings.Repeat("M", 30), "Wolfgang Amadeus von Mozartson", "Быстрый робот из Владивостока"
	dir := t.TempDir()
	final := b.Ties[len(b.Ties)-1].Games
	page := gamePath(final[len(final)-1] + 1)
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, page), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteBracket(dir, LiveBracket{Title: "Cup <b>", Names: names, Bracket: b, Done: 4, Games: 4, Over: true}); err != nil {
		t.Fatal(err)
	}
	text := read(t, dir, BracketFile)
	if n := strings.Count(text, `href="`+page+`"`); n != 2 || strings.Count(text, `href="games/`) != 2 {
		t.Errorf("the final's page is linked %d times, all games %d times", n, strings.Count(text, `href="games/`))
	}
	tab := newTab(t, openBrowser(t))
	grounds := map[string]bool{}
	for _, s := range sizes {
		dress(t, tab, s.width, s.height, "light")
		do(t, tab, chromedp.Navigate("file://"+filepath.Join(dir, BracketFile)))
		settle(t, tab)
		inEachTheme(t, tab, s.width, s.height, func(theme string) {
			grounds[eval[string](t, tab, `getComputedStyle(document.body).backgroundColor`)] = true
			sound(t, tab)
			shoot(t, tab, "bracket-"+theme)
		})
		if got, want := eval[bool](t, tab, `document.querySelector(".bracket svg").checkVisibility()`), s.width > 720; got != want {
			t.Errorf("%d wide the bracket is drawn: %v", s.width, got)
		}
		if over := eval[string](t, tab, `(() => { // names that reach into the score beside them
			const texts = [...document.querySelectorAll(".bracket svg text")].map(e => ({ e, box: e.getBoundingClientRect() })).filter(t => t.box.width);
			return texts.filter(a => texts.some(b => a.e !== b.e && a.e.getAttribute("text-anchor") === "start" && b.e.getAttribute("text-anchor") === "end" && Math.abs(a.box.y - b.box.y) < 4 && b.box.left > a.box.left && b.box.left < a.box.right)).map(t => t.e.textContent).join(" | ");
		})()`); over != "" {
			t.Errorf("%d wide, names below scores: %s", s.width, over)
		}
		if got := eval[string](t, tab, `["header", "main", "h1"].map(e => document.querySelectorAll("body " + e).length).join()`); got != "1,1,1" {
			t.Errorf("landmarks: %s", got)
		}
	}
	if len(grounds) != 2 {
		t.Errorf("both themes have the ground %v", grounds)
	}
}
