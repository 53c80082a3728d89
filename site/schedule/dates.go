package schedule

import (
	"fmt"
	"strings"
	"time"

	"agon/internal/moment"
	"agon/site/people"
)

// Dates are those of a contest. A zero one never comes.
type Dates struct {
	Opens   time.Time // of submissions
	Closes  time.Time // of submissions; later ones are practice
	Starts  time.Time
	Ends    time.Time
	Freezes time.Time // of the table
}

// A State is the dates of a contest and which have taken effect.
type State struct {
	Dates
	Closed, Started, Ended, Froze bool
}

// next returns the first date that has not taken effect, zero if there is none.
func (d *State) next() (first time.Time) {
	for _, x := range []struct {
		at   time.Time
		done bool
	}{{d.Closes, d.Closed}, {d.Starts, d.Started}, {d.Ends, d.Ended}, {d.Freezes, d.Froze}} {
		if !x.done && !x.at.IsZero() && (first.IsZero() || x.at.Before(first)) {
			first = x.at
		}
	}
	return first
}

// moved returns the state with other dates. One that is moved into the future has not taken effect.
func (d *State) moved(to Dates, now time.Time) State {
	later := func(at time.Time) bool { return at.IsZero() || at.After(now) }
	return State{
		Dates:  to,
		Closed: d.Closed && !later(to.Closes), Started: d.Started && to.Starts.Equal(d.Starts),
		Ended: d.Ended && !later(to.Ends), Froze: d.Froze && to.Freezes.Equal(d.Freezes),
	}
}

// over returns a [*people.Problem] if a date is new and in the past: it would take effect at once, as an error in its year does.
// Submissions may have opened, and the minute that runs is not over.
func (d *Dates) over(was *Dates, now time.Time) error {
	for _, x := range []struct {
		at, was time.Time
		what    string
	}{
		{d.Closes, was.Closes, "The deadline of submissions"}, {d.Starts, was.Starts, "The start of the contest"},
		{d.Ends, was.Ends, "The end of the contest"}, {d.Freezes, was.Freezes, "The freeze of the table"},
	} {
		if !x.at.IsZero() && !x.at.Equal(x.was) && x.at.Before(now.Truncate(time.Minute)) {
			return &people.Problem{Text: fmt.Sprintf("%s, %s, is in the past: it is %s. Choose a later time.", x.what, moment.Words(x.at),
				moment.Words(now.In(x.at.Location())))}
		}
	}
	return nil
}

// Check returns a [*people.Problem] if dates contradict each other.
func (d Dates) Check() error {
	for _, at := range []time.Time{d.Opens, d.Closes, d.Starts, d.Ends, d.Freezes} {
		if !at.IsZero() && (at.Year() < 2000 || at.Year() > 9999) {
			return &people.Problem{Text: fmt.Sprintf("%s is not a date of a contest: its year is from 2000 to 9999.", moment.Words(at))}
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

// String returns the dates in words: "submissions close 2 Jan 2026, 15:04 UTC".
func (d Dates) String() string {
	var words []string
	for _, x := range []struct {
		what string
		at   time.Time
	}{{"submissions open", d.Opens}, {"submissions close", d.Closes}, {"start", d.Starts}, {"end", d.Ends}, {"freeze", d.Freezes}} {
		if !x.at.IsZero() {
			words = append(words, x.what+" "+moment.Words(x.at))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, "; ")
}
