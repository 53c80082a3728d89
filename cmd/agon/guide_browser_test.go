package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// TestFiveContestsByTwoPeople has an organiser and a participant, each in a browser of their own, make and play a small contest of each
// kind in a site that was empty. They have no documentation: what is clicked and typed is what the pages offer, and bots are the starters
// of the guide.
func TestFiveContestsByTwoPeople(t *testing.T) {
	tier.Long(t)
	if testing.Short() {
		t.Skip("five contests are played")
	}
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.start()
	t.Cleanup(s.stop)
	olga, paul := chromium.Tab(t, chromium.OpenApart(t)), chromium.Tab(t, chromium.OpenApart(t))
	f := &fivefold{t: t, site: s, olga: olga, paul: paul}
	f.join(olga, s.invited, "Olga")
	f.follow(olga, `nav a[href="/people"]`, "/people")
	do(t, olga, chromedp.Submit(`form[action="/people/invite"]`))
	until(t, olga, `document.getElementById("invitation") !== null`)
	f.join(paul, eval[string](t, olga, `document.getElementById("invitation").textContent`), "Paul")

	for _, x := range []smallContest{
		{kind: "colour-battle", small: map[string]string{"option.rounds": "20"}, other: "javascript"},
		{kind: "tron", small: map[string]string{"option.first_ms": "5000", "option.turn_ms": "2000"}, other: "python"},
		{kind: "rps", small: map[string]string{"option.rounds": "3"}, other: "sh"},
		{kind: "fence", small: map[string]string{}, other: "python-agon"},
		// a board of 49 cells has 49 rounds
		{kind: "bomberman", small: map[string]string{"option.deal": "#######/#A    #/# # # #/#     #/# # # #/#    B#/#######"},
			other: "javascript", alone: true},
	} {
		t.Run(x.kind, func(t *testing.T) {
			f := *f
			f.t = t
			f.play(x)
		})
	}
}

// A smallContest is how a contest of a kind is made small in the form.
type smallContest struct {
	kind  string
	small map[string]string // what is typed, by the name of the field
	other string            // the language of the organiser's starter; the participant's is Python
	alone bool              // no built-in bot plays
}

// A fivefold is two people on a site.
type fivefold struct {
	t          *testing.T
	site       *servedSite
	olga, paul context.Context
}

