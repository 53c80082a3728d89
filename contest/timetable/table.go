package timetable

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Table is the lines of a timetable.
type Table []Line

// A Coming is a line that comes at a moment.
type Coming struct {
	At time.Time
	*Line
	Missed time.Time // the first of the earlier times that are skipped; zero: there is none
}

// says describes what happens.
var says = map[Act]string{Pause: "rounds of play pause", Thaw: "the table is revealed", Open: "submissions open",
	Play: "rounds of play begin", Freeze: "the table freezes", Close: "submissions close", Publish: "the results are published"}

// Says describes what happens then: "the table freezes".
func (x *Coming) Says() string {
	return cmp.Or(says[x.Do], fmt.Sprintf("the stage %q begins", x.Stage))
}

// Coming returns what comes after a moment, until another one, in order; of each line at most so many.
func (t Table) Coming(after, until time.Time, most int) (list []Coming) {
	for i := range t {
		n := 0
		for at := range t[i].All(after) {
			if n++; n > most || at.After(until) {
				break
			}
			list = append(list, Coming{At: at, Line: &t[i]})
		}
	}
	return sorted(list)
}

// Ends returns when play that begins at x pauses, by the line itself; zero if x is not play, or its line has no end.
func (t Table) Ends(x *Coming) time.Time {
	for i := range t {
		if l := &t[i]; x.Do == Play && l.Do == Pause && l.Nth == x.Nth {
			return l.Next(x.At)
		}
	}
	return time.Time{}
}

// sorted sorts what comes: by its moment, then in the order of the acts, then in that of the lines.
func sorted(list []Coming) []Coming {
	slices.SortStableFunc(list, func(a, b Coming) int {
		return cmp.Or(a.At.Compare(b.At), slices.Index(acts, a.Do)-slices.Index(acts, b.Do))
	})
	return list
}

// Undoes names a line's act together with the one that undoes it: of both the last alone is carried out.
func (l *Line) Undoes() string {
	return cmp.Or(map[Act]string{Pause: "play", Thaw: "freeze", Open: "close"}[l.Do], string(l.Do)+l.Stage)
}

// Next returns when the first line comes, zero if none does. handled returns until when each was carried out.
func (t Table) Next(handled func(*Line) time.Time) (first time.Time) {
	for i := range t {
		if at := t[i].Next(handled(&t[i])); !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// Due returns what is to be carried out now, in order: of each act the last time that has come since it was handled; see the doc of this
// package.
func (t Table) Due(handled func(*Line) time.Time, now time.Time) (list []Coming) {
	last, first := map[string]time.Time{}, map[string]time.Time{} // by act
	for i := range t {
		l := &t[i]
		next, of := l.Next(handled(l)), l.Undoes()
		if next.IsZero() || next.After(now) {
			continue
		}
		at := l.last(handled(l), now)
		list = append(list, Coming{At: at, Line: l})
		if first[of].IsZero() || next.Before(first[of]) {
			first[of] = next
		}
		if at.After(last[of]) {
			last[of] = at
		}
	}
	list = slices.DeleteFunc(list, func(x Coming) bool { return x.At.Before(last[x.Undoes()]) })
	for i := range list {
		if missed := first[list[i].Undoes()]; missed.Before(list[i].At) {
			list[i].Missed = missed
		}
	}
	return sorted(list)
}

// last returns the last moment at which a line came after one, until now. There is one, and it is looked for in the newest time first.
func (l *Line) last(after, now time.Time) (last time.Time) {
	for _, window := range []time.Duration{time.Hour, 60 * 24 * time.Hour, now.Sub(after)} {
		for at := range l.All(now.Add(-min(window, now.Sub(after)))) {
			if at.After(now) {
				break
			}
			last = at
		}
		if !last.IsZero() {
			break
		}
	}
	return last
}
