package schedule

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"time"

	"agon/contest/config"
	"agon/contest/timetable"
	"agon/internal/moment"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// ByTable is who decides what comes by the timetable in a contest's file. What it decided late, or did not do, begins with [Late] or
// [Undone].
const (
	ByTable = "the timetable"
	Late    = "late: "
	Undone  = "not done: "
)

// A followed is the timetable of a contest, and until when its lines were carried out, by their keys.
type followed struct {
	file  *config.File
	until map[string]time.Time
	next  time.Time // when the first line comes; zero: none does
}

func (t *followed) handled(l *timetable.Line) time.Time { return t.until[l.Key()] }

// Tick reads the timetables that are new or have changed, and lets all that has come take effect, as [Schedule.Due] does. A line that is
// new counts from now on: what it would have done before is not missed.
func (s *Schedule) Tick(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	all, err := s.contests.All(ctx)
	if err != nil {
		s.log.Error("read the timetables", "error", err)
	}
	s.mu.Lock()
	for _, c := range all {
		f, err := s.contests.File(c)
		t := s.tables[c.Name]
		if err != nil || t == nil && len(f.Timetable) == 0 || t != nil && t.file == f {
			continue // a file that cannot be read changes nothing
		}
		if err := s.follow(ctx, c.Name, f); err != nil {
			s.log.Error("read a timetable", "contest", c.Name, "error", err)
		}
	}
	s.mu.Unlock()
	s.Due(ctx)
}

