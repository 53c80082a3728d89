package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/contest/timetable"
	"agon/internal/moment"
)

// mostLines bounds the tables [[timetable]] of a file.
const mostLines = 40

// timetable converts the tables [[timetable]], and returns the bots that finals take from other contests.
func (r *reader) timetable(f *File, s *schema) (bots []Bot) {
	zone := r.zone(s.Zone)
	if len(s.Timetable) > mostLines {
		r.fail([]string{"timetable", strconv.Itoa(mostLines)}, "a timetable has at most %d lines", mostLines)
	}
	for i := 0; i < len(s.Timetable) && r.err == nil; i++ {
		w := &s.Timetable[i]
		if w.Do == timetable.Final && w.Stage == "" {
			w.Stage = f.Stages[len(f.Stages)-1].Name
		}
		lines, err := timetable.Parse(w, zone)
		var mistake *timetable.Mistake
		if errors.As(err, &mistake) {
			r.fail([]string{"timetable", strconv.Itoa(i), mistake.Key}, "%s", mistake.Text)
			return nil
		}
		for n := range lines {
			lines[n].Nth = i
		}
		f.Timetable = append(f.Timetable, lines...)
		if w.Do == timetable.Final {
			bots = append(bots, r.final(f, w, &lines[0])...)
		}
	}
	return bots
}

// zone returns a time zone, that of this machine if none is named.
func (r *reader) zone(name string) *time.Location {
	if name == "" {
		return time.Local
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		r.fail([]string{"zone"}, `zone = %q is not a time zone: write a name such as "Europe/Amsterdam", or "UTC"`, name)
	}
	return zone
}

// final notes when a stage begins, and returns the bots that it takes, which are entered as those of a table [[bots]] are.
func (r *reader) final(f *File, w *timetable.Written, l *timetable.Line) []Bot {
	at := func(key string) []string { return []string{"timetable", strconv.Itoa(l.Nth), key} }
	nth := slices.IndexFunc(f.Stages, func(x Stage) bool { return x.Name == w.Stage })
	switch {
	case f.Agents != nil:
		r.fail(at("do"), "a contest of agents is played in rounds, and no stage of it can be begun by the timetable")
	case nth < 0:
		r.fail(at("stage"), "stage = %q is not a stage of this file: add a table [[stages]] with that name, or write another", w.Stage)
	case !f.Stages[nth].Begins.IsZero():
		r.fail(at("stage"), "stage %q begins by another line already: remove one of them", w.Stage)
	case w.Bots != "" && nth > 0:
		r.fail(at("bots"), "bots are taken by the first stage, %q, and stage %q is played by those who advance: remove bots, or make a "+
			"contest of its own for this stage", f.Stages[0].Name, w.Stage)
	default:
		if f.Stages[nth].Begins = l.Next(time.Time{}); w.Bots != "" {
			return []Bot{{Ref: w.Bots, Nth: l.Nth, places: r.others(at("bots"), w.Bots), timed: true}}
		}
	}
	return nil
}

// others returns the places of another contest that a final takes: of a file or folder as in a table [[bots]], or of a contest of the same
// site by its name, as "ladder#1-8".
func (r *reader) others(at []string, ref string) *Places {
	name, _, _ := strings.Cut(ref, "#")
	written, beside := ref, "../"+name+"/contest"+fileEnd
	if !strings.ContainsAny(name, `/\.`) && (r.confined || exists(r.absolute(beside))) {
		ref = beside + ref[len(name):]
	}
	if !r.playable(at, ref) {
		return nil
	}
	p, err := r.places(ref)
	switch {
	case err != nil:
		r.fail(at, "bots = %q: %s", written, err)
	case p == nil:
		r.fail(at, `bots = %q names no contest: write "ladder#1-8" for the first eight of the contest ladder`, written)
	case p.File == r.path:
		r.fail(at, "bots = %q is this contest itself: a final takes its bots from another one", written)
	}
	return p
}

// At returns the file as it is at a moment: without the stages from the first one on that its timetable begins later.
func (f *File) At(now time.Time) *File {
	n := slices.IndexFunc(f.Stages, func(s Stage) bool { return s.Begins.After(now) })
	if n < 0 {
		return f
	}
	at := *f
	at.Stages = f.Stages[:n:n]
	return &at
}

// Past returns a mistake if a line of the timetable, of those that the file before did not have, never comes after a moment. was may be
// nil.
func (f *File) Past(was *File, now time.Time) error {
	for i := range f.Timetable {
		l := &f.Timetable[i]
		same := func(x timetable.Line) bool { return x.Key() == l.Key() }
		if l.Next(now).IsZero() && (was == nil || !slices.ContainsFunc(was.Timetable, same)) {
			return f.Mistake(Place{Table: "timetable", Nth: l.Nth, Key: "at"}, fmt.Errorf(
				"at = %q is in the past: it is %s; write a later time, or remove the line", l.Words, moment.Words(now.In(l.Zone))))
		}
	}
	return nil
}
