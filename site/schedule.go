package site

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"agon/show/web"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// dates are those of a contest. A zero one never comes.
type dates struct {
	Opens   time.Time // of submissions
	Closes  time.Time // of submissions; later ones are practice
	Starts  time.Time
	Ends    time.Time
	Freezes time.Time // of the table
}

// A schedule is the dates of a contest and which have taken effect.
type schedule struct {
	dates
	closed, started, ended, froze bool
}

// next returns the first date that has not taken effect, zero if there is none.
func (d *schedule) next() (first time.Time) {
	for _, x := range []struct {
		at   time.Time
		done bool
	}{{d.Closes, d.closed}, {d.Starts, d.started}, {d.Ends, d.ended}, {d.Freezes, d.froze}} {
		if !x.done && !x.at.IsZero() && (first.IsZero() || x.at.Before(first)) {
			first = x.at
		}
	}
	return first
}

// readSchedules reads the dates of all contests.
func (s *Site) readSchedules(ctx context.Context) error {
	s.schedules = map[string]*schedule{}
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var name string
		var at [5]int64
		d := &schedule{}
		if err := scan(&name, &at[0], &at[1], &at[2], &at[3], &at[4], &d.closed, &d.started, &d.ended, &d.froze); err != nil {
			return err
		}
		d.dates = dates{database.Time(at[0]), database.Time(at[1]), database.Time(at[2]), database.Time(at[3]), database.Time(at[4])}
		s.schedules[name] = d
		return nil
	}, `SELECT contest, opens, closes, starts, ends, freezes, closed, started, ended, froze FROM schedule`)
	if err != nil {
		return fmt.Errorf("read the dates of contests: %w", err)
	}
	return nil
}

// keepSchedule stores the dates of a contest. The caller holds s.dating.
func (s *Site) keepSchedule(ctx context.Context, name string, d *schedule) error {
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO schedule (contest, opens, closes, starts, ends, freezes, closed, started, ended, froze) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			name, database.Millis(d.Opens), database.Millis(d.Closes), database.Millis(d.Starts), database.Millis(d.Ends), database.Millis(d.Freezes), d.closed, d.started, d.ended, d.froze)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the dates of %s: %w", name, err)
	}
	s.schedules[name] = d
	return nil
}

// datesOf returns the dates of a contest.
func (s *Site) datesOf(name string) schedule {
	s.dating.Lock()
	defer s.dating.Unlock()
	if d := s.schedules[name]; d != nil {
		return *d
	}
	return schedule{}
}

