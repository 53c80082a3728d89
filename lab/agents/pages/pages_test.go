package pages

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/lab/agents/verdict"
)

func TestMain(m *testing.M) { os.Exit(chromium.Shared{Tests: m}.Run()) }

// evil is what nobody may get into a page.
const evil = "<script>document.title='owned'</script><img src=x onerror=alert(1)>"

// contestOf returns a contest of four agents, one of which writes hostile texts, with runs of six rounds.
func contestOf(runs int) Contest {
	c := Contest{Title: "Agents on Tron", Kind: "Tron", Game: func(run, number int) string {
		if number%2 == 0 {
			return ""
		}
		return fmt.Sprintf("run-%d/games/%d.html", run+1, number)
	}}
	names := []string{"ann", "bob", "an-agent-with-a-rather-long-name", "<b>cid</b>"}
	var played []verdict.Run
	for run := range runs {
		played = append(played, play(run, names))
		for round := 1; round <= 6; round++ {
			for i, name := range names {
				e := Edit{Run: run, Agent: name, Round: round, Ended: "done", Text: "It ended after 4 min.", Wall: 241_500,
					CPU: 600_000, Memory: 90_000_000, Disk: 12_000_000, Printed: 3000, Submissions: 2, Practice: 1180,
					Handed: strings.Repeat("0123456789abcdef", 2),
					Report: json.RawMessage(`{"tokens": 120500, "cost": 1.25, "model": "PRIVATE"}`), Transcript: "$ agon check\n" + evil,
					Diff: "diff --git a/bot.py b/bot.py\n--- a/bot.py\n+++ b/bot.py\n@@ -1,2 +1,2 @@\n-depth = 3\n+depth = 4 " + evil}
				if i == 2 && round == 3 {
					e.Refused = []string{"The proxy refused 10.0.0.1:80: SyntaxError"}
					e.Rejected = "bot.py:3: SyntaxError: " + strings.Repeat("x", 300) + evil
					e.Handed, e.Ended, e.Text = "", "bell", "The time was over."
				}
				c.Edits = append(c.Edits, e)
			}
		}
	}
	c.Verdict = verdict.Judge(played)
	return c
}

// play returns a run in which agents gain by their number.
func play(nth int, names []string) verdict.Run {
	dice := rand.New(rand.NewPCG(7, uint64(nth)))
	r := verdict.Run{Seed: int64(nth), Agents: names, Rounds: 6, Versions: []verdict.Version{{Agent: "wall", House: true}}}
	strength := []float64{0}
	meet := func(round, one, other int) {
		for range 20 {
			g := verdict.Game{Number: len(r.Games) + 1, Start: len(r.Games), Round: round, Seats: []int{one, other},
				Values: []float64{0, 1}, Faults: []map[string]int{{"late": dice.IntN(30) / 29}, nil}}
			if dice.Float64() < 1/(1+math.Exp(strength[other]-strength[one])) {
				g.Values = []float64{1, 0}
			}
			r.Games = append(r.Games, g)
		}
	}
	for round := 1; round <= 6; round++ {
		first := len(r.Versions)
		for i, name := range names {
			r.Versions = append(r.Versions, verdict.Version{Agent: name, Round: round, Hash: fmt.Sprint(name, round), Played: []int{round}})
			strength = append(strength, float64(i*round)/8+dice.NormFloat64()/4)
			for other := first; other < first+i; other++ {
				meet(round, first+i, other)
			}
			meet(round, first+i, 0)
			if round > 1 {
				meet(round, first+i, first+i-len(names))
			}
		}
	}
	return r
}

// Everything that strangers wrote is text on every page, and what is private is in none that are published.
func TestTextsOfStrangers(t *testing.T) {
	for _, public := range []bool{false, true} {
		dir := t.TempDir()
		c := contestOf(2)
		c.Public = public
		if err := Write(dir, c); err != nil {
			t.Fatal(err)
		}
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		if len(names) != 8 {
			t.Errorf("written are %v", names)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			page, of := string(text), filepath.Base(name)
			for _, markup := range []string{"<script", "<img", "<b>cid"} {
				if strings.HasSuffix(of, ".html") && strings.Contains(page, markup) {
					t.Errorf("%s has %s of strangers", of, markup)
				}
			}
			private := strings.Contains(page, "PRIVATE") || strings.Contains(page, "SyntaxError") || strings.Contains(page, "depth = 4")
			if shown := of == "agent-3.html" || of == "verdict.json"; private != (shown && !public) && (public || shown) {
				t.Errorf("%s, public %v: private texts %v", of, public, private)
			}
			if strings.HasPrefix(of, "agent-") && !strings.Contains(page, "tokens 120\u2009500") {
				t.Errorf("%s does not show what the agent reports", of)
			}
		}
		var back Contest
		text, _ := os.ReadFile(filepath.Join(dir, "verdict.json"))
		if err := json.Unmarshal(text, &back); err != nil || len(back.Verdict.Runs) != 2 || len(back.Edits) != 48 {
			t.Errorf("the JSON is %v: %v", back.Title, err)
		}
	}
}