func (f *fivefold) join(page context.Context, address, name string) {
	f.t.Helper()
	do(f.t, page, chromedp.Navigate(address), chromedp.SendKeys(`input[name=name]`, name),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(f.t, page, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("Welcome, `+name+
		`.")`)
}

// follow clicks a link and waits for the page behind it.
func (f *fivefold) follow(page context.Context, link, path string) {
	f.t.Helper()
	do(f.t, page, chromedp.Click(link))
	f.at(page, path)
}

// at waits for a page.
func (f *fivefold) at(page context.Context, path string) {
	f.t.Helper()
	until(f.t, page, fmt.Sprintf(`location.pathname === %q && document.readyState === "complete"`, path))
}

// play makes and plays a contest.
func (f *fivefold) play(x smallContest) {
	f.t.Helper()
	contest := "/c/" + x.kind
	f.follow(f.olga, `.brand`, "/")
	f.follow(f.olga, `a[href="/new"]`, "/new")
	do(f.t, f.olga, chromedp.Click(`input[name=kind][value="`+x.kind+`"]`), chromedp.Click(`input[name=format][value="round-robin"]`),
		chromedp.Click(`main form .btn.main`))
	until(f.t, f.olga, `document.readyState === "complete" && document.querySelector("input[name=per_author]") !== null`)
	fill := map[string]string{"name": x.kind, "key.games": "2"}
	for name, text := range x.small {
		fill[name] = text
	}
	for name, text := range fill {
		if !eval[bool](f.t, f.olga, fmt.Sprintf(
			`(() => { const e = document.querySelector('[name=%q]'); if (!e) return false; e.closest("details")?.setAttribute("open", ""); e.value = ""; return true; })()`, name)) {
			f.t.Fatalf("the form has no field %s", name)
		}
		do(f.t, f.olga, chromedp.SendKeys(`[name="`+name+`"]`, text))
	}
	// Of the built-in bots at most the first plays.
	for n := eval[int](f.t, f.olga, `document.querySelectorAll("input[name=builtin]").length`); n > 1 || x.alone && n > 0; n-- {
		do(f.t, f.olga, chromedp.Click(fmt.Sprintf(`label:nth-of-type(%d) > input[name=builtin]`, n)))
	}
	shoot(f.t, f.olga, "five-new-"+x.kind)
	do(f.t, f.olga, chromedp.Click(`form[action="/new"] .acts .btn.main`))
	f.at(f.olga, contest)
	shoot(f.t, f.olga, "five-made-"+x.kind)

	f.submit(f.paul, x.kind, "python", "Pauls bot")
	f.submit(f.olga, x.kind, x.other, "Olgas bot")
	f.follow(f.olga, `.crumb a[href="`+contest+`"]`, contest)
	do(f.t, f.olga, chromedp.Click(`form[action="`+contest+`/start"] button`))
	until(f.t, f.olga, begun)
	chromium.Reload(f.t, f.olga, f.site.address+contest, `/finished|stopped/.test(document.querySelector(".title .pill")?.textContent)`)
	if why := eval[string](f.t, f.olga,
		`document.querySelector(".title .pill").textContent === "stopped" ? document.querySelector("main").innerText : ""`); why != "" {
		f.t.Fatalf("it has stopped:\n%s", why)
	}
	f.follow(f.paul, `.crumb a[href="`+contest+`"]`, contest)
	shoot(f.t, f.paul, "five-over-"+x.kind)
	if table := eval[string](f.t, f.paul, `document.querySelector(".ranks")?.innerText ?? ""`); !strings.Contains(table, "Pauls bot") ||
		!strings.Contains(table, "Olgas bot") {
		f.t.Fatalf("the final table has not both bots:\n%s", eval[string](f.t, f.paul, `document.body.innerText`))
	}
	do(f.t, f.paul, chromedp.Click(`.mine a`))
	until(f.t, f.paul, `document.readyState === "complete" && document.querySelector(".botgames tbody a") !== null`)
	do(f.t, f.paul, chromedp.Click(`.botgames tbody a`))
	until(f.t, f.paul, `/[/]games[/]/.test(location.pathname) && document.documentElement.classList.contains("ready") && document.querySelector("canvas") !== null`)
	shoot(f.t, f.paul, "five-game-"+x.kind)
}

// fits looks at the guide on a desk and on a phone, with all its settings.
func (f *fivefold) fits(page context.Context, kind string) {
	f.t.Helper()
	eval[bool](f.t, page, `document.querySelectorAll("details").forEach(e => e.setAttribute("open", "")) ?? true`)
	for _, o := range outfits {
		if o.theme == "light" {
			dress(f.t, page, o)
			shoot(f.t, page, "five-guide-"+kind+"-"+o.name)
			if wide := eval[int](f.t, page, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
				f.t.Errorf("the guide of %s scrolls sideways by %d pixels on %s", kind, wide, o.name)
			}
		}
	}
	dress(f.t, page, outfits[0])
}

// submit takes the starter of a language from the guide, and hands that file in.
func (f *fivefold) submit(page context.Context, kind, language, name string) {
	f.t.Helper()
	contest := "/c/" + kind
	f.follow(page, `.brand`, "/")
	f.follow(page, `main a[href="`+contest+`"]`, contest)
	f.follow(page, `#submit a[href="`+contest+`/guide"]`, contest+"/guide")
	f.fits(page, kind)
	link := `a[href="` + contest + `/starters/` + language + `"]`
	// The link downloads; the same address read in the page gives the same bytes, and their name.
	got := eval[[]string](f.t, page, `(async () => {
		const link = document.querySelector('`+link+`');
		const answer = await fetch(link.href);
		const bytes = new Uint8Array(await answer.arrayBuffer());
		return [answer.ok ? link.download : "", Array.from(bytes, b => b.toString(16).padStart(2, "0")).join("")];
	})()`)
	if got[0] == "" {
		f.t.Fatalf("the starter in %s cannot be downloaded", language)
	}
	var content []byte
	if _, err := fmt.Sscanf(got[1], "%x", &content); err != nil {
		f.t.Fatal(err)
	}
	file := filepath.Join(f.t.TempDir(), got[0])
	if err := os.WriteFile(file, content, 0o644); err != nil {
		f.t.Fatal(err)
	}
	f.follow(page, `main a[href="`+contest+`#submit"]`, contest)
	do(f.t, page, chromedp.SendKeys(`#submit input[name=new]`, name), chromedp.SetUploadFiles(`#submit input[name=file]`, []string{file}),
		chromedp.Click(`#submit .btn.main`))
	// it loads itself no more
	until(f.t, page, `document.readyState === "complete" && /^(passed|failed)$/.test(document.querySelector(".version .pill")?.textContent) && !document.querySelector('script[src="/assets/live.js"]')`)
	if verdict := eval[string](f.t, page, `document.querySelector(".version .pill").textContent`); verdict != "passed" {
		f.t.Fatalf("the starter %s: %s\n%s", got[0], verdict, eval[string](f.t, page, `document.querySelector("main").innerText`))
	}
}
