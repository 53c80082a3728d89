package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// artShow is a contest with art.
const artShow = `
kind = "rps"
name = "The finest hands"
seed = 5
[options]
rounds = 5
[[bots]]
ref = "Scribble=./bot.py"
[[bots]]
ref = "Doodle=./bot.py"
[[bots]]
ref = "Plain=builtin:random"
[[stages]]
name = "all meet"
format = "round-robin"
games = 2
`

// chatterer is a bot that prints in each turn.
const chatterer = `from ..bot_control import Move


class Talker:
    def get_name(self): return "chatterer"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        print("I look <b>right</b> in round", game_info.current_round)
        return Move.RIGHT
`

// An outfit is how a browser shows pages.
type outfit struct {
	name, theme   string
	width, height int64
}

var outfits = []outfit{{"desk-light", "light", 1280, 900}, {"phone-dark", "dark", 390, 844}, {"desk-dark", "dark", 1280, 900},
	{"phone-light", "light", 390, 844}}

func dress(t *testing.T, tab context.Context, o outfit) {
	t.Helper()
	do(t, tab, chromedp.EmulateViewport(o.width, o.height))
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: o.theme},
		{Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(limited, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
}

// TestSitePages plays two contests on a site, votes on the art of one, reads what a bot printed beside the board, and looks at every page
// on a desk and on a phone, light and dark: nothing scrolls sideways, and axe-core finds nothing serious.
func TestSitePages(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.writeContest("cup", strings.NewReplacer("[[bots]]\nfolder = \"entries\"\n", "", "ladder", "round-robin", "Open evening",
		"Cup").Replace(evening))
	s.writeContest("hands", artShow)
	bot, err := os.ReadFile("../../games/rps/starters/python/bot.py")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "contests", "hands", "bot.py"), append([]byte("#!/usr/bin/env python3\n"), bot...),
		0o755); err != nil {
		t.Fatal(err)
	}
	talking := filepath.Join(t.TempDir(), "chatterer.py")
	if err := os.WriteFile(talking, []byte(chatterer), 0o644); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(s.stop)

	olga := chromium.Tab(t, browser)
	join := func(page context.Context, address, name string) {
		t.Helper()
		do(t, page, chromedp.Navigate(address), chromedp.SendKeys(`input[name=name]`, name),
			chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
		until(t, page, `document.querySelector("[role=status]")?.textContent.includes("Welcome, `+name+`.")`)
	}
	join(olga, s.invited, "Olga")
	do(t, olga, chromedp.Navigate(s.address+"/people"), chromedp.Submit(`form[action="/people/invite"]`))
	until(t, olga, `document.getElementById("invitation") !== null`)
	link := eval[string](t, olga, `document.getElementById("invitation").textContent`)
	paul := chromium.Tab(t, openBrowser(t))
	join(paul, link, "Paul")
	over := func(page context.Context, contest, condition string) {
		t.Helper()
		chromium.Reload(t, page, s.address+"/c/"+contest, condition)
	}

	// Paul submits a bot that prints, and it plays.
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"), chromedp.SendKeys(`input[name=new]`, "Talker"),
		chromedp.SetUploadFiles(`input[name=file]`, []string{talking}), chromedp.Submit(`form[action="/c/evening/submit"]`))
	until(t, paul, `document.querySelector(".version .pill.done")?.textContent === "passed"`)
	for _, contest := range []string{"hands", "cup", "evening"} {
		do(t, olga, chromedp.Navigate(s.address+"/c/"+contest), chromedp.Submit(`form[action="/c/`+contest+`/start"]`))
		until(t, olga, begun)
		if contest != "evening" {
			over(olga, contest, `document.querySelector(".title .pill").textContent === "finished"`)
		}
	}
	// A bot is in the standings before its first game is over, and others play meanwhile; a place it has after that.
	over(paul, "evening", `/(1st|2nd|3rd) of 3/.test(document.querySelector(".mine")?.textContent) && Number(document.querySelector(".facts").textContent.match(/([0-9]+) games/)?.[1]) > 40`)
	do(t, olga, chromedp.Navigate(s.address+"/c/evening"), chromedp.Click(`details.act summary`),
		chromedp.SendKeys(`form[action="/c/evening/pause"] input[name=why]`, "the hall closes"),
		chromedp.Submit(`form[action="/c/evening/pause"]`))
	until(t, olga, `document.querySelector(".title .pill")?.textContent === "paused"`)

	// The gallery shows the art of the games; Paul votes, and Olga closes the vote.
	do(t, olga, chromedp.Navigate(s.address+"/c/hands/gallery"), chromedp.Click(`details.act summary`),
		chromedp.Submit(`form[action="/c/hands/vote/open"]`))
	until(t, olga, `document.querySelector(".title .pill")?.textContent === "vote open"`)
	do(t, paul, chromedp.Navigate(s.address+"/c/hands/gallery"))
	until(t, paul, `document.querySelectorAll(".wall img").length === 3 && [...document.querySelectorAll(".wall img")].some(i => i.complete && i.naturalWidth > 0)`)
	shoot(t, paul, "site-vote")
	do(t, paul, chromedp.Click(`input[name=like][value="2"]`), chromedp.Submit(`form[action="/c/hands/vote/ballot"]`))
	until(t, paul, `document.querySelector("[role=status]")?.textContent.includes("Your ballot counts")`)
	do(t, olga, chromedp.Navigate(s.address+"/c/hands/gallery"), chromedp.Click(`details.act summary`),
		chromedp.Submit(`form[action="/c/hands/vote/close"]`))
	until(t, olga, `document.querySelector(".tally")?.innerText.includes("Scribble is first.")`)

	// Paul's page has the games of his bot; beside the board of one is what it printed, for him and not for others.
	chromium.Visit(t, paul, s.address+"/c/evening")
	eval[any](t, paul, `document.querySelector(".mine a").click()`) // boards above it go when their games end, and a pointer would miss it
	until(t, paul, `document.querySelector(".botgames tbody a") !== null`)
	own := eval[string](t, paul, `document.querySelector(".botgames tbody a").href`)
	page := eval[string](t, paul, `location.pathname`)
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"))
	until(t, paul, `/(1st|2nd|3rd) of 3/.test(document.querySelector(".mine")?.textContent) && document.querySelector(".banner")?.textContent === "The contest is paused: the hall closes"`)
	do(t, paul, chromedp.Navigate(own+"#r=3"))
	until(t, paul, `document.documentElement.classList.contains("ready") && /I look <b>right<.b> in round/.test(document.querySelector("#output .printed")?.textContent)`)
	if eval[int](t, paul, `document.querySelector("#output .bot").options.length`) != 1 {
		t.Error("Paul can choose the output of other bots")
	}
	const seatOf = `document.querySelector("#output .bot").value`
	if !eval[bool](t, paul, `fetch("log?turn=5&seat=" + `+seatOf+
		`).then(a => a.json()).then(l => l.turn === 5 && Boolean(l.sent) && Boolean(l.answer))`) {
		t.Error("Paul does not read what his bot was sent")
	}
	if !eval[bool](t, paul, `Promise.all([0, 1].filter(seat => String(seat) !== `+seatOf+
		`).flatMap(seat => [fetch("log?turn=5&seat=" + seat), fetch("log/turns?turn=-1&seat=" + seat)])).then(all => Promise.all(all.map(a => a.text()))).then(all => all.length === 2 && all.every(text => !/sent|answer|printed|first/.test(text)))`) {
		t.Error("Paul reads what another's bot was sent")
	}
	if eval[bool](t, paul, `document.documentElement.outerHTML.length > 200000 || document.getElementById("logs") !== null`) {
		t.Error("the output is in the page")
	}
	if eval[string](t, paul, `document.querySelector(".top .brand").textContent + document.querySelector(".top form").getAttribute("action") + document.title.split(" · ")[1]`) != "Test site/sign-outTest site" {
		t.Error("the page of a game has not the site's header")
	}
	if eval[bool](t, paul, `document.body.innerText.includes("seed") || document.querySelector("a[download]") !== null`) {
		t.Error("the page of a game of a contest that goes on has a seed or its replay")
	}
	nobody := chromium.Tab(t, openBrowser(t), "Failed to load resource: the server responded with a status of 404 (Not Found)")
	do(t, nobody, chromedp.Navigate(own))
	until(t, nobody, `document.documentElement.classList.contains("ready")`)
	if eval[bool](t, nobody, `document.getElementById("output") !== null || document.getElementById("logs") !== null`) {
		t.Error("everybody reads what Paul's bot printed")
	}
	if !eval[bool](t, nobody, `Promise.all([0, 1, 2].flatMap(seat => [fetch("log?turn=5&seat=" + seat), fetch("log/turns?turn=-1&seat=" + seat)])).then(all => all.every(a => a.status === 404))`) {
		t.Error("everybody is told what Paul's bot was sent")
	}
	do(t, nobody, chromedp.Navigate(s.address+"/c/cup/games/1/"))
	until(t, nobody, `document.documentElement.classList.contains("ready") && document.querySelector("a[download]") !== null`)
	if head := eval[string](t, nobody, `fetch("replay").then(a => a.ok ? a.text() : "").then(text => text.slice(0, 4))`); head == "" {
		t.Error("the replay of a game of a finished contest is not there")
	}

	for i, o := range outfits {
		t.Run(o.name, func(t *testing.T) {
			if i > 1 {
				tier.Long(t)
			}
			var axe chromium.Axe
			t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
			for _, x := range []struct {
				name, path string
				tab        context.Context
			}{
				{"home-anybody", "/", nobody}, {"home", "/", paul}, {"sign-in", "/sign-in", nobody}, {"account", "/account", paul},
				{"people", "/people", olga}, {"audit", "/audit", olga},
				{"contest", "/c/evening", paul}, {"contest-over", "/c/cup", nobody}, {"contest-organiser", "/c/evening", olga},
				{"desk", "/c/evening/desk", olga},
				{"guide", "/c/evening/guide", paul}, {"guide-hands", "/c/hands/guide", nobody}, {"new", "/new?kind=bomberman", olga},
				{"statistics", "/c/evening/statistics", nobody}, {"bot", page, paul}, {"bot-anybody", page, nobody},
				{"gallery", "/c/hands/gallery", nobody},
				{"game", strings.TrimPrefix(own, s.address), paul}, {"game-hands", "/c/hands/games/1/", nobody},
				{"live", "/c/evening/live/", nobody}, {"missing", "/none", nobody},
				{"report", "/c/cup/report/", nobody}, {"report-games", "/c/cup/report/games.html", nobody},
				{"report-game", "/c/cup/report/games/1.html", nobody},
			} {
				dress(t, x.tab, o)
				chromium.Visit(t, x.tab, s.address+x.path)
				until(t, x.tab, `document.readyState === "complete" && (!document.documentElement.classList.contains("loading") || document.documentElement.classList.contains("ready"))`)
				if x.name == "live" { // the page loads itself again for the next game, unless its reader looks at an earlier round
					until(t, x.tab, `document.documentElement.classList.contains("ready") && (document.getElementById("reset").click(), document.getElementById("round").textContent === "0")`)
				}
				shoot(t, x.tab, "pages-"+x.name+"-"+o.name)
				fits(t, x.tab, x.name)
				axe.Check(t, x.tab, x.name)
				if tier.IsLong() && o.theme == "light" {
					tabs(t, x.tab, x.name)
				}
			}
		})
	}
}
