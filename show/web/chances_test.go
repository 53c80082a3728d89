package web

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"agon/show/film"
	"agon/show/film/filmtest"
)

// The bar of a game whose chances were estimated draws them, and its turning points lead to their turns.
func TestChancesAreShown(t *testing.T) {
	t.Parallel()
	f := filmtest.Play(t, tronGame()) // of its own: it is changed
	f.Info.Chances = &film.Chances{
		Bot: "filler", Playouts: 24,
		Curve: []film.ChancesAt{{Turns: 0, Means: []float64{0.5, 0.5}, Errors: []float64{0.1, 0.1}},
			{Turns: 8, Means: []float64{0.1, 0.9}, Errors: []float64{0.02, 0.02}}},
		Turnings: []film.Turning{{Seat: 0, From: 4, To: 8, Before: 0.5, After: 0.1, Turn: 6, Made: "LEFT", Left: 0.1, Better: "UP",
			Would: 0.6}, {Seat: 1, From: 4, To: 8, Before: 0.5, After: 0, Turn: 7, Made: "UP", Better: "LEFT"}},
	}
	address, _ := export(t, f)
	tab := newTab(t, openBrowser(t))
	open(t, tab, address)
	if name := eval[string](t, tab, `document.getElementById("story-name").textContent`); name != "chances" {
		t.Errorf("the bar shows %q", name)
	}
	words := eval[string](t, tab, `document.querySelector("#turnings li").textContent`)
	if want := f.Info.Seats[0].Name + " fell from 50 % to 10 %. LEFT leaves 10 %, UP 60 %."; len(words) < len(want) ||
		words[len(words)-len(want):] != want {
		t.Errorf("the turning point is told as %q", words)
	}
	words = eval[string](t, tab, `document.querySelector("#turnings li:nth-child(2)").textContent`)
	if want := " fell from 50 % to 0 %. UP leaves 0 %, LEFT 0 %."; !strings.HasSuffix(words, want) {
		t.Errorf("a chance of 0 is told as %q", words)
	}
	do(t, tab, chromedp.Click(chromedp.CSS("#turnings button")))
	until(t, tab, `location.hash.includes("r=5") && location.hash.includes("pick=0")`)
	press(t, tab, "e")
	until(t, tab, `document.getElementById("story-name").textContent !== "chances"`)
	until(t, tab, `location.hash.includes("chances=0")`)
}

// A page of a game without estimates has nothing of them.
func TestNoChancesNoButton(t *testing.T) {
	t.Parallel()
	address, _ := export(t, tronFilm(t))
	tab := newTab(t, openBrowser(t))
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.offers = () => [...document.querySelectorAll("#layers button")].some(b => b.textContent.startsWith("Chances") && !b.hidden) || !document.getElementById("turnings").hidden;
		new MutationObserver(() => { if (document.documentElement.classList.contains("ready")) window.atFirst ??= offers(); }).observe(document, { attributes: true, subtree: true });`}); err != nil {
		t.Fatal(err)
	}
	open(t, tab, address)
	if eval[bool](t, tab, `offers()`) {
		t.Error("it offers chances")
	}
	if eval[bool](t, tab, `atFirst !== false`) {
		t.Error("it offers chances when it is ready, before the first picture")
	}
}
