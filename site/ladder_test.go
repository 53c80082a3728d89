package site

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/internal/tier"
	"agon/record/replay/archive"
	"agon/site/contests"
	"agon/site/people"
)

// TestLadderOfThreeWeeks plays 21 days of a ladder with the site's clock: each day it opens and closes by its dates, bots come, change,
// rest, wake and go, and the server is closed and opened again. At the end the table is the one that the ledger alone gives.
func TestLadderOfThreeWeeks(t *testing.T) {
	tier.Long(t)
	today := &clock{now: time.Date(2026, 3, 2, 8, 0, 0, 0, time.Local)}
	s := serve(t, func(o *Options) {
		o.Now = today.Now
		decided(o)
		o.Contests.Open = func(ctx context.Context, file string) (*contest.Contest, error) { return openAt(ctx, file, today.Now) }
	})
	olga := s.as(t, people.Organiser)
	builtins := []string{"steve", "painter"}
	bots := map[string]string{"Bot 0": "steve", "Bot 1": "painter"}
	resting := ""
	for day := range 21 {
		switch {
		case day == 9:
			bots["Bot 1"] = "rambo" // a new version
		case day == 15:
			delete(bots, "Bot 0")
		case day%2 == 1:
			bots[fmt.Sprint("Bot ", 1+(day+1)/2)] = builtins[day/2%2]
		}
		text := "kind = \"colour-battle\"\nname = \"Three weeks\"\nseed = 3\n[options]\nrounds = 10\n"
		for n := range 30 {
			name := fmt.Sprint("Bot ", n)
			if builtin, ok := bots[name]; ok {
				text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\nname = %q\n", builtin, name)
			}
		}
		s.rewrite(t, text+"[[stages]]\nname = \"season\"\nformat = \"ladder\"\n")
		if day > 0 {
			if resting != "" {
				s.decide(t, olga, "reinstated", resting, "its author has woken it")
				resting = ""
			}
			if day%5 == 2 {
				resting = "Bot 2"
				s.decide(t, olga, "withdrawn", resting, "it was late in five games running")
			}
		}
		_, planned := soFar(t, s)
		if a := olga.post("/c/cup/start"); a.code != 303 {
			t.Fatalf("day %d: %d %s", day, a.code, a.text)
		}
		for { // until a round of play was planned today
			if played, _ := soFar(t, s); played > planned {
				break
			}
			if state, why, _ := mustFind(t, s, "cup").State(); state == contests.Failed {
				t.Fatalf("day %d: %s", day, why)
			}
			olga.get("/c/cup")
		}
		if state, _, _ := mustFind(t, s, "cup").State(); state == contests.Playing {
			if a := olga.post("/c/cup/pause", "why", "the night"); a.code != 303 && a.code != 422 {
				t.Fatalf("day %d: %d %s", day, a.code, a.text)
			}
			s.settled(t)
		}
		today.jump(24 * time.Hour)
		if day%7 == 6 {
			s.reopen(t)
			olga.at = s.URL
		}
	}
	shown := mustFind(t, s, "cup").Newest()
	if len(shown.Stage.Standings) != len(bots) {
		t.Errorf("%d bots in the table, and %d in the contest", len(shown.Stage.Standings), len(bots))
	}
	c, err := contest.Recall(t.Context(), filepath.Join(s.dir, "contests", "cup", "contest"), contest.Recalling{
		Kinds: all.Find, Formats: formats.Formats, Archive: archive.Open,
		Store: func(ctx context.Context, dir string) (store.Store, error) { return ledgers.Ledgers{}.Open(ctx, dir) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	result, findings, err := c.Recount(t.Context())
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	days := map[string]bool{}
	for _, d := range c.Days() {
		days[d.Date] = true
	}
	if len(days) != 21 {
		t.Errorf("the ledger has %d days", len(days))
	}
	last := result.Stages[len(result.Stages)-1]
	again := compile.Standings(c, last.Table)
	line := func(name string, rank, played int, rating float64) string {
		return fmt.Sprint(rank, " ", name, " ", played, " ", rating)
	}
	var want, got []string
	for i := range again {
		want = append(want, line(again[i].Name, again[i].Rank, again[i].Played, again[i].Rating))
	}
	for i := range shown.Stage.Standings {
		l := &shown.Stage.Standings[i]
		got = append(got, line(l.Name, l.Rank, l.Played, l.Rating))
	}
	if a, b := text(t, got), text(t, want); a != b {
		t.Errorf("the table is\n%s\nand that of the ledger\n%s", a, b)
	}
}

// settled returns when nothing is being done with the contest cup.
func (s *served) settled(t *testing.T) {
	t.Helper()
	for c := mustFind(t, s, "cup"); c.Busy() != nil; {
		runtime.Gosched()
	}
}

// soFar returns the numbers of games in the newest table of the contest cup, played and planned.
func soFar(t *testing.T, s *served) (played, planned int) {
	t.Helper()
	if table := mustFind(t, s, "cup").Newest(); table != nil {
		return table.Stage.Played, table.Stage.Planned
	}
	return 0, 0
}

// decide decides about a bot of the contest cup.
func (s *served) decide(t *testing.T, by *browser, what, bot, why string) {
	t.Helper()
	if a := by.post("/c/cup/decide", "what", what, "bot", bot, "why", why); a.code != 303 {
		t.Fatalf("%s %s: %d %s", what, bot, a.code, a.text)
	}
}

func text(t *testing.T, lines []string) string {
	t.Helper()
	out, err := json.Marshal(lines)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(out), ",", "\n")
}
