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

// byTable is who decides what comes by the timetable in a contest's file.
const byTable = "the timetable"

// late is how long after its time a line is carried out before that is noted.
const late = time.Minute

// followed is the timetable of a contest, and until when its lines were carried out, by their keys.
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
	t := &followed{file: f, until: map[string]time.Time{}}
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		kept := map[string]int64{}
		rows, err := tx.Query(`SELECT line, handled FROM timetable WHERE contest = ?`, contest)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var key string
			var at int64
			if err := rows.Scan(&key, &at); err != nil {
				return err
			}
			kept[key] = at
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM timetable WHERE contest = ?`, contest); err != nil {
			return err
		}
		for i := range f.Timetable {
			l := &f.Timetable[i]
			at := database.Time(cmp.Or(kept[l.Key()], database.Millis(s.now())))
			if err := t.handle(tx, contest, l, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.next = f.Timetable.Next(t.handled)
	s.tables[contest] = t
	return nil
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
		if err := s.note(ctx, c.Name, t, &x, now, did, undo, err); err != nil {
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
	case timetable.Pause:
		if state != contests.Playing {
			return "", nil, nil
		}
		return "paused " + c.Name, nil, s.contests.Pause(ctx, c, "its timetable plays "+x.Words+".")
	case timetable.Play:
		if state == contests.Over {
			return "", nil, nil
		}
		did = "let " + c.Name + " play"
	case timetable.Final:
		did = fmt.Sprintf("let the stage %q begin", x.Stage)
	case timetable.Open, timetable.Close:
		was := s.of(c.Name).Dates
		did, err = s.open(ctx, c.Name, x)
		return did, Undo{Dates: &was}, err
	}
	if state == contests.Playing {
		return did, nil, nil // it is played already
	}
	return did, nil, s.contests.Start(ctx, c)
}

// open opens or closes submissions, by their dates.
func (s *Schedule) open(ctx context.Context, name string, x *timetable.Coming) (did string, err error) {
	d := s.of(name)
	if x.Do == timetable.Close {
		if d.Closed && d.Closes.Before(x.At) {
			return "", nil
		}
		did, d.Closes, d.Closed = "closed submissions", x.At, true
		err = cmp.Or(d.Check(), s.Entries.Fix(ctx, name))
	} else {
		did = "opened submissions"
		if !d.Closes.After(x.At) {
			d.Closes = time.Time{}
		}
		if d.Opens.After(x.At) {
			d.Opens = x.At
		}
		d.Closed = false
		err = s.Entries.Unfix(ctx, name)
	}
	if err != nil {
		return did, err
	}
	return did, s.keep(ctx, name, d)
}

// note notes what a line did, or why it did not, in the log of decisions, and for the desk if somebody has to look at it.
func (s *Schedule) note(ctx context.Context, contest string, t *followed, x *timetable.Coming, now time.Time, did string, undo any,
	failed error) error {
	why, trouble := x.Words, ""
	if did == "" && !x.Missed.IsZero() {
		did = "found nothing to do any more: " + x.Says()
	}
	if now.Sub(x.At) > late {
		why += ": its time was " + moment.Words(x.At)
		trouble = "The timetable was late: " + did + "."
	}
	if !x.Missed.IsZero() {
		why += "; it was missed since " + moment.Words(x.Missed.In(x.At.Location())) + ", and only the last time counts"
		trouble = "The timetable was late: " + did + "."
	}
	if failed != nil {
		trouble, why, undo = "The timetable did not do this: "+did+".", failed.Error(), nil
		did = "did not do: " + did
	}
	if trouble != "" {
		s.log.Warn(trouble, "contest", contest, "why", why)
	}
	after := followed{until: maps.Clone(t.until)}
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		for i := range t.file.Timetable {
			l := &t.file.Timetable[i]
			at := x.At
			if l.Key() != x.Key() {
				at = at.Add(-time.Millisecond) // what comes at the same moment is still to be done
			}
			if l.Undoes() == x.Undoes() && at.After(t.handled(l)) {
				if err := after.handle(tx, contest, l, at); err != nil {
					return err
				}
			}
		}
		if did == "" {
			return nil
		}
		if err := s.decided.Insert(tx, byTable, did, why, contest, undo); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM timetable_trouble WHERE contest = ? AND act = ?`, contest, x.Undoes())
		if err == nil && trouble != "" {
			_, err = tx.Exec(`INSERT INTO timetable_trouble (contest, act, at, what, why) VALUES (?, ?, ?, ?, ?)`, contest, x.Undoes(),
				database.Millis(x.At), trouble, why)
		}
		return err
	})
	if err == nil {
		t.until = after.until
	}
	return err
}

// A Trouble is what a timetable did not do, or not at its time.
type Trouble struct{ What, Why string } // sentences

// Troubles returns what an organiser should know about the timetable of a contest.
func (s *Schedule) Troubles(ctx context.Context, contest string) (list []Trouble, err error) {
	list, err = database.List(ctx, s.db, func(scan database.Scan) (x Trouble, err error) {
		return x, scan(&x.What, &x.Why)
	}, `SELECT what, why FROM timetable_trouble WHERE contest = ? ORDER BY at`, contest)
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[contest]; t != nil && len(t.file.Timetable) > 0 && t.next.IsZero() {
		list = append(list, Trouble{"The timetable is over.", "All of its times are in the past. Write later ones in Settings, or remove " +
			"its lines."})
	}
	return list, err
}

// Seen forgets the troubles of a timetable.
func (s *Schedule) Seen(ctx context.Context, contest string) error {
	return s.db.Exec(ctx, `DELETE FROM timetable_trouble WHERE contest = ?`, contest)
}

// Ahead returns an error, with its line, if a line of a contest's file that the file before does not have is in the past. was may be nil.
func (s *Schedule) Ahead(was, f *config.File) error { return f.Past(was, s.now()) }

// Bounds of what is shown of a timetable.
const (
	shown     = 8 * 7 * 24 * time.Hour // from now on
	mostShown = 60                     // times of a line
)

// comes returns what the timetable of a contest does from now on.
func (s *Schedule) comes(contest string) (list []Event) {
	s.mu.Lock()
	t := s.tables[contest]
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	now := s.now()
	for _, x := range t.file.Timetable.Coming(now, now.Add(shown), mostShown) {
		list = append(list, Event{fmt.Sprintf("%s-%d-%s", x.Do, x.Nth, x.At.UTC().Format("20060102T1504")), x.Says(), x.At})
	}
	return list
}
