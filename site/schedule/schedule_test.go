package schedule_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
	"agon/site/schedule"
)

const cup = `
kind = "tron"
name = "Winter Cup"
[[bots]]
ref = "one=builtin:voronoi"
[[bots]]
ref = "two=builtin:random"
[[stages]]
name = "all meet"
format = "round-robin"
`

// kept notes what is decided, and which versions are fixed.
type kept []string

func (k *kept) Record(_ context.Context, who, what, _, _ string, _ any) error {
	*k = append(*k, who+": "+what)
	return nil
}

func (k *kept) Fix(context.Context, string) error   { *k = append(*k, "fixed"); return nil }
func (k *kept) Unfix(context.Context, string) error { *k = append(*k, "unfixed"); return nil }

// notes are what a place notes.
type notes struct{ *place }

func (n notes) Record(ctx context.Context, who, what, why, contest string, undo any) error {
	return n.kept.Record(ctx, who, what, why, contest, undo)
}

func (n notes) Insert(_ *sql.Tx, who, what, why, contest string, undo any) error {
	if n.kills {
		if self, err := os.FindProcess(os.Getpid()); err != nil || self.Kill() != nil {
			return errors.New("the process lives")
		}
		select {} // until it is dead
	}
	n.why = why
	return n.kept.Record(context.Background(), who, what, why, contest, undo)
}

// A place has a contest whose games never end, and a clock.
type place struct {
	*schedule.Schedule
	kept kept
	now  time.Time
	db   *database.Database
	all  *contests.Contests
	cup  *contests.Contest

	why   string        // of what was noted last by the timetable
	kills bool          // the process when something is noted by the timetable
	opens chan struct{} // gets an element when games begin
	goes  chan struct{} // games that are stopped go on until it is closed; nil: they stop at once
}

func open(t *testing.T) *place {
	t.Helper()
	p := openIn(t, t.TempDir())
	t.Cleanup(func() { p.close(t) })
	return p
}

// close closes what openIn has opened.
func (p *place) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(p.all.Close(), p.db.Close()); err != nil {
		t.Error(err)
	}
}

// openIn opens a place in a folder, whose contest has its file already or gets one.
func openIn(t *testing.T, dir string) *place {
	t.Helper()
	folder := filepath.Join(dir, "contests", "cup")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, contests.FileName)
	if _, err := os.Stat(file); err != nil {
		if err := os.WriteFile(file, []byte(cup), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := &place{now: time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC), opens: make(chan struct{}, 1)}
	var err error
	if p.db, err = database.Open(t.Context(), filepath.Join(dir, "site.db")); err != nil {
		t.Fatal(err)
	}
	waits := func(ctx context.Context, _ string) (*contest.Contest, error) {
		select {
		case p.opens <- struct{}{}:
		default:
		}
		if <-ctx.Done(); p.goes != nil {
			<-p.goes
		}
		return nil, ctx.Err()
	}
	if p.all, err = contests.Open(t.Context(), filepath.Join(dir, "contests"), p.db,
		contests.Setup{Open: waits, Now: func() time.Time { return p.now }}); err != nil {
		t.Fatal(err)
	}
	if p.cup, err = p.all.Find("cup"); err != nil {
		t.Fatal(err)
	}
	p.reopen(t)
	return p
}

// reopen reads the dates from the database again.
func (p *place) reopen(t *testing.T) {
	t.Helper()
	var err error
	if p.Schedule, err = schedule.Open(t.Context(), p.db, p.all, notes{p}, slog.New(slog.DiscardHandler),
		func() time.Time { return p.now }); err != nil {
		t.Fatal(err)
	}
	p.Entries = &p.kept
	p.Publish = func(_ context.Context, contest string) error {
		p.kept = append(p.kept, "published "+contest)
		return nil
	}
}

func (p *place) set(t *testing.T, d schedule.Dates) {
	t.Helper()
	if err := p.Set(t.Context(), "Olga", p.cup, d, "why"); err != nil {
		t.Fatal(err)
	}
}

// noted returns what was noted since the last call.
func (p *place) noted() (list []string) {
	list, p.kept = p.kept, nil
	return list
}

func (p *place) expect(t *testing.T, when string, want ...string) {
	t.Helper()
	if got := p.noted(); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %q, want %q", when, got, want)
	}
}

func (p *place) state() contests.State {
	state, _, _ := p.cup.State()
	return state
}

