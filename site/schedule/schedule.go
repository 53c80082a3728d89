package schedule

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"agon/internal/moment"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// Entries keep which versions play from the moment on which submissions close. [agon/site/entries.Entries] are some.
type Entries interface {
	Fix(ctx context.Context, contest string) error
	Unfix(ctx context.Context, contest string) error
}

// A Log keeps what was decided, by whom, why, and how it is undone. [agon/site/decisions.Log] is one.
type Log interface {
	Record(ctx context.Context, who, what, why, contest string, undo any) error
	// Insert is Record within a transaction.
	Insert(tx *sql.Tx, who, what, why, contest string, undo any) error
}

// An Undo undoes what was decided about dates and freezes, in one of its parts. It is kept as JSON.
type Undo struct {
	Dates  *Dates `json:"dates,omitempty"`  // as they were before
	Reveal bool   `json:"reveal,omitempty"` // the table
}

// itself is who decides what comes by a date.
const itself = "the site"

// A Schedule has the dates of all contests. Its methods are safe for concurrent use.
type Schedule struct {
	Entries Entries                                         // set before the first call of Tick, Due or Set
	Publish func(ctx context.Context, contest string) error // shows a private contest to everybody; set likewise

	db       *database.Database
	contests *contests.Contests
	decided  Log
	log      *slog.Logger
	now      func() time.Time

	mu     sync.Mutex // guards known and tables, and is held while dates take effect
	known  map[string]*State
	tables map[string]*followed // timetables
}

// Open reads the dates of all contests.
func Open(ctx context.Context, db *database.Database, all *contests.Contests, decided Log, log *slog.Logger, now func() time.Time) (
	*Schedule, error,
) {
	s := &Schedule{db: db, contests: all, decided: decided, log: log, now: now, known: map[string]*State{}, tables: map[string]*followed{}}
	err := db.Each(ctx, func(scan func(...any) error) error {
		var name string
		var at [5]int64
		d := &State{}
		if err := scan(&name, &at[0], &at[1], &at[2], &at[3], &at[4], &d.Closed, &d.Started, &d.Ended, &d.Froze); err != nil {
			return err
		}
		d.Dates = Dates{database.Time(at[0]), database.Time(at[1]), database.Time(at[2]), database.Time(at[3]), database.Time(at[4])}
		s.known[name] = d
		return nil
	}, `SELECT contest, opens, closes, starts, ends, freezes, closed, started, ended, froze FROM schedule`)
	if err != nil {
		return nil, fmt.Errorf("read the dates of contests: %w", err)
	}
	return s, nil
}