// follow takes over the timetable of a contest's file. The caller holds mu.
func (s *Schedule) follow(ctx context.Context, contest string, f *config.File) error {
	kept, t := map[string]int64{}, &followed{file: f, until: map[string]time.Time{}}
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var key string
		var at int64
		err := scan(&key, &at)
		kept[key] = at
		return err
	}, `SELECT line, handled FROM timetable WHERE contest = ?`, contest)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM timetable WHERE contest = ?`, contest)
		for i := range f.Timetable {
			l := &f.Timetable[i]
			err = cmp.Or(err, t.handle(tx, contest, l, database.Time(cmp.Or(kept[l.Key()], database.Millis(s.now())))))
		}
		return err
	})
	if err == nil {
		t.next = f.Timetable.Next(t.handled)
		s.tables[contest] = t
	}
	return err
}

// handle notes until when a line was carried out.
func (t *followed) handle(tx *sql.Tx, contest string, l *timetable.Line, at time.Time) error {
	t.until[l.Key()] = at
	var freezes time.Time
	if l.Do == timetable.Freeze {
		freezes = l.Next(at)
	}
	_, err := tx.Exec(`INSERT OR REPLACE INTO timetable (contest, line, handled, freezes) VALUES (?, ?, ?, ?)`, contest, l.Key(),
		database.Millis(at), database.Millis(freezes))
	return err
}

// carryOut carries out the lines of a timetable that have come. What each did is noted after it was done, in one transaction: a site that
// is killed in between does it again, which changes nothing, and notes it then. The caller holds mu.
func (s *Schedule) carryOut(ctx context.Context, c *contests.Contest, t *followed, now time.Time) error {
	for _, x := range t.file.Timetable.Due(t.handled, now) {
		if x.Do != timetable.Freeze && c.Busy() != nil {
			continue // every request waits for s.mu: Due comes back to it
		}
		did, undo, err := s.perform(ctx, c, &x)
		var conflict *contests.Conflict
		var problem *people.Problem
		if err != nil && !errors.As(err, &conflict) && !errors.As(err, &problem) {
			return err
		}
		if err := s.note(ctx, c.Name, t, &x, did, undo, err); err != nil {
			return err
		}
	}
	t.next = t.file.Timetable.Next(t.handled)
	return nil
}

// perform does what a line says, and returns what that was; empty if there was nothing to do. undo is as in [Log].
func (s *Schedule) perform(ctx context.Context, c *contests.Contest, x *timetable.Coming) (did string, undo any, err error) {
	state, _, _ := c.State()
	frozen, _ := c.Frozen()
	switch x.Do {
	case timetable.Freeze:
		if !frozen.IsZero() && !frozen.Equal(x.At) {
			return "", nil, nil
		}
		return "froze the table", Undo{Reveal: true}, s.contests.Freeze(ctx, c, x.At)
	case timetable.Thaw:
		return "revealed the table", nil, s.contests.Reveal(ctx, c)
	case timetable.Publish:
		return "published the results", nil, errors.Join(s.contests.Reveal(ctx, c), s.Publish(ctx, c.Name))
	case timetable.Open, timetable.Close:
		return s.open(ctx, c.Name, x)
	case timetable.Pause:
		if state != contests.Playing {
			return "", nil, nil
		}
		return "paused " + c.Name, nil, s.contests.Pause(ctx, c, "its timetable plays "+x.Words+".")
	}
	did = "let " + c.Name + " play"
	if x.Do == timetable.Final {
		did = fmt.Sprintf("let the stage %q begin", x.Stage)
	} else if state == contests.Over {
		return "", nil, nil
	}
	if state != contests.Playing {
		err = s.contests.Start(ctx, c)
	}
	return did, nil, err
}

// open opens or closes submissions, by their dates.
func (s *Schedule) open(ctx context.Context, name string, x *timetable.Coming) (did string, undo any, err error) {
	d := s.of(name)
	was := d.Dates
	switch {
	case x.Do == timetable.Close && d.Closed && d.Closes.Before(x.At):
		return "", nil, nil
	case x.Do == timetable.Close:
		did, d.Closes, d.Closed = "closed submissions", x.At, true
		err = cmp.Or(d.Check(), s.Entries.Fix(ctx, name))
	default:
		did, d.Closed = "opened submissions", false
		if !d.Closes.After(x.At) {
			d.Closes = time.Time{}
		}
		if d.Opens.After(x.At) {
			d.Opens = x.At
		}
		err = s.Entries.Unfix(ctx, name)
	}
	return did, Undo{Dates: &was}, cmp.Or(err, s.keep(ctx, name, d))
}

// note notes in the log of decisions what a line did, or why it did not, and that it and those that it undoes were handled.
func (s *Schedule) note(ctx context.Context, contest string, t *followed, x *timetable.Coming, did string, undo any, failed error) error {
	why := x.Words
	switch {
	case failed != nil:
		did, why, undo = Undone+did, failed.Error(), nil
	case !x.Missed.IsZero():
		did = Late + cmp.Or(did, "nothing to do any more")
		why += fmt.Sprintf(": missed since %s; the last time, %s, alone counts", moment.Words(x.Missed.In(x.Zone)), moment.Words(x.At))
	case did != "" && s.now().Sub(x.At) > time.Minute:
		did, why = Late+did, why+": its time was "+moment.Words(x.At)
	}
	after := followed{until: maps.Clone(t.until)}
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		for i := range t.file.Timetable {
			l := &t.file.Timetable[i]
			at := x.At
			if l.Key() != x.Key() {
				at = at.Add(-time.Millisecond) // what comes at the same moment is still to be done
			}
			if l.Undoes() != x.Undoes() || !at.After(t.handled(l)) {
				continue
			}
			if err := after.handle(tx, contest, l, at); err != nil {
				return err
			}
		}
		if did == "" {
			return nil
		}
		return s.decided.Insert(tx, ByTable, did, why, contest, undo)
	})
	if err == nil {
		t.until = after.until
	}
	return err
}

// Passed reports whether a contest has a timetable and all of its times are in the past.
func (s *Schedule) Passed(contest string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[contest]
	return t != nil && len(t.file.Timetable) > 0 && t.next.IsZero()
}

// Ahead returns an error, with its line, if a line of a contest's file that the file before does not have is in the past. was may be nil.
func (s *Schedule) Ahead(was, f *config.File) error { return f.Past(was, s.now()) }

// comes returns what the timetable of a contest does in the eight weeks from now on, of each line the first sixty times, and one at least.
func (s *Schedule) comes(contest string) (list []Event) {
	s.mu.Lock()
	t, now := s.tables[contest], s.now()
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	table, until := t.file.Timetable, now.AddDate(0, 0, 8*7)
	comes := table.Coming(now, until, 60)
	for i := range table {
		if next := table[i].Next(now); next.After(until) {
			comes = append(comes, table[i:i+1].Coming(now, next, 1)...)
		}
	}
	ends := map[string]bool{} // of play that comes
	for i := range comes {
		x := &comes[i]
		if x.Do == timetable.Pause && ends[fmt.Sprint(x.Nth, x.At.Unix())] {
			continue // the event of its beginning has it
		}
		e := Event{Key: fmt.Sprintf("%s-%d-%s", x.Do, x.Nth, x.At.UTC().Format("20060102T1504")), Words: x.Says(), At: x.At, line: x.Key(),
			Ends: table.Ends(x)}
		if !e.Ends.IsZero() {
			ends[fmt.Sprint(x.Nth, e.Ends.Unix())], e.Words = true, "rounds of play"
		}
		list = append(list, e)
	}
	return list
}

// Closes returns when submissions close: the next time, by their date or by a line of the timetable, or if they have closed that date; zero
// if nothing closes them.
func (s *Schedule) Closes(contest string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, now := s.of(contest).Closes, s.now()
	t := s.tables[contest]
	if t == nil || !at.IsZero() && !at.After(now) {
		return at
	}
	for i := range t.file.Timetable {
		l := &t.file.Timetable[i]
		if next := l.Next(now); l.Do == timetable.Close && !next.IsZero() && (at.IsZero() || next.Before(at)) {
			at = next
		}
	}
	return at
}
