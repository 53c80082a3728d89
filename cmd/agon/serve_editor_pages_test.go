package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
)

// TestSiteEditorPages looks at the front page of a site without a contest, at its calendar and at the editor, where a bot is written with
// the keys of an editor and handed in, on a desk and on a phone, light and dark.
func TestSiteEditorPages(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.start()
	t.Cleanup(s.stop)
	olga := chromium.Tab(t, browser)
	do(t, olga, chromedp.Navigate(s.invited), chromedp.SendKeys(`input[name=name]`, "Olga"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Olga.")`)
	looked := func(name string) {
		t.Helper()
		for _, o := range outfits {
			t.Run(name+" "+o.name, func(t *testing.T) {
				var axe chromium.Axe
				t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
				dress(t, olga, o)
				shoot(t, olga, "editor-"+name+"-"+o.name)
				fits(t, olga, name)
				axe.Check(t, olga, name)
			})
		}
		dress(t, olga, outfits[0])
	}
	do(t, olga, chromedp.Navigate(s.address+"/"))
	looked("home-empty")
	do(t, olga, chromedp.SetValue(`form[action="/example"] select`, "tron"), chromedp.Submit(`form[action="/example"]`))
	until(t, olga, `document.querySelector("h1")?.textContent === "Example: Tron"`)
	chromium.Reload(t, olga, s.address+"/c/example", `document.querySelector(".climbs") !== null`)
	sends := func(to, form string) {
		t.Helper()
		if !eval[bool](t, olga, `fetch("/c/example/`+to+`", { method: "POST", body: new URLSearchParams({ `+form+` }) }).then(r => r.ok)`) {
			t.Errorf("%s was refused", to)
		}
	}
	sends("dates", `closes: "2099-05-01T18:00", ends: "2099-06-01T18:00", why: "a plan"`)
	sends("pause", `why: "seen"`)
	do(t, olga, chromedp.Navigate(s.address+"/calendar"))
	if !eval[bool](t, olga, `document.querySelector(".dated")?.textContent.includes("submissions close")`) {
		t.Error("the calendar has no dates")
	}
	looked("calendar")

	// Highlighted, below the text area and letter for letter.
	do(t, olga, chromedp.Navigate(s.address+"/c/example/editor?language=python"))
	until(t, olga, `document.querySelector(".code.lit .hljs-keyword") !== null`)
	const same = `document.querySelector(".code pre").textContent.trimEnd() === document.getElementById("source").value.trimEnd()`
	if !eval[bool](t, olga, same) {
		t.Error("the layer has another text")
	}
	if a := eval[bool](t, olga, `(() => { const [a, b] = ["pre", "textarea"].map(x => getComputedStyle(document.querySelector(".code > " + x))); return ["font", "lineHeight", "paddingLeft", "tabSize", "whiteSpace", "letterSpacing"].every(k => a[k] === b[k]); })()`); !a {
		t.Error("the layer is set otherwise than the text area")
	}
	looked("editor")

	// Tab indents, Enter keeps the indentation, Escape and Tab leave, Ctrl+Enter hands in.
	value := func(want string) {
		t.Helper()
		if got := eval[string](t, olga, `document.getElementById("source").value`); got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
	}
	enter := func() { // as a browser does it: the letter comes if nobody took the key
		t.Helper()
		limited, cancel := context.WithTimeout(olga, patience)
		defer cancel()
		for _, kind := range []string{"keyDown", "keyUp"} {
			key := input.DispatchKeyEventParams{
				Type: input.DispatchKeyEventType(kind), Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13,
			}
			if kind == "keyDown" {
				key.Text = "\r"
			}
			if _, err := chromedp.Call(limited, input.DispatchKeyEvent, key); err != nil {
				t.Fatal(err)
			}
		}
	}
	eval[any](t, olga, `document.getElementById("source").select()`)
	do(t, olga, chromedp.Focus(`#source`), chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent("if 1:"))
	enter()
	do(t, olga, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("a = 1"))
	enter()
	do(t, olga, chromedp.KeyEvent("b = 2"))
	value("if 1:\n    a = 1\n    b = 2")
	do(t, olga, chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.Tab))
	value("    if 1:\n        a = 1\n        b = 2")
	do(t, olga, chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	value("if 1:\n    a = 1\n    b = 2")
	do(t, olga, chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	if eval[string](t, olga, `document.activeElement.id`) == "source" {
		t.Error("the keyboard is caught in the text")
	}
	do(t, olga, chromedp.SendKeys(`input[name=new]`, "Flood"), chromedp.Focus(`#source`),
		chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	until(t, olga, `document.querySelector(".version h2")?.textContent === "Version 1"`)
	until(t, olga, `document.querySelector(".version .pill.bad-p")?.textContent === "failed"`)

	// What failed is opened again.
	do(t, olga, chromedp.Navigate(s.address+"/c/example/editor?bot=1&version=1"))
	until(t, olga, `document.querySelector(".code.lit") !== null`)
	value("if 1:\n    a = 1\n    b = 2")
	do(t, olga, chromedp.Navigate(s.address+"/"))
	eval[string](t, olga, `document.querySelector(".contests .by2").textContent = "final, 1234567 of 12345678 games"`)
	looked("home")

	// Below the standings the places over time are a picture that the page's policy lets in.
	do(t, olga, chromedp.Navigate(s.address+"/c/example"))
	until(t, olga, `document.querySelector(".climbs img")?.naturalWidth > 400`)
	looked("contest")
}