// keep stores the dates of a contest. The caller holds mu.
func (s *Schedule) keep(ctx context.Context, name string, d State) error {
	err := s.db.Exec(ctx, `INSERT OR REPLACE INTO schedule (contest, opens, closes, starts, ends, freezes, closed, started, ended, froze)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		name, database.Millis(d.Opens), database.Millis(d.Closes), database.Millis(d.Starts), database.Millis(d.Ends),
		database.Millis(d.Freezes), d.Closed, d.Started, d.Ended, d.Froze)
	if err != nil {
		return fmt.Errorf("keep the dates of %s: %w", name, err)
	}
	s.known[name] = &d
	return nil
}

// Of returns the dates of a contest.
func (s *Schedule) Of(contest string) State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of(contest)
}

func (s *Schedule) of(contest string) State {
	if d := s.known[contest]; d != nil {
		return *d
	}
	return State{}
}

// Due lets every date that has come take effect.
func (s *Schedule) Due(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for name, d := range s.known {
		if at := d.next(); at.IsZero() || at.After(now) {
			continue
		}
		c, err := s.contests.Find(name)
		if err != nil {
			continue // its folder is away
		}
		if err := s.come(ctx, c, *d, now); err != nil {
			s.log.Error("a date of a contest", "contest", name, "error", err)
		}
	}
	for name, t := range s.tables {
		if t.next.IsZero() || t.next.After(now) {
			continue
		}
		c, err := s.contests.Find(name)
		if err == nil {
			err = s.carryOut(ctx, c, t, now)
		} else if errors.Is(err, fs.ErrNotExist) {
			continue // its folder is away
		}
		if err != nil {
			s.log.Error("the timetable of a contest", "contest", name, "error", err)
		}
	}
}

// come lets the dates of a contest that have come take effect, the freeze first so that nothing later is seen.
func (s *Schedule) come(ctx context.Context, c *contests.Contest, d State, now time.Time) error {
	for _, step := range []struct {
		at    time.Time
		done  *bool
		plays bool // it starts or stops games
		what  string
		act   func() error
	}{
		{d.Freezes, &d.Froze, false, "froze the table", func() error { return s.contests.Freeze(ctx, c, d.Freezes) }},
		{d.Closes, &d.Closed, false, "closed submissions", func() error { return s.Entries.Fix(ctx, c.Name) }},
		{d.Starts, &d.Started, true, "started " + c.Name, func() error { return s.contests.Start(ctx, c) }},
		{d.Ends, &d.Ended, true, "ended " + c.Name, func() error { return s.contests.End(ctx, c) }},
	} {
		if *step.done || step.at.IsZero() || step.at.After(now) {
			continue
		}
		if step.plays && c.Busy() != nil {
			return nil // every request waits for s.mu: Due comes back to it
		}
		what, why := step.what, "its date has come"
		var conflict *contests.Conflict
		if err := step.act(); errors.As(err, &conflict) {
			what, why = "did not do as dated: "+step.what, conflict.Text
		} else if err != nil {
			return err
		}
		*step.done = true
		if err := s.keep(ctx, c.Name, d); err != nil {
			return err
		}
		if err := s.decided.Record(ctx, itself, what, why, c.Name, nil); err != nil {
			return err
		}
	}
	return nil
}

// Set changes the dates of a contest, all of them. One that is moved into the future takes effect then, also if it had taken effect before:
// submissions open again, and an ended contest goes on. The error is a [*people.Problem] if they contradict each other, or if a new one is
// in the past, and a [*contests.Conflict] while something is being done with the contest.
func (s *Schedule) Set(ctx context.Context, who string, c *contests.Contest, to Dates, why string) error {
	was := s.Of(c.Name)
	if err := s.Fits(was.Dates, to); err != nil {
		return err
	}
	return s.Restore(ctx, who, c, to, why)
}

// Fits returns a [*people.Problem] if dates contradict each other, or if one that was not there before is in the past.
func (s *Schedule) Fits(was, to Dates) error { return cmp.Or(to.Check(), to.over(&was, s.now())) }

// Restore sets dates as [Schedule.Set] does, those of an earlier decision, which may be in the past.
func (s *Schedule) Restore(ctx context.Context, who string, c *contests.Contest, to Dates, why string) error {
	if err := errors.Join(to.Check(), c.Busy()); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	was, err := s.move(ctx, c, to)
	if err != nil {
		return err
	}
	if err := s.decided.Record(ctx, who, "set the dates: "+to.String(), why, c.Name, Undo{Dates: &was.Dates}); err != nil {
		return err
	}
	s.Due(ctx)
	return nil
}

// move changes the dates of a contest, takes back what comes again, and returns what they were.
func (s *Schedule) move(ctx context.Context, c *contests.Contest, to Dates) (was State, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was = s.of(c.Name)
	d := was.moved(to, s.now())
	if was.Closed && !d.Closed {
		if err := s.Entries.Unfix(ctx, c.Name); err != nil {
			return was, err
		}
	}
	if was.Ended && !d.Ended {
		if err := s.contests.Reopen(ctx, c); err != nil {
			return was, err
		}
		var conflict *contests.Conflict
		if err := s.contests.Start(ctx, c); err != nil && !errors.As(err, &conflict) {
			return was, err
		}
	}
	return was, s.keep(ctx, c.Name, d)
}

// Freeze freezes the table of a contest now.
func (s *Schedule) Freeze(ctx context.Context, who string, c *contests.Contest, why string) error {
	if at, _ := c.Frozen(); !at.IsZero() {
		return &contests.Conflict{Text: "The table is frozen already."}
	}
	if err := s.contests.Freeze(ctx, c, s.now()); err != nil {
		return err
	}
	return s.decided.Record(ctx, who, "froze the table", why, c.Name, Undo{Reveal: true})
}

// Reveal ends the freeze of a contest's table.
func (s *Schedule) Reveal(ctx context.Context, who string, c *contests.Contest, why string) error {
	if at, _ := c.Frozen(); at.IsZero() {
		return &contests.Conflict{Text: "The table is not frozen."}
	}
	if err := s.contests.Reveal(ctx, c); err != nil {
		return err
	}
	return s.decided.Record(ctx, who, "revealed the table", why, c.Name, nil)
}

// Opened returns a [*people.Problem] before a contest takes submissions.
func (s *Schedule) Opened(contest string) error {
	if d := s.Of(contest); !d.Opens.IsZero() && s.now().Before(d.Opens) {
		return &people.Problem{Text: "Submissions open on " + moment.Words(d.Opens) + "."}
	}
	return nil
}

// Practice reports whether what comes to a contest at a time is practice: submissions have closed.
func (s *Schedule) Practice(contest string, received time.Time) bool {
	d := s.Of(contest)
	return !d.Closes.IsZero() && !received.Before(d.Closes)
}

// Entry describes when a contest takes bots, and whether those that are submitted now play in it.
func (s *Schedule) Entry(contest string) (words string, takes bool) {
	d, closes, now := s.Of(contest), s.Closes(contest), s.now()
	switch {
	case now.Before(d.Opens):
		return "takes bots from " + moment.Words(d.Opens), false
	case closes.IsZero():
		return "takes bots", true
	case now.Before(closes):
		return "takes bots until " + moment.Words(closes), true
	}
	return "takes no more bots", false
}

// Changeable returns a [*people.Problem] if a person must not change which version plays: submissions have closed, and the person does not
// decide.
func (s *Schedule) Changeable(contest string, by *people.Person) error {
	if by.Role.May(people.Decide) || !s.Practice(contest, s.now()) {
		return nil
	}
	return &people.Problem{
		Text: "Submissions closed on " + moment.Words(s.Of(contest).Closes) + ": the version that plays is fixed. Ask the organiser.",
	}
}
