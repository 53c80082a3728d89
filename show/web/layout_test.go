package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// sizes and themes are those in which every layout is tested.
var (
	sizes  = sizesNow()
	themes = []string{"light", "dark"}
)

// sound checks what every page guarantees: no horizontal scrolling, no overlapping texts, large enough controls.
func sound(t *testing.T, tab context.Context) {
	t.Helper()
	if wide := eval[string](t, tab, sidewaysScript); wide != "" {
		t.Errorf("the page scrolls sideways: %s", wide)
	}
	for _, pair := range eval[[]string](t, tab, overlapScript) {
		t.Errorf("two texts overlap: %s", pair)
	}
	for _, small := range eval[[]string](t, tab, controlScript) {
		t.Errorf("a control is too small: %s", small)
	}
}

const sidewaysScript = `(() => {
	const wide = document.documentElement.scrollWidth, room = document.documentElement.clientWidth;
	return wide > room ? wide + " of " + room : "";
})()`

// overlapScript compares the boxes of all visible lines of text, clipped to what their parents show.
const overlapScript = `(() => {
	const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; node = walker.nextNode();) {
		const parent = node.parentElement;
		if (!node.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || parent.closest(".unseen, noscript, script, style")) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			let box = { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
			for (let up = parent; up; up = up.parentElement) {
				if (getComputedStyle(up).overflowX === "visible") continue;
				const b = up.getBoundingClientRect();
				box = { left: Math.max(box.left, b.left), right: Math.min(box.right, b.right), top: Math.max(box.top, b.top), bottom: Math.min(box.bottom, b.bottom) };
			}
			if (box.right - box.left > 1 && box.bottom - box.top > 1) lines.push({ node, box, text: node.data.trim().slice(0, 40) });
		}
	}
	const bad = [];
	for (let i = 0; i < lines.length; i++) for (let j = 0; j < i; j++) {
		const a = lines[i], b = lines[j];
		if (a.node === b.node) continue;
		const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
		if (wide > 1.5 && high > 3) bad.push(a.text + " / " + b.text);
	}
	return bad.slice(0, 5);
})()`

const controlScript = `[...document.querySelectorAll("button, a.btn, input, select")].filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
	.filter(([e, r]) => r.height < 36 || r.width < 30).map(([e, r]) => (e.id || e.textContent) + " " + r.width + " x " + r.height)`

type size struct{ width, height int64 }

// sizesNow returns a desk's, a tablet's and a phone's; the tablet's is left to the long run.
func sizesNow() []size {
	if tier.IsLong() {
		return []size{{1280, 1000}, {720, 900}, {390, 844}}
	}
	return []size{{1280, 1000}, {390, 844}}
}

// accessible returns axe-core; without it a subtest is skipped, and what is returned finds nothing.
func accessible(t *testing.T) (axe chromium.Axe) {
	t.Helper()
	t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
	return axe
}

func TestGamePageIsSoundAtEverySize(t *testing.T) {
	browser := openBrowser(t)
	axe := accessible(t)
	address := serve(t, makeFilm(t, 21, 1000))
	for _, s := range sizes {
		t.Run(fmt.Sprint(s.width), func(t *testing.T) {
			tab := newTab(t, browser)
			dress(t, tab, s.width, s.height, "light")
			open(t, tab, address+"#r=412")
			until(t, tab, `document.getElementById("round").textContent === "412"`)
			inEachTheme(t, tab, s.width, s.height, func(theme string) {
				sound(t, tab)
				axe.Check(t, tab, "a game, "+theme)
				shoot(t, tab, fmt.Sprintf("game-%d-%s", s.width, theme))
			})
			press(t, tab, kb.ArrowRight, chromedp.ModifierAlt)
			eval[any](t, tab, `document.querySelectorAll(".seats tbody tr")[2].click()`)
			settle(t, tab)
			if !eval[bool](t, tab, `!document.getElementById("fault").hidden`) {
				t.Error("a fault was gone to and is not told")
			}
			inEachTheme(t, tab, s.width, s.height, func(theme string) {
				sound(t, tab)
				shoot(t, tab, fmt.Sprintf("game-picked-%d-%s", s.width, theme))
			})
			// In the frame after the window got narrower, the board still has the width that it was drawn with.
			eval[any](t, tab, `document.querySelector(".board canvas").style.width = innerWidth + 190 + "px"`)
			if wide := eval[string](t, tab, sidewaysScript); wide != "" {
				t.Errorf("the page scrolls sideways until the board is drawn anew: %s", wide)
			}
		})
	}
}

func TestReportIsSoundAtEverySize(t *testing.T) {
	browser := openBrowser(t)
	dir := t.TempDir()
	if err := WriteReport(dir, makeReport(t, 21, 20, 3)); err != nil {
		t.Fatal(err)
	}
	axe := accessible(t)
	for _, s := range sizes {
		t.Run(fmt.Sprint(s.width), func(t *testing.T) {
			tab := newTab(t, browser)
			dress(t, tab, s.width, s.height, "light")
			for _, page := range []string{"index.html", "index.html#by=efficiency", "games.html", "games/2.html#r=50"} {
				open(t, tab, "file://"+dir+"/"+page)
				inEachTheme(t, tab, s.width, s.height, func(theme string) {
					sound(t, tab)
					axe.Check(t, tab, page+", "+theme)
					shoot(t, tab, fmt.Sprintf("report-%s-%d-%s", strings.NewReplacer("/", "-", "#", "-", "=", "-").Replace(page), s.width,
						theme))
				})
			}
		})
	}
}

// Keyboard users must see which element has the focus.
func TestEverythingFocusedShowsItsRing(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, serve(t, makeFilm(t, 5, 40))+"#r=10")
	reached := make(map[string]bool)
	for range 40 {
		press(t, tab, kb.Tab)
		where := eval[[]string](t, tab, `(() => {
			const e = document.activeElement, shown = e.id === "scrub" ? document.getElementById("head") : e, s = getComputedStyle(shown);
			return [e.id || e.dataset.seat || e.dataset.speed || e.tagName, s.outlineStyle, s.outlineWidth];
		})()`)
		if where[0] == "BODY" {
			continue
		}
		reached[where[0]] = true
		if where[1] == "none" || where[2] != "2px" {
			t.Errorf("%s has the focus and the outline %s %s", where[0], where[1], where[2])
		}
	}
	for _, id := range []string{"theme", "share", "play", "scrub", "full", "keys", "fast"} {
		if !reached[id] {
			t.Errorf("%s is not reached by Tab; reached are %v", id, reached)
		}
	}
}

// press presses a key while others are held.
func press(t *testing.T, tab context.Context, key string, held ...chromedp.Modifier) {
	t.Helper()
	do(t, tab, chromedp.KeyEvent(key, chromedp.KeyModifiers(held...)))
}