func TestDatesTakeEffectOnce(t *testing.T) {
	p := open(t)
	hour := p.now.Add(time.Hour)
	p.set(t, schedule.Dates{Closes: hour, Starts: hour, Freezes: hour})
	p.expect(t, "set", "Olga: set the dates: submissions close 1 May 2030, 13:00 UTC; "+
		"start 1 May 2030, 13:00 UTC; freeze 1 May 2030, 13:00 UTC")
	p.Due(t.Context())
	p.expect(t, "before they come")
	p.now = hour
	p.reopen(t)
	p.Due(t.Context())
	p.expect(t, "when they come, the freeze first", "the site: froze the table", "fixed", "the site: closed submissions",
		"the site: started cup")
	if p.state() != contests.Playing {
		t.Errorf("the contest is %s", p.state())
	}
	p.reopen(t)
	p.Due(t.Context())
	p.expect(t, "afterwards")
	if d := p.Of("cup"); !d.Closed || !d.Started || !d.Froze || d.Ended {
		t.Errorf("%+v", d)
	}
}

func TestADateThatCannotTakeEffect(t *testing.T) {
	p := open(t)
	if err := p.all.Start(t.Context(), p.cup); err != nil {
		t.Fatal(err)
	}
	p.set(t, schedule.Dates{Starts: p.now})
	p.expect(t, "a start of what is played", "Olga: set the dates: start 1 May 2030, 12:00 UTC",
		"the site: did not do as dated: started cup")
}

// TestDatesOfAContestThatIsBeingPaused: a date that starts or ends games waits until the games have stopped, and nothing waits for it.
func TestDatesOfAContestThatIsBeingPaused(t *testing.T) {
	p := open(t)
	p.goes = make(chan struct{})
	hour := p.now.Add(time.Hour)
	p.set(t, schedule.Dates{Starts: hour, Freezes: hour})
	if err := p.all.Start(t.Context(), p.cup); err != nil {
		t.Fatal(err)
	}
	<-p.opens
	paused := make(chan error, 1)
	go func() { paused <- p.all.Pause(t.Context(), p.cup, "why") }()
	wait := func(what string, is func() bool) {
		for deadline := time.Now().Add(2 * time.Minute); !is(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal(what)
			}
		}
	}
	wait("it is never paused", func() bool { return p.cup.Busy() != nil })
	p.now = hour
	p.noted()
	p.Due(t.Context())
	p.expect(t, "while it is being paused", "the site: froze the table")
	var conflict *contests.Conflict
	if err := p.Set(t.Context(), "Olga", p.cup, schedule.Dates{}, "why"); !errors.As(err, &conflict) {
		t.Errorf("other dates: %v", err)
	}
	close(p.goes)
	if err := <-paused; err != nil {
		t.Fatal(err)
	}
	wait("it does not stop", func() bool { return p.cup.Busy() == nil })
	p.Due(t.Context())
	p.expect(t, "when it has stopped", "the site: started cup")
}

func TestDatesThatMoveIntoTheFuture(t *testing.T) {
	p := open(t)
	p.set(t, schedule.Dates{Closes: p.now, Ends: p.now})
	if p.noted(); p.state() != contests.Over {
		t.Fatalf("the contest is %s", p.state())
	}
	p.set(t, schedule.Dates{Closes: p.now.Add(time.Hour)})
	p.expect(t, "submissions open again", "unfixed", "Olga: set the dates: submissions close 1 May 2030, 13:00 UTC")
	if d := p.Of("cup"); d.Closed || d.Ended || p.state() != contests.Playing {
		t.Errorf("the contest is %s, %+v", p.state(), d)
	}
}