// due lets every date that has come take effect. It is called before each request is answered, and every second.
func (s *Site) due(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	s.dating.Lock()
	defer s.dating.Unlock()
	now := s.options.Now()
	for name, d := range s.schedules {
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
}

// come lets the dates of a contest that have come take effect, the freeze first so that nothing later is seen.
func (s *Site) come(ctx context.Context, c *contests.Contest, d schedule, now time.Time) error {
	come := func(at time.Time, done bool) bool { return !done && !at.IsZero() && !at.After(now) }
	steps := []struct {
		at   time.Time
		done *bool
		what string
		act  func() error
	}{
		{d.Freezes, &d.froze, "froze the table", func() error { return s.contests.Freeze(ctx, c, d.Freezes) }},
		{d.Closes, &d.closed, "closed submissions", func() error { return s.entries.Fix(ctx, c.Name) }},
		{d.Starts, &d.started, "started " + c.Name, func() error { return s.contests.Start(ctx, c) }},
		{d.Ends, &d.ended, "ended " + c.Name, func() error { return s.contests.End(ctx, c) }},
	}
	for _, step := range steps {
		if !come(step.at, *step.done) {
			continue
		}
		what, why := step.what, "its date has come"
		var conflict *contests.Conflict
		if err := step.act(); errors.As(err, &conflict) {
			what, why = "did not do as dated: "+step.what, conflict.Text
		} else if err != nil {
			return err
		}
		*step.done = true
		kept := d
		if err := s.keepSchedule(ctx, c.Name, &kept); err != nil {
			return err
		}
		if err := s.keepDecision(ctx, itself, what, why, c.Name, nil); err != nil {
			return err
		}
	}
	return nil
}

// setDates changes the dates of a contest. One that is moved into the future takes effect then, also if it had taken effect before: submissions
// open again, and an ended contest goes on.
func (s *Site) setDates(ctx context.Context, by *people.Person, c *contests.Contest, to dates, why string) error {
	if err := to.check(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	s.dating.Lock()
	was := schedule{}
	if d := s.schedules[c.Name]; d != nil {
		was = *d
	}
	now := s.options.Now()
	later := func(at time.Time) bool { return at.IsZero() || at.After(now) }
	d := was
	d.dates = to
	d.closed, d.started = was.closed && !later(to.Closes), was.started && to.Starts.Equal(was.Starts)
	d.ended, d.froze = was.ended && !later(to.Ends), was.froze && to.Freezes.Equal(was.Freezes)
	err := func() error {
		if was.closed && !d.closed {
			if err := s.entries.Unfix(ctx, c.Name); err != nil {
				return err
			}
		}
		if was.ended && !d.ended {
			if err := s.contests.Reopen(ctx, c); err != nil {
				return err
			}
			var conflict *contests.Conflict
			if err := s.contests.Start(ctx, c); err != nil && !errors.As(err, &conflict) {
				return err
			}
		}
		return s.keepSchedule(ctx, c.Name, &d)
	}()
	s.dating.Unlock()
	if err != nil {
		return err
	}
	if err := s.keepDecision(ctx, by.Name, "set the dates: "+to.String(), why, c.Name, &opposite{Dates: &was.dates}); err != nil {
		return err
	}
	s.due(ctx)
	return nil
}

// check returns a [*people.Problem] if dates contradict each other.
func (d *dates) check() error {
	for _, at := range []time.Time{d.Opens, d.Closes, d.Starts, d.Ends, d.Freezes} {
		if !at.IsZero() && (at.Year() < 2000 || at.Year() > 9999) {
			return &people.Problem{Text: fmt.Sprintf("%s is not a date of a contest: its year is from 2000 to 9999.", at.Format(dateForm))}
		}
	}
	for _, x := range []struct {
		first, then time.Time
		text        string
	}{
		{d.Opens, d.Closes, "Submissions must close after they open."},
		{d.Starts, d.Ends, "The contest must end after it starts."},
	} {
		if !x.first.IsZero() && !x.then.IsZero() && !x.then.After(x.first) {
			return &people.Problem{Text: x.text}
		}
	}
	return nil
}

// dateForm is the form of a date in forms, in the server's own time.
const dateForm = "2006-01-02T15:04"

// String returns the dates in words: "submissions close 2 Jan 2026, 15:04".
func (d dates) String() string {
	var words []string
	for _, x := range []struct {
		what string
		at   time.Time
	}{{"submissions open", d.Opens}, {"submissions close", d.Closes}, {"start", d.Starts}, {"end", d.Ends}, {"freeze", d.Freezes}} {
		if !x.at.IsZero() {
			words = append(words, x.what+" "+x.at.Format("2 Jan 2006, 15:04"))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, "; ")
}

// changeDates takes the form of dates.
func (s *Site) changeDates(w http.ResponseWriter, r *http.Request) error {
	var to dates
	for _, x := range []struct {
		name string
		into *time.Time
	}{{"opens", &to.Opens}, {"closes", &to.Closes}, {"starts", &to.Starts}, {"ends", &to.Ends}, {"freezes", &to.Freezes}} {
		text := r.PostFormValue(x.name)
		if text == "" {
			continue
		}
		at, err := time.ParseInLocation(dateForm, text, time.Local)
		if err != nil || at.IsZero() {
			return &people.Problem{Text: fmt.Sprintf("%q is not a date with a time: write it as 2026-01-31T18:00.", text)}
		}
		*x.into = at
	}
	name := r.PathValue("contest")
	if err := s.datesFor(r.Context(), reader(r), name, to, r.PostFormValue("why")); err != nil {
		return err
	}
	return s.note(w, r, "/c/"+name+"/desk", "Dates: "+to.String()+".")
}

// datesFor changes the dates of a contest.
func (s *Site) datesFor(ctx context.Context, by *people.Person, name string, to dates, why string) error {
	c, err := s.contests.Find(name)
	if err != nil {
		return err
	}
	if why, err = reason(why); err != nil {
		return err
	}
	return s.setDates(ctx, by, c, to, why)
}

// freeze freezes the table now.
func (s *Site) freeze(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	if err := s.freezeFor(r.Context(), reader(r), name, r.PostFormValue("why")); err != nil {
		return err
	}
	return s.note(w, r, "/c/"+name+"/desk", "Only organisers and the jury see the table from now on.")
}

// freezeFor freezes the table of a contest now.
func (s *Site) freezeFor(ctx context.Context, by *people.Person, name, why string) error {
	c, err := s.contests.Find(name)
	if err != nil {
		return err
	}
	if why, err = reason(why); err != nil {
		return err
	}
	if at, _ := c.Frozen(); !at.IsZero() {
		return &contests.Conflict{Text: "The table is frozen already."}
	}
	if err := s.contests.Freeze(ctx, c, s.options.Now()); err != nil {
		return err
	}
	return s.keepDecision(ctx, by.Name, "froze the table", why, c.Name, &opposite{Reveal: true})
}

// reveal ends a freeze.
func (s *Site) reveal(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	if err := s.revealFor(r.Context(), reader(r), name, r.PostFormValue("why")); err != nil {
		return err
	}
	return s.note(w, r, "/c/"+name+"/desk", "Everybody sees the table again.")
}

// revealFor ends the freeze of a contest.
func (s *Site) revealFor(ctx context.Context, by *people.Person, name, why string) error {
	c, err := s.contests.Find(name)
	if err != nil {
		return err
	}
	if why, err = reason(why); err != nil {
		return err
	}
	return s.revealTable(ctx, by, c, why)
}

// revealTable ends a freeze.
func (s *Site) revealTable(ctx context.Context, by *people.Person, c *contests.Contest, why string) error {
	if at, _ := c.Frozen(); at.IsZero() {
		return &contests.Conflict{Text: "The table is not frozen."}
	}
	if err := s.contests.Reveal(ctx, c); err != nil {
		return err
	}
	return s.keepDecision(ctx, by.Name, "revealed the table", why, c.Name, nil)
}

// hidden reports whether a freeze keeps results from a reader.
func hidden(c *contests.Contest, p *people.Person) bool {
	at, _ := c.Frozen()
	return !at.IsZero() && !p.Role.May(people.Inspect)
}

// unhidden answers a request for results with a page about the freeze, and returns false, if the freeze keeps them from the reader.
func (s *Site) unhidden(w http.ResponseWriter, r *http.Request, c *contests.Contest) bool {
	if !hidden(c, reader(r)) {
		return true
	}
	at, _ := c.Frozen()
	w.WriteHeader(http.StatusForbidden)
	s.render(w, r, "message", &message{page: page{Title: "Frozen"}, Text: "The results of this contest are frozen since " + at.Format("2 Jan 2006, 15:04") + ". They are shown again when the organiser reveals them."})
	return false
}

// untilFrozen returns the request of a reader who watches games. Its streams end with a freeze, and when the contest becomes private, unless the
// reader is an organiser.
func (s *Site) untilFrozen(r *http.Request, c *contests.Contest) *http.Request {
	if reader(r).Role.May(people.Inspect) {
		return r
	}
	_, frozen := c.Frozen()
	changed := s.guests.Changed(c.Name)
	return web.While(r, func() bool {
		select {
		case <-frozen:
			return false
		case <-changed:
			return false
		default:
			return true
		}
	})
}

// opened returns a [*people.Problem] before a contest takes submissions.
func (s *Site) opened(c *contests.Contest) error {
	if d := s.datesOf(c.Name); !d.Opens.IsZero() && s.options.Now().Before(d.Opens) {
		return &people.Problem{Text: "Submissions open on " + d.Opens.Format("2 Jan 2006, 15:04") + "."}
	}
	return nil
}

// practice says whether what comes at a time is practice.
func (s *Site) practice(c *contests.Contest) func(received time.Time) bool {
	return func(received time.Time) bool {
		state, _, _ := c.State()
		d := s.datesOf(c.Name)
		return state == contests.Over || !d.Closes.IsZero() && !received.Before(d.Closes)
	}
}

// entry says when a contest takes bots, and whether those that are submitted now play in it.
func (s *Site) entry(contest string) (words string, takes bool) {
	d, now := s.datesOf(contest), s.options.Now()
	switch {
	case now.Before(d.Opens):
		return "takes bots from " + d.Opens.Format("2 Jan 2006, 15:04"), false
	case d.Closes.IsZero():
		return "takes bots", true
	case now.Before(d.Closes):
		return "takes bots until " + d.Closes.Format("2 Jan 2006, 15:04"), true
	}
	return "takes no more bots", false
}

// changeable returns a [*people.Problem] if an author must not change which version plays.
func (s *Site) changeable(c *contests.Contest, by *people.Person) error {
	d := s.datesOf(c.Name)
	if by.Role.May(people.Decide) || d.Closes.IsZero() || s.options.Now().Before(d.Closes) {
		return nil
	}
	return &people.Problem{Text: "Submissions closed on " + d.Closes.Format("2 Jan 2006, 15:04") + ": the version that plays is fixed. Ask the organiser."}
}
