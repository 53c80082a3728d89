package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

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
	do(t, olga, chromedp.Focus(`summary[aria-label="Decide about third"]`), chromedp.KeyEvent("\r"))
	until(t, olga, `document.querySelector("details.act[open] input[name=why]") !== null`)
	do(t, olga, chromedp.KeyEvent("\t"), chromedp.KeyEvent("it is the house bot twice"))
	shoot(t, olga, "desk-decide")
	do(t, olga, chromedp.Click(`details.act[open] button[value=barred]`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("third is disqualified.")`)
	load(`document.querySelector(".desk-bots .bad-p")?.textContent === "disqualified"`)
	shoot(t, olga, "desk-barred")
	do(t, olga, chromedp.Click(`.audit form button`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("Undone: disqualified third.")`)

	// The freeze hides the table from who is not signed in, until the reveal.
	anybody := chromium.Tab(t, openBrowser(t), refused)
	do(t, olga, chromedp.SendKeys(`form[action="/c/cup/freeze"] input[name=why]`, "the last hour"),
		chromedp.Submit(`form[action="/c/cup/freeze"]`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("form[action='/c/cup/reveal']") !== null`)
	do(t, anybody, chromedp.Navigate(s.address+"/c/cup"))
	until(t, anybody, `document.body.innerText.includes("The table is frozen since")`)
	shoot(t, anybody, "desk-frozen")
	do(t, olga, chromedp.SendKeys(`form[action="/c/cup/reveal"] input[name=why]`, "the ceremony"),
		chromedp.Submit(`form[action="/c/cup/reveal"]`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("form[action='/c/cup/freeze']") !== null`)

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
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.match(/cup is (being )?paused/)`)
	load(`document.querySelector(".title .pill").textContent === "paused"`)
}
