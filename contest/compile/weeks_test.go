package compile

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/report/folder"
)

// week plays a contest of built-in bots for one week, and returns its report.
func week(t *testing.T, dir string, nth int, bots []string, now func() time.Time) (*contest.Contest, *report.Run) {
	t.Helper()
	text := "kind = \"colour-battle\"\nname = \"Weeks\"\nseed = 5\n[options]\nrounds = 20\n"
	for _, b := range bots {
		name, builtin, _ := strings.Cut(b, "=")
		text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\nname = %q\n", builtin, name)
	}
	text += "[[stages]]\nname = \"season\"\nformat = \"ladder\"\n"
	f, err := config.Parse(filepath.Join(dir, "weeks.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(context.Background(), f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
		Now: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	result, err := run.Run(context.Background(), c, run.Options{Cores: 2, Rounds: nth + 1})
	if err != nil {
		t.Fatal(err)
	}
	run, err := Report(context.Background(), c, result, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c, run
}

// weekly returns a clock that stands at noon of a week's first day.
func weekly(nth int) func() time.Time {
	return func() time.Time { return time.Date(2023, 1, 2+7*nth, 12, 0, 0, 0, time.Local) }
}

// TestAClockThatJumps: a clock that goes back and forth by hours and by centuries changes no table, and the order of decisions and days is
// that in which they were made.
func TestAClockThatJumps(t *testing.T) {
	jumps := []time.Duration{0, 400 * 24 * time.Hour, -3 * time.Hour, -250 * 365 * 24 * time.Hour, time.Hour, 80 * 365 * 24 * time.Hour,
		-time.Second}
	calls := 0
	jumping := func() time.Time {
		calls++
		return weekly(1)().Add(jumps[calls%len(jumps)])
	}
	var tables, decided []string
	for _, jump := range []bool{false, true} {
		dir, bots := t.TempDir(), []string{"Ann=steve", "Bob=rambo"}
		var run *report.Run
		for nth := range 6 {
			bots = append(bots, fmt.Sprintf("Bot %d=%s", nth, []string{"steve", "painter"}[nth%2]))
			if nth == 3 {
				bots = slices.Delete(bots, 1, 2)
			}
			now := weekly(nth)
			if jump {
				now = jumping
			}
			var c *contest.Contest
			if c, run = week(t, dir, nth, bots, now); nth == 5 {
				if err := folder.Write(filepath.Join(c.Dir, report.Folder), run); err != nil {
					t.Fatal(err)
				}
			}
		}
		var table, decisions string
		for _, s := range run.Last().Standings {
			table += fmt.Sprintln(s.Rank, s.Name, s.Rating, s.Played)
		}
		for _, d := range run.Decisions {
			decisions += fmt.Sprintln(d.What, d.Bot, d.Text)
		}
		tables, decided = append(tables, table), append(decided, decisions)
		for i := 1; i < len(run.Days); i++ {
			if run.Days[i].Round < run.Days[i-1].Round {
				t.Errorf("day %d began with round %d after round %d: %v", i+1, run.Days[i].Round, run.Days[i-1].Round, run.Days)
			}
		}
	}
	if calls < 10 || tables[0] != tables[1] || decided[0] != decided[1] {
		t.Errorf("after %d calls of the clock the table is\n%s\nwhere it was\n%s\nand the decisions\n%s\nwhere they were\n%s", calls,
			tables[1], tables[0], decided[1], decided[0])
	}
}

// TestTwentyOneWeeks: a season in which a bot joins every week, some in new versions, and one leaves, ends with a chart of all weeks,
// with arrows, a feed, a badge and tables to commit.
func TestTwentyOneWeeks(t *testing.T) {
	dir := t.TempDir()
	builtins := []string{"steve", "rambo", "painter"}
	var bots []string
	var run *report.Run
	var c *contest.Contest
	for nth := range 21 {
		bots = append(bots, fmt.Sprintf("Bot <%c>=%s", 'A'+nth, builtins[nth%3]))
		if nth == 0 {
			bots = append(bots, "Bot 0=rambo")
		}
		if nth == 9 {
			bots[3] = "Bot <C>=rambo" // a new version
		}
		if nth == 15 {
			bots = slices.DeleteFunc(bots, func(b string) bool { return strings.HasPrefix(b, "Bot 0=") })
		}
		c, run = week(t, dir, nth, bots, weekly(nth))
	}
	s := run.Last()
	if len(s.Moments) != 21 || len(run.Days) != 21 || len(s.Standings) != 21 {
		t.Fatalf("%d moments, %d days, %d bots", len(s.Moments), len(run.Days), len(s.Standings))
	}
	for i, m := range s.Moments {
		bots := i + 2
		if i >= 15 {
			bots--
		}
		if want := time.Date(2023, 1, 2+7*i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly); m.Day != want || len(m.Places) != bots ||
			m.Round != i+1 {
			t.Errorf("week %d is %s (want %s), round %d, with %d bots (want %d)", i+1, m.Day, want, m.Round, len(m.Places), bots)
		}
	}
	for _, line := range s.Standings {
		before := s.Moments[19]
		if was := before.Place(line.Entry); was == 0 && !line.New || was > 0 && line.Climbed != was-line.Rank {
			t.Errorf("%s was %d and is %d: climbed %d, new %v", line.Name, was, line.Rank, line.Climbed, line.New)
		}
	}
	if len(run.Decisions) != 20+1+1 || len(run.Gone) != 2 {
		t.Errorf("%d decisions, gone are %+v", len(run.Decisions), run.Gone)
	}
	var places bytes.Buffer
	if err := chart.Places(&places, s, run.Names()); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(places.Bytes(), new(struct{})); err != nil {
		t.Errorf("the chart is no XML: %v", err)
	}
	if n := len(regexp.MustCompile(`<path `).FindAll(places.Bytes(), -1)); n != 21 || !strings.Contains(places.String(), "Bot &lt;A&gt;") {
		t.Errorf("the chart has %d lines:\n%.600s", n, &places)
	}
	if err := folder.Write(filepath.Join(c.Dir, report.Folder), run); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		folder.StandingsFile: "| ", folder.BadgeFile: "leads, 21 bots", report.FeedFile: "season, round 20: ",
		"stage-1-places.svg": "05-22", "index.html": "Places over time",
	} {
		text, err := os.ReadFile(filepath.Join(c.Dir, report.Folder, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, without %q:\n%.300s", name, err, want, text)
		}
	}
	var feed struct {
		Entries []struct {
			ID      string `xml:"id"`
			Updated string `xml:"updated"`
		} `xml:"entry"`
	}
	text, err := os.ReadFile(filepath.Join(c.Dir, report.Folder, report.FeedFile))
	if err == nil {
		err = xml.Unmarshal(text, &feed)
	}
	ids := map[string]bool{}
	for _, e := range feed.Entries {
		ids[e.ID] = true
	}
	if err != nil || len(feed.Entries) != 21+22 || len(ids) != len(feed.Entries) {
		t.Errorf("the feed has %d entries and %d IDs, %v", len(feed.Entries), len(ids), err)
	}
}
