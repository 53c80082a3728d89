package site

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/compile"
	"agon/contest/config"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/record/replay/archive"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/people"
)

// figured lets a site compute figures.
func figured(o *Options) {
	o.Contests.Figures = func(ctx context.Context, dir string) (*report.Figures, error) {
		c, err := contest.Recall(ctx, dir, contest.Recalling{
			Kinds: all.Find, Formats: formats.Formats, Archive: archive.Open,
			Store: func(ctx context.Context, dir string) (store.Store, error) { return ledgers.Ledgers{}.Open(ctx, dir) },
		})
		if err != nil {
			return nil, err
		}
		defer c.Close()
		result, _, err := c.Recount(ctx)
		if err != nil {
			return nil, err
		}
		return compile.Figures(ctx, c, result)
	}
	o.Game = func(_ string, number int) (*Game, error) {
		if number > 2 {
			return nil, fs.ErrNotExist
		}
		return nil, errors.New("no replays in this test")
	}
}

// The statistics of a contest and what games say of a bot.
func TestFigures(t *testing.T) {
	s := serve(t, figured)
	anybody, olga := s.browser(t), s.as(t, people.Organiser)
	if a := anybody.get("/c/cup/statistics"); a.code != 200 || !strings.Contains(a.text, "No game has been played yet") {
		t.Fatal(a.code, a.text)
	}
	id := s.insertBot(t, "one", 1)
	s.rewrite(t, strings.Replace(cup, "games = 2", "games = 30", 1))
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	anybody.until("/c/cup", "finished")
	a := anybody.get("/c/cup/statistics")
	for _, part := range []string{"<h2>Places</h2>", "<h2>Move times</h2>", "<h2>Seats</h2>", "<h2>Pairs</h2>",
		"<h2>Processor time</h2>", `<th scope="col">20`} {
		if !strings.Contains(a.text, part) {
			t.Errorf("no %q on %s", part, a.text)
		}
	}
	if text := olga.get("/c/cup/desk").text; strings.Contains(text, "of the processor time") {
		t.Error("the desk compares built-in bots:", text)
	}
	bot := "/c/cup/bots/" + strconv.FormatInt(id, 10)
	a = anybody.get(bot)
	for _, part := range []string{"Head to head", "/c/cup/games/60/", `<p class="place-now">1st of 2`,
		"<dt>Last seven days</dt><dd>60 games", `<svg class="h2h"`, "?from=20#games"} {
		if !strings.Contains(a.text, part) {
			t.Errorf("no %q on %s", part, a.text)
		}
	}
	if a := anybody.get(bot + "?from=40&place=won"); !strings.Contains(a.text, "/c/cup/games/20/") ||
		strings.Contains(a.text, "/c/cup/games/21/") || strings.Contains(a.text, ">Older<") ||
		!strings.Contains(a.text, `?from=20&amp;place=won#games`) {
		t.Error(a.text)
	}
	_, valid := s.description(t)
	if a := s.call(t, "", "GET", apiRoot+"/contests/cup/statistics", "", ""); !strings.Contains(a.text, `"weeks":[{"week":"20`) {
		t.Error("programs get no processor time:", a.text)
	}
	for path, part := range map[string]string{"/statistics": `"seats":[{"seat":1,"games":60`,
		"/bots/{bot}/record": `"rivals":[{"bot":"two"`, "/bots/{bot}/record?from=59": `"games":[{"number":1,`,
		"/bots/{bot}": `"week":{"games":60}`} {
		a := s.call(t, "", "GET", strings.ReplaceAll(apiRoot+"/contests/cup"+path, "{bot}", strconv.FormatInt(id, 10)), "", "")
		if a.code != 200 || !strings.Contains(a.text, part) {
			t.Errorf("%s: %d %s", path, a.code, a.text)
		}
		valid(apiRoot+"/contests/{contest}"+strings.TrimSuffix(path, "?from=59"), "get", a)
	}
	for query, want := range map[string]bool{"against=two": true, "against=" + url.QueryEscape("no such bot"): false, "place=won": true,
		"place=3": false, "faults=with": false, "stage=" + url.QueryEscape("all meet"): true, "stage=final": false} {
		if a := anybody.get(bot + "?" + query); a.code != 200 || strings.Contains(a.text, "No game matches") == want {
			t.Errorf("%s: %d, games match: %v", query, a.code, !want)
		}
	}
	if a := olga.post("/c/cup/freeze", "why", "the last day"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := anybody.get("/c/cup/statistics"); a.code != 403 {
		t.Error("statistics are shown during a freeze:", a.code)
	}
	if a := anybody.get(bot); strings.Contains(a.text, "Head to head") {
		t.Error("games are shown during a freeze")
	}
	if a := s.call(t, "", "GET", apiRoot+"/contests/cup/statistics", "", ""); a.code != 422 {
		t.Error("programs read statistics during a freeze:", a.code)
	}
	if a := anybody.get("/c/cup/games/1/"); a.code != 403 {
		t.Error("a game is shown during a freeze:", a.code)
	}
	if a := olga.get("/c/cup/statistics"); a.code != 200 {
		t.Error(a.code)
	}
}

// Figures are computed again when the table is newer, and not for each visitor.
func TestFiguresAreComputedOnce(t *testing.T) {
	asked := 0
	s := serve(t, func(o *Options) {
		figured(o)
		compute := o.Contests.Figures
		o.Contests.Figures = func(ctx context.Context, dir string) (*report.Figures, error) {
			asked++
			return compute(ctx, dir)
		}
	})
	olga := s.as(t, people.Organiser)
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	olga.until("/c/cup", "finished")
	for range 5 {
		if a := olga.get("/c/cup/statistics"); a.code != 200 {
			t.Fatal(a.code, a.text)
		}
	}
	if asked != 1 {
		t.Errorf("the figures were computed %d times", asked)
	}
	if state, _, _ := mustFind(t, s, "cup").State(); state != contests.Over {
		t.Error(state)
	}
}

// Who opens the page of a bot after the pause of a contest reads all of its games, even if the figures were computed shortly before.
func TestFiguresOfAPausedContest(t *testing.T) {
	s := serve(t, func(o *Options) {
		decided(o)
		figured(o)
		compute := o.Contests.Figures
		o.Contests.Figures = func(ctx context.Context, dir string) (*report.Figures, error) {
			time.Sleep(300 * time.Millisecond) // a fortieth of the time: the next computation is due after 12 s
			return compute(ctx, dir)
		}
	})
	olga, cupContest := s.as(t, people.Organiser), mustFind(t, s, "cup")
	s.rewrite(t, strings.Replace(cup, "games = 2", "games = 100000", 1))
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	played := func() (figures, table int) {
		f, err := s.site.contests.Figures(t.Context(), cupContest)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil {
			figures = f.Stages[0].Played
		}
		if now := cupContest.Newest(); now != nil {
			table = now.Stage.Played
		}
		return figures, table
	}
	for {
		if figures, table := played(); figures > 0 && table > figures {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if a := olga.post("/c/cup/pause", "why", "lunch"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	s.settled(t)
	if figures, table := played(); figures != table {
		t.Fatalf("%d games in the figures of a paused contest, and %d in its table", figures, table)
	}
}

// The share of processor time of a bot is said where two programs have played; built-in bots and other versions of a bot are no second one.
func TestCostsOfPrograms(t *testing.T) {
	for _, tt := range []struct {
		authors []string // of the bots, by entry
		names   string
		want    string
	}{
		{[]string{"Ann", "Bob", lineup.BuiltIn}, "abc", "b took 40 % of the processor time of week 2026-W09"},
		{[]string{"Ann", lineup.BuiltIn, lineup.BuiltIn}, "abc", ""},
		{[]string{"Ann", "Ann", lineup.BuiltIn}, "aac", ""},
		{[]string{lineup.BuiltIn, lineup.BuiltIn, lineup.BuiltIn}, "abc", ""},
	} {
		f := &report.Figures{Spreads: []report.Spread{report.NewSpread()}}
		for i, micros := range []float64{35, 40, 25} {
			f.Entries = append(f.Entries, report.Version{Bot: tt.names[i : i+1], Label: tt.names[i : i+1], Author: tt.authors[i]})
			f.Spreads[0].Spend("2026-W09", 0, i, micros)
		}
		if got := costsOf(f); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.authors, got, tt.want)
		}
	}
}

// twoPrograms is a contest of two programs and a built-in bot, whose processor time can be compared.
const twoPrograms = `
kind = "tron"
seed = 3
[[bots]]
ref = "up.sh"
[[bots]]
ref = "left.sh"
[[bots]]
ref = "builtin:random"
[[stages]]
format = "round-robin"
games = 2
`

// The desk says which of two programs took most processor time.
func TestTheDeskComparesPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	s := serve(t, func(o *Options) {
		figured(o)
		o.Contests.Open = func(ctx context.Context, file string) (*contest.Contest, error) {
			f, err := config.Read(file)
			if err != nil {
				return nil, err
			}
			return contest.Open(ctx, f, contest.Setup{Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
				Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
					return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
				}})
		}
	})
	for name, word := range map[string]string{"up.sh": "UP", "left.sh": "LEFT"} {
		text := "#!/bin/sh\nwhile read -r line; do echo " + word + "; done\n"
		if err := os.WriteFile(filepath.Join(filepath.Dir(mustFind(t, s, "cup").Path), name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.rewrite(t, twoPrograms)
	olga := s.as(t, people.Organiser)
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	olga.until("/c/cup", "finished")
	olga.says("the desk", olga.get("/c/cup/desk").text, " % of the processor time of week 20")
}