func TestContradictions(t *testing.T) {
	p := open(t)
	for name, tt := range map[string]struct {
		dates schedule.Dates
		want  string
	}{
		"submissions close before they open": {schedule.Dates{Opens: p.now, Closes: p.now}, "must close after they open"},
		"it ends before it starts":           {schedule.Dates{Starts: p.now, Ends: p.now.Add(-1)}, "must end after it starts"},
		"a year long ago":                    {schedule.Dates{Freezes: time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)}, "from 2000 to 9999"},
	} {
		var problem *people.Problem
		if err := p.Set(t.Context(), "Olga", p.cup, tt.dates, "why"); !errors.As(err, &problem) ||
			!strings.Contains(problem.Text, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.expect(t, "nothing is decided")
}

// A date that is over when it is set would take effect at once, as a wrong year does. One that was set before may have come.
func TestDatesInThePast(t *testing.T) {
	p := open(t)
	yesterday := p.now.AddDate(0, 0, -1)
	for name, tt := range map[string]struct {
		dates schedule.Dates
		want  string
	}{
		"a deadline": {schedule.Dates{Closes: yesterday}, "The deadline of submissions, 30 Apr 2030, 12:00 UTC, is in the past: it is " +
			"1 May 2030, 12:00 UTC. Choose a later time."},
		"a start":  {schedule.Dates{Starts: yesterday, Ends: p.now.Add(time.Hour)}, "The start of the contest, 30 Apr 2030"},
		"an end":   {schedule.Dates{Ends: p.now.AddDate(-1, 0, 0)}, "The end of the contest, 1 May 2029"},
		"a freeze": {schedule.Dates{Freezes: p.now.Add(-time.Minute)}, "The freeze of the table, 1 May 2030, 11:59 UTC"},
		"in another zone": {schedule.Dates{Closes: yesterday.In(time.FixedZone("CEST", 7200))},
			"30 Apr 2030, 14:00 CEST, is in the past: it is 1 May 2030, 14:00 CEST"},
	} {
		var problem *people.Problem
		err := p.Set(t.Context(), "Olga", p.cup, tt.dates, "why")
		if !errors.As(err, &problem) || !strings.Contains(problem.Text, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p.expect(t, "nothing is decided"); p.state() != contests.Waiting {
		t.Errorf("the contest is %s", p.state())
	}
	p.set(t, schedule.Dates{Opens: yesterday, Closes: p.now})
	p.now = p.now.AddDate(0, 0, 7)
	p.set(t, schedule.Dates{Opens: yesterday, Closes: p.Of("cup").Closes, Ends: p.now.Add(time.Hour)})
	if d := p.Of("cup"); !d.Closed || d.Ended {
		t.Errorf("%+v", d)
	}
}

func TestFreezeAndReveal(t *testing.T) {
	p := open(t)
	var conflict *contests.Conflict
	if err := p.Reveal(t.Context(), "Olga", p.cup, "why"); !errors.As(err, &conflict) {
		t.Errorf("reveal what is not frozen: %v", err)
	}
	if err := p.Freeze(t.Context(), "Olga", p.cup, "why"); err != nil {
		t.Fatal(err)
	}
	if err := p.Freeze(t.Context(), "Olga", p.cup, "why"); !errors.As(err, &conflict) {
		t.Errorf("freeze twice: %v", err)
	}
	if err := p.Reveal(t.Context(), "Olga", p.cup, "why"); err != nil {
		t.Fatal(err)
	}
	p.expect(t, "both", "Olga: froze the table", "Olga: revealed the table")
}

func TestWhoMaySubmitWhen(t *testing.T) {
	p := open(t)
	opens, closes := p.now.Add(time.Hour), p.now.Add(2*time.Hour)
	p.set(t, schedule.Dates{Opens: opens, Closes: closes})
	author, organiser := &people.Person{Role: people.Participant}, &people.Person{Role: people.Organiser}
	for name, tt := range map[string]struct {
		now                          time.Time
		entry                        string
		takes, open, practice, fixed bool
	}{
		"before they open":      {opens.Add(-1), "takes bots from 1 May 2030, 13:00 UTC", false, false, false, false},
		"while they are open":   {opens, "takes bots until 1 May 2030, 14:00 UTC", true, true, false, false},
		"after they are closed": {closes, "takes no more bots", false, true, true, true},
	} {
		p.now = tt.now
		entry, takes := p.Entry("cup")
		if open := p.Opened("cup") == nil; entry != tt.entry || takes != tt.takes || open != tt.open ||
			p.Practice("cup", p.now) != tt.practice {
			t.Errorf("%s: %q %v, open %v, practice %v", name, entry, takes, open, p.Practice("cup", p.now))
		}
		if fixed := p.Changeable("cup", author) != nil; fixed != tt.fixed || p.Changeable("cup", organiser) != nil {
			t.Errorf("%s: the version is fixed: %v", name, fixed)
		}
	}
	if entry, takes := p.Entry("other"); entry != "takes bots" || !takes || p.Practice("other", p.now) {
		t.Errorf("a contest without dates %s", entry)
	}
}
