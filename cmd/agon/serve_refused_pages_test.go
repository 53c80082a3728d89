package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// TestSiteRefusedPages looks at the pages that answer what the site does not do, at those of passkeys, and at a match while it is played,
// on a desk and on a phone.
func TestSiteRefusedPages(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("evening", evening)
	s.start()
	t.Cleanup(s.stop)
	site := strings.Replace(s.address, "127.0.0.1", "localhost", 1) // a passkey is for a name
	const failed = "Failed to load resource: the server responded with a status of "
	tab := func() context.Context {
		return chromium.Tab(t, browser, failed+"401 (Unauthorized)", failed+"404 (Not Found)", failed+"413 (Request Entity Too Large)",
			failed+"422 (Unprocessable Entity)")
	}
	olga := tab()
	do(t, olga, chromedp.Navigate(strings.Replace(s.invited, "127.0.0.1", "localhost", 1)), chromedp.SendKeys(`input[name=name]`, "Olga"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Olga.")`)
	authenticator(t, olga)
	do(t, olga, chromedp.Navigate(site+"/account"), chromedp.SendKeys(`#passkey-note`, "phone"), chromedp.Click(`#add-passkey`))
	until(t, olga, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("The passkey is added")`)

	looked := func(page context.Context, name string) {
		t.Helper()
		for _, o := range outfits {
			t.Run(name+" "+o.name, func(t *testing.T) {
				var axe chromium.Axe
				t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
				dress(t, page, o)
				shoot(t, page, "refused-"+name+"-"+o.name)
				fits(t, page, name)
				axe.Check(t, page, name)
				if o.name == "phone-light" {
					tabs(t, page, name)
				}
			})
		}
	}
	looked(olga, "account-passkey")

	// send posts a form from a page, whatever its fields allow.
	send := func(page context.Context, action, name, value string) {
		t.Helper()
		eval[bool](t, page, fmt.Sprintf(`(() => { const form = document.createElement("form"), field = document.createElement("input"); form.method = "post"; form.action = %q; field.name = %q; field.value = %s; form.append(field); document.body.append(form); form.submit(); return true; })()`, action, name, value))
	}
	do(t, olga, chromedp.Navigate(site+"/c/evening"))
	send(olga, "/c/evening/pause", "why", `"the hall closes"`)
	until(t, olga, `document.readyState === "complete" && document.querySelector("h1")?.textContent === "Not done"`)
	looked(olga, "422")
	do(t, olga, chromedp.Navigate(site+"/account"))
	send(olga, "/account/tokens", "note", `"x".repeat(4 << 20)`)
	until(t, olga, `document.readyState === "complete" && document.querySelector("h1")?.textContent === "Too much"`)
	looked(olga, "413")
	do(t, olga, chromedp.Navigate(site+"/new?kind=bomberman"))
	eval[bool](t, olga, `(() => { const form = document.querySelector("main form[method=post]"); form.noValidate = true; for (const e of form.querySelectorAll("input[type=number], input[type=text]")) e.value = e.type === "number" ? "-1" : ""; form.submit(); return true; })()`)
	until(t, olga, `document.readyState === "complete" && document.querySelector("main .bad-b, main [role=alert]") !== null`)
	looked(olga, "new")

	// A match is watched while it is played: the list of the own bot's turns grows, while another turn is looked at too, and the page is
	// signed out from.
	do(t, olga, chromedp.Navigate(site+"/account"))
	do(t, olga, chromedp.SendKeys(`form[action="/account/tokens"] input[name=note]`, "my laptop"),
		chromedp.Submit(`form[action="/account/tokens"]`))
	until(t, olga, `document.readyState === "complete" && /agon_\w+/.test(document.body.innerText)`)
	token := eval[string](t, olga, `document.body.innerText.match(/agon_\w+/)[0]`)
	s.handIn(token, "Talker", "import time\n"+
		strings.Replace(fmt.Sprintf(talker, "UP"), "self.turn += 1", "self.turn += 1; time.sleep(0.2)", 1))
	caller := &caller{t: t, at: s.address, token: token}
	m := caller.ask("1", "=steve")
	// It has no page before its first turns.
	chromium.Reload(t, olga, site+fmt.Sprintf("/c/evening/matches/%d/game/", m.ID), `document.getElementById("output") !== null`)
	until(t, olga, `document.documentElement.classList.contains("ready")`)
	const turns = `Number(document.querySelector("#output .turns li:last-child button")?.dataset.turn ?? 0)`
	until(t, olga, turns+` > 3 && !document.getElementById("live").hidden`)
	press(t, olga, kb.Home)
	before := eval[int](t, olga, turns)
	until(t, olga, fmt.Sprintf(`%s > %d`, turns, before+3))
	press(t, olga, kb.End)
	until(t, olga, `document.querySelector("#output .printed").textContent.includes("I am in my turn")`)
	if eval[int](t, olga, `document.querySelector("#output .bot").options.length`) != 1 {
		t.Error("the output of another's bot can be chosen")
	}
	looked(olga, "match-live")
	until(t, olga, `document.getElementById("live").hidden`)
	until(t, olga, turns+` >= 150`)
	looked(olga, "match-over")

	// Who has signed out meanwhile reads so.
	late := tab()
	do(t, late, chromedp.Navigate(site+"/account"))
	do(t, olga, chromedp.Click(`.top form[action="/sign-out"] button`))
	until(t, olga, `document.readyState === "complete" && document.querySelector('.top a[href="/sign-in"]') !== null`)
	send(late, "/account/tokens", "note", `"my phone"`)
	until(t, late, `document.readyState === "complete" && document.querySelector("h1")?.textContent === "Sign in first"`)
	looked(late, "401")
	do(t, olga, chromedp.Navigate(site+"/sign-in"))
	until(t, olga, `document.getElementById("passkey")?.checkVisibility()`)
	looked(olga, "sign-in-passkey")
}
