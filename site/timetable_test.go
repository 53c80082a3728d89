package site

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/config"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/site/contests"
	"agon/site/people"
)

const seasonLadder = `
kind = "colour-battle"
name = "Ladder"
zone = "Europe/Amsterdam"
[options]
rounds = 10
[[bots]]
ref = "one=builtin:steve"
[[bots]]
ref = "two=builtin:rambo"
[[bots]]
ref = "three=builtin:painter"
[[bots]]
ref = "four=builtin:steve"
[[stages]]
name = "season"
format = "ladder"
[[timetable]]
every = "daily 02:00"
until = "06:00"
do = "play"
[[timetable]]
at = "2026-01-29 18:00"
do = "close"
`

const seasonFinal = `
kind = "colour-battle"
name = "The Final"
zone = "Europe/Amsterdam"
[options]
rounds = 10
[[stages]]
name = "final"
format = "round-robin"
games = 2
advance = 2
[[stages]]
name = "gold"
format = "round-robin"
games = 1
[[timetable]]
at = "2026-01-29 18:00"
do = "freeze"
[[timetable]]
at = "2026-01-29 18:00"
do = "final"
stage = "final"
bots = "cup#1-3"
[[timetable]]
at = "2026-01-30 12:00"
do = "final"
stage = "gold"
[[timetable]]
at = "2026-01-30 20:00"
do = "publish"
`

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

