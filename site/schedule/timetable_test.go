package schedule_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/site/contests"
	"agon/site/schedule"
)

// follow gives the contest a timetable, and reads it.
func (p *place) follow(t *testing.T, lines string) {
	t.Helper()
	if err := os.WriteFile(p.cup.Path, []byte("zone = \"Europe/Amsterdam\"\n"+cup+lines), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Tick(t.Context())
}

// at lets a time come, as "Fri 02:00" of the week of the test. Clocks are two hours ahead of UTC.
func (p *place) at(t *testing.T, day int, clock string) {
	t.Helper()
	at, err := time.Parse("15:04", clock)
	if err != nil {
		t.Fatal(err)
	}
	p.now = time.Date(2030, 5, day, at.Hour()-2, at.Minute(), 0, 0, time.UTC)
	p.Tick(t.Context())
}

const night = `
[[timetable]]
every = "daily 02:00"
until = "06:00"
do = "play"
`

// Rounds of play begin and pause at night, each once, also if the site is opened anew in between.
func TestNights(t *testing.T) {
	p := open(t) // 1 May 2030, 14:00 in Amsterdam
	p.follow(t, night)
	p.expect(t, "before")
	for day := 2; day < 4; day++ {
		p.at(t, day, "02:00")
		p.expect(t, "at night", "the timetable: let cup play")
		if p.state() != contests.Playing {
			t.Fatalf("at night the contest is %s", p.state())
		}
		p.reopen(t)
		p.at(t, day, "05:59")
		p.expect(t, "once")
		p.at(t, day, "06:00")
		p.expect(t, "in the morning", "the timetable: paused cup")
		if p.state() != contests.Paused {
			t.Fatalf("in the morning the contest is %s", p.state())
		}
	}
	if e := p.Coming("cup", 2); len(e) != 2 || e[0].Words != "rounds of play" || e[0].Key != "play-0-20300504T0000" ||
		e[0].At.Format("15:04 MST") != "02:00 CEST" || e[0].Ends.Sub(e[0].At) != 4*time.Hour || e[1].Words != "rounds of play" {
		t.Errorf("what comes: %+v", e)
	}
	if got := p.Next("cup"); got != "rounds of play from 4 May 2030, 02:00 CEST until 06:00 CEST" {
		t.Error(got)
	}
	p.at(t, 4, "02:00")
	if e := p.Coming("cup", 1); len(e) != 1 || e[0].Words != "rounds of play pause" || e[0].At.Format("2 Jan 15:04") != "4 May 06:00" {
		t.Errorf("what comes at night: %+v", e)
	}
}

// A night in which clocks are set ends when they show its end, and one that another line cuts short is one event all the same.
func TestNightsThatOverlap(t *testing.T) {
	p := open(t)
	p.now = time.Date(2030, 10, 26, 10, 0, 0, 0, time.UTC)
	p.follow(t, night+strings.Replace(night, "daily 02:00", "daily 05:00", 1))
	e := p.Events("cup")
	if len(e) != 2*8*7 || e[0].Ends.Sub(e[0].At) != 5*time.Hour || e[1].Ends.Sub(e[1].At) != time.Hour ||
		e[2].Ends.Sub(e[2].At) != 4*time.Hour {
		t.Errorf("%d events: %+v", len(e), e[:min(len(e), 3)])
	}
}

// Submissions close by what comes first, their date or a line of the timetable.
func TestWhenSubmissionsClose(t *testing.T) {
	p := open(t)
	closes := func(what, want, entry string) {
		t.Helper()
		got := ""
		if at := p.Closes("cup"); !at.IsZero() {
			got = at.UTC().Format("2 Jan 15:04")
		}
		if words, _ := p.Entry("cup"); got != want || words != entry {
			t.Errorf("%s: %q, %q", what, got, words)
		}
	}
	closes("nothing", "", "takes bots")
	p.follow(t, "[[timetable]]\nat = \"2030-05-03 18:00\"\ndo = \"close\"\n[[timetable]]\nat = \"2030-05-05 18:00\"\ndo = \"close\"\n"+
		"[[timetable]]\nat = \"2030-05-04 18:00\"\ndo = \"open\"\n")
	closes("the timetable", "3 May 16:00", "takes bots until 3 May 2030, 18:00 CEST")
	p.set(t, schedule.Dates{Closes: time.Date(2030, 5, 2, 12, 0, 0, 0, time.UTC)})
	closes("an earlier date", "2 May 12:00", "takes bots until 2 May 2030, 12:00 UTC")
	p.set(t, schedule.Dates{Closes: time.Date(2030, 5, 9, 12, 0, 0, 0, time.UTC)})
	closes("a later date", "3 May 16:00", "takes bots until 3 May 2030, 18:00 CEST")
	p.at(t, 3, "18:00")
	closes("closed", "3 May 16:00", "takes no more bots")
	p.at(t, 4, "18:00")
	closes("open again", "5 May 16:00", "takes bots until 5 May 2030, 18:00 CEST")
}

// Nights of play do not hide what comes once, however far away it is.
func TestWhatComesOnceIsShown(t *testing.T) {
	p := open(t)
	p.follow(t, night+"[[timetable]]\nat = \"2030-09-01 18:00\"\ndo = \"publish\"\n")
	e := p.Coming("cup", 4)
	if len(e) != 4 || e[0].Words != "rounds of play" || e[2].Words != e[0].Words || e[3].Key != "publish-1-20300901T1600" {
		t.Errorf("what comes: %+v", e)
	}
	if all := p.Events("cup"); len(all) != 8*7+1 || all[len(all)-1].Key != e[3].Key {
		t.Errorf("%d events", len(all))
	}
}

// What came while the site did not run is done once when it runs again, the last time of each act, and noted.
func TestMissed(t *testing.T) {
	p := open(t)
	p.follow(t, night+"[[timetable]]\nevery = \"daily 12:00\"\ndo = \"freeze\"\n[[timetable]]\nevery = \"daily 13:00\"\ndo = \"close\"\n")
	p.reopen(t)
	p.at(t, 4, "03:30")
	p.expect(t, "three nights later", "the timetable: late: froze the table", "fixed", "the timetable: late: closed submissions",
		"the timetable: late: let cup play")
	if at, _ := p.cup.Frozen(); at.UTC().Format("2 Jan 15:04") != "3 May 10:00" {
		t.Errorf("frozen since %s", at)
	}
	want := "daily 02:00 until 06:00: missed since 2 May 2030, 02:00 CEST; the last time, 4 May 2030, 02:00 CEST, alone counts"
	if p.why != want {
		t.Errorf("%s, want %s", p.why, want)
	}
	p.at(t, 4, "03:31")
	p.expect(t, "afterwards")
	p.at(t, 4, "06:00")
	p.expect(t, "in time", "the timetable: paused cup")
	p.at(t, 4, "12:02")
	p.expect(t, "frozen already; submissions closed before")
	p.at(t, 5, "02:02")
	if p.expect(t, "two minutes late", "the timetable: late: let cup play"); p.why !=
		"daily 02:00 until 06:00: its time was 5 May 2030, 02:00 CEST" {
		t.Error(p.why)
	}
	p.at(t, 6, "07:00")
	p.expect(t, "a morning and a night later", "the timetable: late: paused cup")
	p.at(t, 7, "07:00")
	p.expect(t, "a night later", "the timetable: late: nothing to do any more")
}

// Opposite acts, and several at one moment.
func TestOpensClosesAndPublishes(t *testing.T) {
	p := open(t)
	p.follow(t, `
[[timetable]]
at = "2030-05-02 10:00"
do = "close"
[[timetable]]
at = "2030-05-02 10:00"
do = "freeze"
[[timetable]]
at = "2030-05-03 10:00"
do = "open"
[[timetable]]
at = "2030-05-03 10:00"
do = "thaw"
[[timetable]]
at = "2030-05-04 10:00"
do = "freeze"
[[timetable]]
at = "2030-05-04 11:00"
do = "publish"
`)
	p.at(t, 2, "10:00")
	p.expect(t, "closed", "the timetable: froze the table", "fixed", "the timetable: closed submissions")
	closed := time.Date(2030, 5, 2, 8, 0, 0, 0, time.UTC)
	if d := p.Of("cup"); !d.Closed || !d.Closes.Equal(closed) || !p.Practice("cup", closed) || p.Practice("cup", closed.Add(-1)) {
		t.Errorf("%+v", d)
	}
	p.at(t, 3, "10:00")
	p.expect(t, "opened", "the timetable: revealed the table", "unfixed", "the timetable: opened submissions")
	if d := p.Of("cup"); d.Closed || p.Practice("cup", p.now) {
		t.Errorf("%+v", d)
	}
	p.at(t, 4, "10:00")
	p.at(t, 4, "11:00")
	p.expect(t, "published", "the timetable: froze the table", "published cup", "the timetable: published the results")
	if at, _ := p.cup.Frozen(); !at.IsZero() {
		t.Error("it is frozen")
	}
	if !p.Passed("cup") {
		t.Error("its timetable is not over")
	}
}

// A line that is new counts from now on; one that stays is not done again; one that is gone does nothing; a broken file changes nothing.
func TestATimetableThatChanges(t *testing.T) {
	p := open(t)
	freeze := "[[timetable]]\nevery = \"daily 12:00\"\ndo = \"freeze\"\n"
	p.follow(t, freeze)
	p.at(t, 2, "13:00")
	p.expect(t, "frozen", "the timetable: late: froze the table")
	p.follow(t, "[[timetable]]\nevery = \"daily 11:00\"\ndo = \"thaw\"\n"+freeze)
	p.expect(t, "a new line before now")
	if err := os.WriteFile(p.cup.Path, []byte("kind ="), 0o644); err != nil {
		t.Fatal(err)
	}
	p.at(t, 3, "11:30")
	p.expect(t, "a file that cannot be read", "the timetable: late: revealed the table")
	p.follow(t, "")
	p.at(t, 4, "13:00")
	p.expect(t, "without a timetable")
	if list := p.Coming("cup", 9); len(list) != 0 || p.Passed("cup") {
		t.Errorf("%+v", list)
	}
}

// A final that begins a contest that is over is refused, and an organiser is told.
func TestAnActThatFails(t *testing.T) {
	p := open(t)
	p.follow(t, "[[timetable]]\nat = \"2030-05-02 10:00\"\ndo = \"final\"\n")
	p.set(t, schedule.Dates{Ends: p.now})
	p.noted()
	p.at(t, 2, "10:00")
	p.expect(t, "over", `the timetable: not done: let the stage "all meet" begin`)
	if p.why != "It is over." {
		t.Error(p.why)
	}
}

// TestKilledBetweenActAndNote kills the process of a site after an act and before its note: the next site does the act again, which changes
// nothing, and notes it once. A process that is killed after the note does nothing again.
func TestKilledBetweenActAndNote(t *testing.T) {
	if dir := os.Getenv("AGON_TEST_KILLED"); dir != "" {
		p := openIn(t, dir)
		p.now = p.now.AddDate(0, 0, 1)
		p.kills = true
		p.Tick(t.Context())
		t.Fatal("nothing was noted")
	}
	dir := t.TempDir()
	p := openIn(t, dir)
	p.follow(t, "[[timetable]]\nevery = \"daily 12:00\"\ndo = \"freeze\"\n[[timetable]]\nat = \"2030-05-02 13:00\"\ndo = \"close\"\n")
	p.close(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledBetweenActAndNote$")
	cmd.Env = append(os.Environ(), "AGON_TEST_KILLED="+dir)
	var exited *exec.ExitError
	if out, err := cmd.CombinedOutput(); !errors.As(err, &exited) || strings.Contains(string(out), "FAIL") {
		t.Fatalf("%v\n%s", err, out)
	}
	p = openIn(t, dir)
	if at, _ := p.cup.Frozen(); at.IsZero() {
		t.Fatal("it was killed before its act")
	}
	p.now = p.now.AddDate(0, 0, 1)
	p.Tick(t.Context())
	p.expect(t, "the next site", "the timetable: late: froze the table", "fixed", "the timetable: late: closed submissions")
	p.close(t)
	p = openIn(t, dir)
	p.now = p.now.AddDate(0, 0, 1)
	p.Tick(t.Context())
	p.expect(t, "the site after it")
}

// A table is frozen before the contest is opened whose freeze by the timetable came while no site ran.
func TestAMissedFreezeComesBeforeGames(t *testing.T) {
	p := open(t)
	p.follow(t, "[[timetable]]\nevery = \"daily 12:00\"\ndo = \"freeze\"\n")
	if err := p.all.Start(t.Context(), p.cup); err != nil {
		t.Fatal(err)
	}
	if err := contests.FreezeDue(t.Context(), p.db, p.now.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	again, err := contests.Open(context.Background(), filepath.Dir(filepath.Dir(p.cup.Path)), p.db, contests.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := again.Find("cup")
	if err != nil {
		t.Fatal(err)
	}
	if at, _ := c.Frozen(); at.UTC().Format("2 Jan 15:04") != "2 May 10:00" {
		t.Errorf("frozen since %s", at)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}
