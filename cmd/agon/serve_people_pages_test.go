package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/site/openid/openidtest"
)

// TestSitePeoplePages lets people register, sign in through another site, make a team, ask for a match and share it; an organiser makes a
// season and a private contest. All pages of that are looked at on a desk and on a phone, light and dark: nothing scrolls sideways, and
// axe-core finds nothing serious.
func TestSitePeoplePages(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	school := openidtest.Start(t)
	t.Setenv("AGON_OPENID_SECRET", openidtest.Secret)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir(),
		more: []string{"--open", "--openid", school.URL, "--openid-client", openidtest.Client, "--openid-name", "School"}}
	s.writeContest("evening", evening)
	s.writeContest("cup", strings.NewReplacer("ladder", "round-robin", "Open evening", "Cup").Replace(evening))
	os.Chmod(s.dir, 0o755) // bots run as other users
	talking := filepath.Join(t.TempDir(), "chatterer.py")
	if err := os.WriteFile(talking, []byte(chatterer), 0o644); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(s.stop)
	status := func(page context.Context, text string) {
		t.Helper()
		until(t, page, `document.querySelector("[role=status]")?.textContent.includes("`+text+`")`)
	}
	account := func(page context.Context, address, name string) {
		t.Helper()
		do(t, page, chromedp.Navigate(address), chromedp.SendKeys(`main input[name=name]`, name),
			chromedp.SendKeys(`main input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
		status(page, "Welcome, "+name+".")
	}
	olga, nina, paul, rita := chromium.Tab(t, browser), chromium.Tab(t, openBrowser(t)), chromium.Tab(t, openBrowser(t)),
		chromium.Tab(t, openBrowser(t))
	nobody := chromium.Tab(t, openBrowser(t), "Failed to load resource: the server responded with a status of 404 (Not Found)")
	account(olga, s.invited, "Olga")
	account(nina, s.address+"/register", "Nina")

	// Paul and Rita come through their school; Rita has not chosen a name yet.
	through := func(page context.Context, subject string) {
		t.Helper()
		school.As(subject, nil)
		do(t, page, chromedp.Navigate(s.address+"/sign-in"), chromedp.Click(`a[href^="/openid/start"]`))
		until(t, page, `location.pathname === "/openid/join" && document.readyState === "complete"`)
	}
	through(paul, "paul-7")
	do(t, paul, chromedp.SetValue(`main input[name=name]`, "Paul"), chromedp.Submit(`main form`))
	status(paul, "Welcome, Paul.")
	through(rita, "rita-9")

	// Paul's bot plays in both contests, and a match.
	for _, contest := range []string{"cup", "evening"} {
		do(t, paul, chromedp.Navigate(s.address+"/c/"+contest), chromedp.SendKeys(`input[name=new]`, "Talker"),
			chromedp.SetUploadFiles(`input[name=file]`, []string{talking}), chromedp.Submit(`form[action="/c/`+contest+`/submit"]`))
		until(t, paul, `document.querySelector(".version .pill.done")?.textContent === "passed"`)
	}
	bot := eval[string](t, paul, `location.pathname`)
	do(t, paul, chromedp.Navigate(s.address+"/c/evening/matches"), chromedp.Submit(`form[action="/c/evening/matches"]`))
	until(t, paul, `/[/]matches[/][0-9]+$/.test(location.pathname) && document.querySelector(".title .pill.done") !== null`)
	match := eval[string](t, paul, `location.pathname`)
	do(t, paul, chromedp.Click(`form[action$="/share"] button`))
	status(paul, "Everybody with this address sees the match")
	shared := eval[string](t, paul, `document.querySelector("[role=status]").textContent.match(/http\S+/)[0]`)

	// A version that cannot be read fails, and its page says why.
	broken := filepath.Join(t.TempDir(), "broken.py")
	if err := os.WriteFile(broken, []byte("class Talker(\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"), chromedp.SetUploadFiles(`input[name=file]`, []string{broken}),
		chromedp.Submit(`form[action="/c/evening/submit"]`))
	until(t, paul, `document.querySelector(".version .pill.bad-p")?.textContent === "failed"`)

	// Paul makes a team, which Nina joins by its link.
	do(t, paul, chromedp.Navigate(s.address+"/team"), chromedp.SendKeys(`main input[name=name]`, "The Walkers"),
		chromedp.Submit(`main form`))
	until(t, paul, `document.querySelector("h1").textContent === "The Walkers"`)
	do(t, paul, chromedp.Click(`form[action="/team/link"] button`))
	until(t, paul, `document.getElementById("team-link") !== null`)
	team := eval[string](t, paul, `document.getElementById("team-link").textContent`)
	do(t, olga, chromedp.Navigate(s.address+"/people"), chromedp.Submit(`form[action="/people/invite"]`))
	until(t, olga, `document.getElementById("invitation") !== null`)
	invitation := eval[string](t, olga, `document.getElementById("invitation").textContent`)
	do(t, nina, chromedp.Navigate(team), chromedp.Click(`main form button`))
	until(t, nina, `document.querySelector(".facts")?.textContent === "2 members"`)
	do(t, paul, chromedp.Navigate(s.address+"/account"), chromedp.SendKeys(`form[action="/account/tokens"] input[name=note]`, "my laptop"),
		chromedp.Submit(`form[action="/account/tokens"]`))
	until(t, paul, `document.body.innerText.includes("my laptop")`)

	// Nina has forgotten her password: Olga makes a link to a new one.
	do(t, olga, chromedp.Navigate(s.address+"/people"))
	eval[bool](t, olga, `(() => {
		const row = [...document.querySelectorAll("main tr")].find(r => r.querySelector("th")?.textContent === "Nina");
		row.querySelector("details").open = true;
		row.querySelector("input[name=why]").value = "she asked";
		setTimeout(() => row.querySelector("[formaction$=password-link]").click());
		return true;
	})()`)
	until(t, olga, `document.getElementById("password-link") !== null`)
	forgotten := eval[string](t, olga, `document.getElementById("password-link").textContent`)

	// The cup is played, and has a second season; the evening is for those who have its link.
	do(t, olga, chromedp.Navigate(s.address+"/c/cup"), chromedp.Submit(`form[action="/c/cup/start"]`))
	until(t, olga, begun)
	chromium.Reload(t, olga, s.address+"/c/cup", `document.querySelector(".title .pill")?.textContent === "finished"`)
	do(t, olga, chromedp.Navigate(s.address+"/c/cup/desk"), chromedp.Click(actOf(`form[action="/c/cup/season"]`)),
		chromedp.SendKeys(`form[action="/c/cup/season"] input[name=why]`, "a new year"),
		chromedp.Submit(`form[action="/c/cup/season"]`))
	until(t, olga, `/^[/]c[/]cup-2/.test(location.pathname) && document.readyState === "complete"`)
	season := eval[string](t, olga, `location.pathname`)
	do(t, olga, chromedp.Navigate(s.address+"/c/evening/desk"), chromedp.Click(actOf(`form[action="/c/evening/private"]`)),
		chromedp.SendKeys(`form[action="/c/evening/private"] input[name=why]`, "for the school"),
		chromedp.Click(`form[action="/c/evening/private"] button`))
	until(t, olga, `document.getElementById("private-link") !== null`)
	private := eval[string](t, olga, `document.getElementById("private-link").textContent`)
	do(t, nobody, chromedp.Navigate(s.address+"/c/evening"))
	if text := eval[string](t, nobody, `document.body.innerText`); strings.Contains(text, "Open evening") {
		t.Errorf("everybody sees the private contest:\n%s", text)
	}
	guest := chromium.Tab(t, openBrowser(t))
	do(t, guest, chromedp.Navigate(private))
	until(t, guest, `location.pathname === "/c/evening" && document.querySelector("h1")?.textContent.includes("Open evening")`)

	for _, o := range outfits {
		t.Run(o.name, func(t *testing.T) {
			var axe chromium.Axe
			t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
			for _, x := range []struct {
				name, path string
				tab        context.Context
			}{
				{"register", "/register", nobody}, {"sign-in-school", "/sign-in", nobody}, {"openid-join", "/openid/join", rita},
				{"account-school", "/account", paul}, {"account-delete", "/account/delete", paul}, {"forgotten", "/forgotten", nobody},
				{"new-password", strings.TrimPrefix(forgotten, s.address), nobody}, {"confirm-mail", "/mail/X", nobody},
				{"invited", strings.TrimPrefix(invitation, s.address), nobody},
				{"team-join", strings.TrimPrefix(team, s.address), olga},
				{"team", "/team", paul}, {"team-member", "/team", nina}, {"team-none", "/team", olga}, {"people", "/people", olga},
				{"audit", "/audit", olga},
				{"matches", "/c/evening/matches", paul}, {"match", match, paul},
				{"match-shared", strings.TrimPrefix(shared, s.address), guest},
				{"match-game", match + "/game/", paul}, {"match-game-shared", strings.TrimPrefix(shared, s.address) + "/game/", guest},
				{"season-before", "/c/cup", nobody}, {"season", season, paul}, {"season-desk", "/c/cup/desk", olga},
				{"private", "/c/evening", guest}, {"private-desk", "/c/evening/desk", olga},
				{"private-nobody", "/c/evening", nobody}, {"bot-team", bot, nina}, {"home-member", "/", nina}, {"new", "/new", olga},
			} {
				dress(t, x.tab, o)
				chromium.Visit(t, x.tab, s.address+x.path)
				until(t, x.tab, `document.readyState === "complete" && (!document.documentElement.classList.contains("loading") || document.documentElement.classList.contains("ready"))`)
				shoot(t, x.tab, "people-"+x.name+"-"+o.name)
				fits(t, x.tab, x.name)
				axe.Check(t, x.tab, x.name)
				if o.name == "desk-light" || o.name == "phone-light" {
					tabs(t, x.tab, x.name)
				}
			}
		})
	}
	if text := eval[string](t, nobody, `document.body.innerText`); strings.Contains(text, "Talker") {
		t.Error("nobody sees a bot of a private contest")
	}
}

// fits checks that a page does not scroll sideways, that its tables are laid out as such and the items of its lists stay in them, and that
// no control is left out of the order of the key Tab.
func fits(t *testing.T, tab context.Context, name string) {
	t.Helper()
	if wide := eval[string](t, tab, `(() => {
		const page = document.documentElement, wide = page.scrollWidth - page.clientWidth;
		return wide <= 0 ? "" : wide + " pixels: " + [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > page.clientWidth).map(e => e.getBoundingClientRect().right + " " + e.outerHTML.slice(0, 120)).slice(0, 8).join(" | ");
	})()`); wide != "" {
		t.Errorf("%s scrolls sideways by %s", name, wide)
	}
	if odd := eval[string](t, tab, `[...document.querySelectorAll("table, main li")].filter(e => e.checkVisibility()).filter(e => e.tagName === "TABLE" ? getComputedStyle(e).display !== "table" : e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "visible").map(e => e.clientWidth + "/" + e.scrollWidth + " " + e.outerHTML.slice(0, 160)).slice(0, 4).join(" | ")`); odd != "" {
		t.Errorf("%s: not a table, or wider than its list: %s", name, odd)
	}
	if hidden := eval[string](t, tab, `[...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(e => e.checkVisibility() && e.type !== "hidden" && !e.disabled && e.tabIndex < 0).map(e => e.outerHTML.slice(0, 120)).join(" | ")`); hidden != "" {
		t.Errorf("%s: the keyboard does not reach %s", name, hidden)
	}
}

// tabs presses the key Tab through a page, and checks that the focus comes to each control that is seen. Of radio buttons with one name it
// comes to one.
func tabs(t *testing.T, tab context.Context, name string) {
	t.Helper()
	left := eval[int](t, tab, `(() => {
		document.activeElement?.blur?.();
		window.scrollTo(0, 0);
		const key = e => e.type === "radio" ? e.name : e;
		const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.type !== "hidden" && !e.disabled && !e.closest("[inert]");
		const known = new Set();
		window.unreached = new Map();
		window.look = () => { // pages that keep themselves fresh put new elements in place of others
			for (const [k, e] of window.unreached) if (!e.isConnected) window.unreached.delete(k);
			for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary")) if (!known.has(key(e)) && seen(e)) { known.add(key(e)); window.unreached.set(key(e), e); }
			return window.unreached.size;
		};
		document.addEventListener("focusin", e => window.unreached.delete(key(e.target)));
		return window.look();
	})()`)
	for pressed := 0; left > 0 && pressed < mostTabs; pressed += 10 {
		for range 10 {
			press(t, tab, kb.Tab)
		}
		left = eval[int](t, tab, `window.look()`)
	}
	if left > 0 {
		t.Errorf("%s: the key Tab does not come to %s", name,
			eval[string](t, tab, `[...window.unreached.values()].map(e => e.outerHTML.slice(0, 120)).slice(0, 4).join(" | ")`))
	}
}

// mostTabs bounds the presses of Tab on a page; a field of a date takes seven.
const mostTabs = 600
