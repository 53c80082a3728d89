package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
)

// TestDesk is an organiser's evening at the desk: a start, a disqualification that is undone, a freeze and its reveal, on a desktop and a
// phone.
func TestDesk(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	file := filepath.Join(s.dir, "contests", "cup", "contest.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("[[bots]]\nfolder = \"entries\"\n", "", "ref = \"steve=builtin:steve\"",
		"ref = \"steve=builtin:steve\"\n[[bots]]\nref = \"third=builtin:rambo\"", "Open evening", "Cup").Replace(evening)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(func() {
		s.cmd.Process.Signal(os.Interrupt)
		s.cmd.Wait()
	})
	olga := chromium.Tab(t, browser, refused)
	do(t, olga, chromedp.Navigate(s.invited), chromedp.SendKeys(`input[name=name]`, "Olga"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Olga.")`)
	desk := s.address + "/c/cup/desk"
	do(t, olga, chromedp.Navigate(desk))
	shoot(t, olga, "desk-before")
	do(t, olga, chromedp.Submit(`form[action="/c/cup/start"]`))
	until(t, olga, begun)
	do(t, olga, chromedp.Navigate(desk))
	load := func(condition string) { // loads the desk until a condition holds
		t.Helper()
		for begun := time.Now(); ; {
			do(t, olga, chromedp.Navigate(desk))
			if eval[bool](t, olga, condition) {
				return
			}
			if time.Since(begun) > patience {
				t.Fatalf("never %s on\n%s", condition, eval[string](t, olga, `document.body.innerText`))
			}
		}
	}
	load(`document.querySelectorAll(".desk-bots tbody tr").length === 3`)

	// Disqualify the third by keyboard alone.
	disqualify := actOf(`input[value=barred]`, `input[value=third]`)
	do(t, olga, chromedp.Focus(disqualify), chromedp.KeyEvent("\r"))
	until(t, olga, asking)
	do(t, olga, chromedp.KeyEvent(kb.Escape)) // and the focus is where it was
	until(t, olga, `!document.querySelector("dialog[open]") && document.activeElement === document.querySelector('`+disqualify+`')`)
	do(t, olga, chromedp.KeyEvent("\r"))
	until(t, olga, asking)
	do(t, olga, chromedp.KeyEvent("it is the house bot twice"))
	shoot(t, olga, "desk-decide")
	if words := eval[string](t, olga, `document.querySelector("dialog[open]").innerText`); !strings.Contains(words, "Disqualify third?") ||
		!strings.Contains(words, "of 3 bots") || !strings.Contains(words, "Undo it under Decisions") {
		t.Errorf("the dialog says %q", words)
	}
	do(t, olga, chromedp.Click(`dialog[open] .danger-main`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("third is disqualified.")`)
	load(`document.querySelector(".desk-bots .bad-p")?.textContent === "disqualified"`)
	shoot(t, olga, "desk-barred")
	do(t, olga, chromedp.Click(`.audit form button`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("Undone: disqualified third.")`)

	// The freeze hides the table from who is not signed in, until the reveal.
	anybody := chromium.Tab(t, openBrowser(t), refused)
	do(t, olga, chromedp.Click(actOf(`form[action="/c/cup/freeze"]`)),
		chromedp.SendKeys(`form[action="/c/cup/freeze"] input[name=why]`, "the last hour"),
		chromedp.Submit(`form[action="/c/cup/freeze"]`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("form[action='/c/cup/reveal']") !== null`)
	do(t, anybody, chromedp.Navigate(s.address+"/c/cup"))
	until(t, anybody, `document.body.innerText.includes("The table is frozen since")`)
	shoot(t, anybody, "desk-frozen")
	do(t, olga, chromedp.Click(actOf(`form[action="/c/cup/reveal"]`)),
		chromedp.SendKeys(`form[action="/c/cup/reveal"] input[name=why]`, "the ceremony"),
		chromedp.Submit(`form[action="/c/cup/reveal"]`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("form[action='/c/cup/freeze']") !== null`)

	besideTheirRows(t, olga)
	withoutScript(t, olga, desk)

	// On a phone nothing is wider than the screen.
	do(t, olga, chromedp.EmulateViewport(390, 844), chromedp.Navigate(desk))
	until(t, olga, `document.readyState === "complete" && document.querySelectorAll(".desk-bots tbody tr").length === 3`)
	shoot(t, olga, "desk-phone")
	if wide := eval[float64](t, olga, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the desk is %g pixels wide on a phone", wide)
	}
	if small := eval[string](t, olga, `[...document.querySelectorAll("main button, main summary, main input:not([type=hidden]), main select")].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML).join("\n")`); small != "" {
		t.Errorf("too small to touch:\n%s", small)
	}
	do(t, olga, chromedp.Click(`.title details summary`), chromedp.SendKeys(`.title input[name=why]`, "the hall closes"),
		chromedp.Submit(`form[action="/c/cup/pause"]`))
	until(t, olga, `document.readyState === "complete" && /cup is (being )?paused/.test(document.querySelector("[role=status]")?.textContent ?? "")`)
	load(`document.querySelector(".title .pill").textContent === "paused"`)
}

// asking holds when an act asks for its reason, and the field has the focus.
const asking = `document.activeElement?.matches("dialog[open] input[name=why]")`

// actOf selects the button of the act whose form has, or is, all of some elements.
func actOf(elements ...string) string {
	return `details.act:has(` + strings.Join(elements, `):has(`) + `) summary`
}

// besideTheirRows checks that the acts of a desk are in the rows of what they act on, that the desk is one screen, and that no form is
// open.
func besideTheirRows(t *testing.T, olga context.Context) {
	t.Helper()
	do(t, olga, chromedp.EmulateViewport(1280, 1000))
	if open := eval[int](t, olga, `[...document.querySelectorAll("main input[name=why]")].filter(e => e.checkVisibility()).length`); open > 0 {
		t.Errorf("%d forms are open before anybody asks for them", open)
	}
	if row := eval[string](t, olga, `[...document.querySelectorAll(".desk-bots tbody tr, .stage-desk tbody tr")].map(row => {
		const acts = [...row.querySelectorAll("summary")].map(e => e.getBoundingClientRect()), box = row.getBoundingClientRect();
		return acts.length && acts.every(a => a.top >= box.top && a.bottom <= box.bottom && a.right <= box.right + 1) ? "" : row.innerText;
	}).join("")`); row != "" {
		t.Errorf("acts are not beside %q", row)
	}
	if high := eval[int](t, olga, `document.documentElement.scrollHeight`); high > 1250 {
		t.Errorf("the desk of three bots is %d pixels high", high)
	}
}

// withoutScript opens an act of the desk in a browser that runs no scripts.
func withoutScript(t *testing.T, olga context.Context, desk string) {
	t.Helper()
	scripts := func(off bool) {
		t.Helper()
		limited, cancel := context.WithTimeout(olga, patience)
		defer cancel()
		to := emulation.SetScriptExecutionDisabledParams{Value: off}
		if _, err := chromedp.Call(limited, emulation.SetScriptExecutionDisabled, to); err != nil {
			t.Fatal(err)
		}
	}
	scripts(true)
	do(t, olga, chromedp.Navigate(desk), chromedp.Click(actOf(`input[value=withdrawn]`, `input[value=third]`)),
		chromedp.SendKeys(`details.act[open] input[name=why]`, "asked for"))
	shoot(t, olga, "desk-noscript")
	do(t, olga, chromedp.Click(`details.act[open] .main`))
	scripts(false)
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("third is withdrawn.")`)
}