// A ladder plays at night, through a restart of its site; at its time the final begins with the first three of it, then its second stage at
// its own time, and the results are published. Nobody presses a button.
func TestASeasonByItsTimetable(t *testing.T) {
	now := &clock{now: time.Date(2026, 1, 26, 0, 0, 0, 0, time.UTC)}
	s := serve(t, func(o *Options) {
		decided(o)
		write(t, filepath.Join(o.Dir, "contests", "cup", contests.FileName), seasonLadder)
		write(t, filepath.Join(o.Dir, "contests", "final", contests.FileName), seasonFinal)
		o.Now = now.Now
		o.Contests.Open = func(ctx context.Context, file string) (*contest.Contest, error) { return openAt(ctx, file, now.Now) }
	})
	at := func(day, hour int) {
		t.Helper()
		to := time.Date(2026, 1, day, hour-1, 0, 0, 0, time.UTC)
		now.jump(to.Sub(now.Now()))
		s.site.schedule.Tick(t.Context())
	}
	state := func(name string) contests.State {
		state, _, _ := mustFind(t, s, name).State()
		return state
	}
	olga := s.as(t, people.Organiser)
	olga.says("the page", olga.get("/c/cup").text, "Timetable", "Mon <time", "26 Jan 2026, 02:00 CET",
		"06:00 CET</time></td><td>rounds of play</td>", "submissions close")
	olga.says("the calendar", olga.get("/c/cup/calendar.ics").text, "UID:cup-play-0-20260126T0100@127.0.0.1", "DTSTART:20260126T010000Z",
		"DTEND:20260126T050000Z\r\nSUMMARY:Ladder: rounds of play\r\n", "DTSTART:20260320T010000Z")
	for _, path := range []string{"/c/cup", "/c/cup/calendar.ics", "/calendar", "/c/cup/desk"} {
		if text := olga.get(path).text; strings.Contains(text, "rounds of play pause") || strings.Contains(text, "rounds of play begin") {
			t.Errorf("%s has a night in two parts:\n%s", path, text)
		}
	}
	olga.says("the desk", olga.get("/c/cup/desk").text, "What is due", "26 Jan 2026, 02:00 CET", "Nothing is stuck.",
		"<p>open</p><small>until 29 Jan 2026, 18:00 CET</small>")
	olga.says("all dates", olga.get("/calendar").text, "until <time datetime=\"2026-01-26T05:00:00Z\">06:00 CET</time>", "The Final",
		"the stage &#34;final&#34; begins", "the results are published")

	at(26, 2)
	eventually(t, "no game is played at night", func() bool { played, _ := soFar(t, s); return played > 0 })
	at(26, 3)
	s.reopen(t)
	olga.at = s.URL
	if state("cup") != contests.Playing {
		t.Fatalf("after a restart at night it is %s", state("cup"))
	}
	at(26, 6)
	s.settled(t)
	if state("cup") != contests.Paused {
		t.Fatalf("in the morning it is %s", state("cup"))
	}
	if a := olga.post("/c/final/start"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	olga.says("the final, begun too early", olga.until("/c/final/desk", "It is paused"),
		"its stage &#34;final&#34; begins on 29 Jan 2026, 18:00 CET, by its timetable.")

	at(29, 18)
	s.settled(t)
	olga.says("missed nights", olga.get("/c/cup/desk").text, "The timetable: late: nothing to do any more.",
		"daily 02:00 until 06:00: missed since 27 Jan 2026, 02:00 CET", "closed submissions", "the timetable")
	eventually(t, "the final is not played", func() bool { return state("final") == contests.Paused })
	final := mustFind(t, s, "final")
	if f, _ := final.Frozen(); f.IsZero() {
		t.Error("the final is not frozen")
	}
	top, played := topOf(mustFind(t, s, "cup").Newest())[:3], topOf(final.Newest())
	slices.Sort(top)
	slices.Sort(played)
	if !slices.Equal(top, played) {
		t.Errorf("the final is played by %v, and the first of the ladder are %v", played, top)
	}
	olga.says("between the stages", olga.get("/c/final/desk").text, "its stage &#34;gold&#34; begins on 30 Jan 2026, 12:00 CET",
		"begins 30 Jan 2026, 12:00 CET")
	at(30, 12)
	eventually(t, "the second stage is not played", func() bool { return state("final") == contests.Over })
	if table := final.Newest(); table.Nth != 1 || len(table.Stage.Standings) != 2 || !table.Over {
		t.Errorf("%+v", table.Stage)
	}
	at(30, 20)
	if f, _ := final.Frozen(); !f.IsZero() {
		t.Error("the results are not published")
	}
	olga.says("the log", olga.get("/audit").text, "the timetable", "let cup play", "paused cup", "let the stage &#34;final&#34; begin",
		"let the stage &#34;gold&#34; begin", "froze the table", "published the results")
	if text := olga.get("/c/final/desk").text; !strings.Contains(text, "The timetable is over.") {
		t.Error(text)
	}
}

// topOf returns the bots of a table, in its order.
func topOf(t *contests.Table) (names []string) {
	for i := range t.Stage.Standings {
		names = append(names, t.Stage.Standings[i].Name)
	}
	return names
}

// Settings refuse a line in the past, and a final from the contest itself; nothing is changed.
func TestATimetableInSettings(t *testing.T) {
	now := &clock{now: time.Date(2026, 1, 26, 0, 0, 0, 0, time.UTC)}
	s := serve(t, func(o *Options) { o.Now = now.Now })
	olga := s.as(t, people.Organiser)
	for lines, want := range map[string]string{
		"at = \"2026-01-25 18:00\"\ndo = \"freeze\"":                    "line 14: at = &#34;2026-01-25 18:00&#34; is in the past",
		"at = \"2026-01-29 18:00\"\ndo = \"final\"\nbots = \"cup#1\"":   "line 16: bots = &#34;cup#1&#34; is this contest itself",
		"at = \"2026-01-29 18:00\"\ndo = \"final\"\nstage = \"gold\"":   "line 16: stage = &#34;gold&#34; is not a stage of this file",
		"cron = \"0 0 30 2 *\"\ndo = \"play\"":                          "line 14: cron = &#34;0 0 30 2 *&#34; is not a time that comes",
		"at = \"2026-01-29 18:00\"\ndo = \"final\"\nbots = \"../../x\"": "line 16: &#34;../../x&#34; is not in the contest",
	} {
		a := olga.post("/c/cup/settings", "as", "file", "text", cup+"[[timetable]]\n"+lines+"\n", "why", "x")
		if !strings.Contains(a.text, "contest.toml, "+want) {
			t.Errorf("%s: %d %s", lines, a.code, a.text)
		}
	}
	if text, err := mustFind(t, s, "cup").Text(); err != nil || string(text) != cup {
		t.Errorf("%v: %s", err, text)
	}
}

// A contest that is over goes on when its settings add a stage that begins by the timetable, at its time.
func TestAStageIsAddedToWhatIsOver(t *testing.T) {
	now := &clock{now: time.Date(2026, 1, 26, 0, 0, 0, 0, time.UTC)}
	s := serve(t, func(o *Options) {
		decided(o)
		o.Now = now.Now
		o.Contests.Open = func(ctx context.Context, file string) (*contest.Contest, error) { return openAt(ctx, file, now.Now) }
		o.Contests.Fits = func(ctx context.Context, c *contest.Contest, f *config.File) ([]string, error) {
			return c.Fits(ctx, f.At(now.Now()), contest.Setup{Kinds: all.Find, Formats: formats.Formats})
		}
	})
	olga := s.as(t, people.Organiser)
	olga.post("/c/cup/start")
	olga.until("/c/cup", "finished")
	text := cup + "[[stages]]\nname = \"gold\"\nformat = \"round-robin\"\ngames = 2\n" +
		"[[timetable]]\nat = \"2026-02-01 12:00\"\ndo = \"final\"\n"
	if a := olga.post("/c/cup/settings", "as", "file", "text", text, "why", "a final"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	s.settled(t)
	state := func() contests.State { state, _, _ := mustFind(t, s, "cup").State(); return state }
	if state() != contests.Waiting {
		t.Fatal("it is", state())
	}
	olga.says("the settings", olga.get("/c/cup/settings").text, "[[timetable]]")
	s.site.schedule.Tick(t.Context()) // as it does every second
	now.jump(7 * 24 * time.Hour)
	s.site.schedule.Tick(t.Context())
	eventually(t, "the stage is not played", func() bool { return state() == contests.Over && mustFind(t, s, "cup").Newest().Nth == 1 })
}
