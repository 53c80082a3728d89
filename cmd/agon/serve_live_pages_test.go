package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// winter is a contest of several stages, of which the second has no end.
const winter = `
kind = "colour-battle"
name = "Winter Battle"
seed = 7
[options]
rounds = 150
[[bots]]
folder = "entries"
[[bots]]
ref = "Anna=builtin:rambo"
[[bots]]
ref = "Ben=builtin:steve"
[[bots]]
ref = "Cleo=builtin:rambo"
[[bots]]
ref = "Dora=builtin:steve"
[[bots]]
ref = "Emil=builtin:rambo"
[[stages]]
name = "Groups"
format = "round-robin"
games = 1
[[stages]]
name = "Ladder"
format = "ladder"
`

// dozer is a bot whose check lasts until it is stopped.
const dozer = "import time\ntime.sleep(3600)\n"

// TestSiteLivePages looks at the pages of a contest while it is played: small boards that are drawn and change, its stages, the reader's
// own bots, limits and a deadline, a check that is stopped, the desk with its stages and the field that finds a bot.
func TestSiteLivePages(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("winter", winter)
	files := t.TempDir()
	for name, text := range map[string]string{"chatterer.py": chatterer, "dozer.py": dozer} {
		if err := os.WriteFile(filepath.Join(files, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	t.Cleanup(s.stop)
	join := func(page context.Context, address, name string) {
		t.Helper()
		do(t, page, chromedp.Navigate(address), chromedp.SendKeys(`input[name=name]`, name),
			chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
		until(t, page, `document.querySelector("[role=status]")?.textContent.includes("Welcome, `+name+`.")`)
	}
	olga, paul, nobody := chromium.Tab(t, browser), chromium.Tab(t, openBrowser(t)), chromium.Tab(t, openBrowser(t))
	join(olga, s.invited, "Olga")
	do(t, olga, chromedp.Navigate(s.address+"/people"), chromedp.Submit(`form[action="/people/invite"]`))
	until(t, olga, `document.getElementById("invitation") !== null`)
	join(paul, eval[string](t, olga, `document.getElementById("invitation").textContent`), "Paul")
	submit := func(name, file string) {
		t.Helper()
		do(t, paul, chromedp.Navigate(s.address+"/c/winter"))
		if name != "" {
			do(t, paul, chromedp.SendKeys(`input[name=new]`, name))
		}
		do(t, paul, chromedp.SetUploadFiles(`input[name=file]`, []string{filepath.Join(files, file)}),
			chromedp.Submit(`form[action="/c/winter/submit"]`))
	}
	submit("Talker", "chatterer.py")
	until(t, paul, `document.querySelector(".version .pill.done")?.textContent === "passed"`)
	bot := eval[string](t, paul, `location.pathname`)

	// Paul stops the check of a version that would never end.
	submit("", "dozer.py")
	until(t, paul, `document.readyState === "complete" && document.querySelector('form[action$="/stop/2"] button') !== null`)
	do(t, paul, chromedp.Focus(`form[action$="/stop/2"] button`), chromedp.KeyEvent(kb.Enter))
	until(t, paul, `document.querySelector("[role=status]")?.textContent.includes("The check of version 2 is stopped")`)
	until(t, paul, `[...document.querySelectorAll(".version .pill")].map(e => e.textContent).join() === "failed,passed,plays" && document.querySelector('form[action*="/stop/"]') === null`)

	until(t, paul, `[...document.querySelectorAll(".version .steps")].map(list => [...list.children].map(e => e.className).join(" ")).join() === "passed ahead ahead ahead failed,passed passed passed passed passed"`)

	do(t, olga, chromedp.Navigate(s.address+"/c/winter/desk"), chromedp.Click(actOf(`input[type=datetime-local][name=closes]`)),
		chromedp.SetValue(`dialog[open] input[name=closes]`, "2099-12-11T18:00"),
		chromedp.SendKeys(`dialog[open] input[name=why]`, "the plan"), chromedp.Submit(`dialog[open] form`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("11 Dec 2099")`)
	do(t, olga, chromedp.Navigate(s.address+"/c/winter"), chromedp.Submit(`form[action="/c/winter/start"]`))
	until(t, olga, begun)
	chromium.Reload(t, paul, s.address+"/c/winter",
		`document.querySelector(".stages .running b")?.textContent === "Ladder" && document.querySelector(".ranks tr.own")`)

	// The boards are drawn, and go on by themselves.
	const drawn = `(c => c && [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data].some((v, i, all) => v !== all[i % 4]))`
	for page, path := range map[context.Context]string{nobody: "/", paul: "/c/winter"} {
		do(t, page, chromedp.Navigate(s.address+path))
		until(t, page, drawn+`(document.querySelector("#boards canvas"))`)
		until(t, page, `(facts => (window.first ??= facts) !== facts)([...document.querySelectorAll("#boards .facts")].map(e => e.textContent).join())`)
		until(t, page, `document.querySelectorAll("#boards canvas").length > 1`)
	}
	if link := eval[string](t, nobody,
		`[...document.querySelectorAll(".contests .do a")].map(a => a.textContent + " " + a.getAttribute("href")).join()`); link != "Join /c/winter#submit,Watch /c/winter/live/" {
		t.Errorf("the list of contests offers %q", link)
	}
	second := eval[string](t, paul, `document.querySelectorAll("#boards .nm")[1].getAttribute("href")`)
	do(t, nobody, chromedp.Navigate(s.address+second))
	until(t, nobody, `document.documentElement.classList.contains("ready") && Number(document.getElementById("round").textContent) > 0 && /^[A-Z]$/.test(document.querySelector("#standing tbody .chip")?.textContent)`)

	if own := eval[string](t, paul, `[...document.querySelectorAll(".ranks tr.own th")].map(e => e.querySelector("a")?.getAttribute("href") ?? e.textContent).join()`); own != bot {
		t.Errorf("the row of the own bot leads to %q, not to %s", own, bot)
	}
	if stages := eval[string](t, paul,
		`[...document.querySelectorAll(".stages li")].map(e => e.className + " " + e.querySelector("b").textContent).join()`); stages != "done Groups,running Ladder" {
		t.Errorf("the stages are %q", stages)
	}
	until(t, paul, `/^[0-9]+ d [0-9:]{8}$/.test(document.querySelector(".count").textContent)`)
	if limits := eval[string](t, paul, `document.querySelector(".limits").innerText`); !strings.Contains(limits, "Bots here") ||
		!strings.Contains(limits, "1 of 3") || !strings.Contains(limits, "2 of 20") {
		t.Errorf("the limits are %q", limits)
	}

	// Organisers find a bot by a part of a name, with the keyboard alone.
	do(t, olga, chromedp.Navigate(s.address+"/c/winter/desk"))
	limited, cancel := context.WithTimeout(olga, patience)
	defer cancel()
	// as a keyboard does it: what prevents the key prevents the character
	slash := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Code: "Slash", Text: "/"}
	if _, err := chromedp.Call(limited, input.DispatchKeyEvent, slash); err != nil {
		t.Fatal(err)
	}
	do(t, olga, chromedp.KeyEvent("paul"))
	const found = `[...document.querySelectorAll("#desk-bots tbody tr")].filter(e => e.checkVisibility()).map(e => e.querySelector("th a")?.textContent ?? "").join()`
	until(t, olga, found+` === "Talker"`)
	press(t, olga, kb.Escape)
	until(t, olga, `[...document.querySelectorAll("#desk-bots tbody tr")].every(e => e.checkVisibility())`)
	if stages := eval[int](t, olga, `document.querySelectorAll(".stage-desk tbody:first-of-type tr").length`); stages != 2 {
		t.Errorf("the desk has %d stages", stages)
	}
	if size := eval[int](t, olga, `fetch("/c/winter/ledger", { method: "POST" }).then(a => a.ok ? a.blob() : null).then(b => b?.size ?? 0)`); size < 4096 {
		t.Errorf("the ledger has %d bytes", size)
	}

	for _, o := range outfits {
		t.Run(o.name, func(t *testing.T) {
			var axe chromium.Axe
			t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
			for _, x := range []struct {
				name, path, ready string
				tab               context.Context
			}{
				{"home", "/", `document.querySelector("#boards canvas")`, paul},
				{"home-anybody", "/", `document.querySelector("#boards canvas")`, nobody},
				{"contest", "/c/winter", `document.querySelector("#boards canvas")`, paul},
				{"contest-organiser", "/c/winter", `document.querySelector("#boards canvas")`, olga},
				{"bot", bot, `document.querySelector(".h2h") && document.querySelectorAll(".version .steps").length === 2`, paul},
				{"desk", "/c/winter/desk", `document.querySelector(".stage-desk")`, olga},
				{"audit", "/audit", `document.querySelector(".decisions")`, olga},
			} {
				dress(t, x.tab, o)
				chromium.Visit(t, x.tab, s.address+x.path)
				until(t, x.tab, fmt.Sprintf(`document.readyState === "complete" && Boolean(%s)`, x.ready))
				shoot(t, x.tab, "live-"+x.name+"-"+o.name)
				fits(t, x.tab, x.name)
				axe.Check(t, x.tab, x.name)
				if o.name == "desk-light" || o.name == "phone-light" {
					tabs(t, x.tab, x.name)
				}
			}
		})
	}
}