// What is not known of an edit on another machine is no zero.
func TestEditsOnOtherMachines(t *testing.T) {
	dir, c := t.TempDir(), contestOf(1)
	for i := range c.Edits {
		if e := &c.Edits[i]; e.Agent == "ann" {
			e.Remote, e.CPU, e.Memory, e.Printed = true, 0, 0, 0
		}
	}
	if err := Write(dir, c); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[string]bool{
		"index.html": {">unknown<": true}, "agent-1.html": {"<dt>Memory": false, "<dt>Wall": true},
		"agent-2.html": {"<dt>Memory": true},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		for part, has := range want {
			if err != nil || strings.Contains(string(text), part) != has {
				t.Errorf("%s, %v: %q is in it: %v", name, err, part, !has)
			}
		}
	}
}

// What is too long is cut, and says so.
func TestLongTextsAreCut(t *testing.T) {
	text := tail(strings.Repeat("a", mostText) + "end")
	if !strings.HasPrefix(text, "3 bytes before this") || !strings.HasSuffix(text, "end") {
		t.Errorf("the end is %.40q", text)
	}
	if text := head("begin" + strings.Repeat("ä", mostText)); !strings.HasPrefix(text, "begin") || !strings.HasSuffix(text, "kB more") {
		t.Errorf("the beginning ends with %q", text[len(text)-40:])
	}
	if text := head("\x1b[2Jred"); strings.Contains(text, "\x1b") {
		t.Errorf("control characters stay: %q", text)
	}
}

// Contests without games or runs have pages, too.
func TestPagesOfNothing(t *testing.T) {
	for _, runs := range [][]verdict.Run{nil, {{Agents: []string{"ann"}}}} {
		if err := Write(t.TempDir(), Contest{Title: "Nothing", Verdict: verdict.Judge(runs)}); err != nil {
			t.Error(err)
		}
	}
}

// Pages are sound at every size: nothing scrolls sideways but tables in their frames, and nothing is missing.
func TestPagesAtEverySize(t *testing.T) {
	browser := chromium.Open(t)
	dir := t.TempDir()
	if err := Write(dir, contestOf(2)); err != nil {
		t.Fatal(err)
	}
	tab := chromium.Tab(t, browser)
	const paper = 794
	for _, wide := range []int64{390, 768, paper, 1280} {
		if wide == 768 && !tier.IsLong() {
			continue
		}
		theme, media := map[bool]string{true: "dark", false: "light"}[wide == 390], map[bool]string{true: "print"}[wide == paper]
		chromium.Do(t, tab, chromedp.EmulateViewport(wide, 900))
		if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}); err != nil {
			t.Fatal(err)
		}
		for _, page := range []string{"index", "agent-3"} {
			chromium.Do(t, tab, chromedp.Navigate("file://"+dir+"/"+page+".html"))
			chromium.Until(t, tab, `document.readyState === "complete"`)
			chromium.Eval[any](t, tab, `document.querySelectorAll("details").forEach(d => d.open = true)`)
			if over := chromium.Eval[int](t, tab, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%s is %d pixels too wide at %d", page, over, wide)
			}
			if title := chromium.Eval[string](t, tab, `document.title`); !strings.HasSuffix(title, "Agents on Tron · agon") {
				t.Errorf("the title of %s is %q", page, title)
			}
			chromium.Shoot(t, tab, fmt.Sprintf("agents-%s-%d", page, wide))
		}
		if lines := chromium.Eval[int](t, tab, `document.querySelectorAll(".diff .added").length`); lines != 12 {
			t.Errorf("%d added lines are shown", lines)
		}
	}
}
