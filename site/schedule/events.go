package schedule

import (
	"fmt"
	"slices"
	"time"

	"agon/internal/moment"
)

// An Event is a date of a contest, or a time of its timetable.
type Event struct {
	Key   string // "closes", "play-0-20270104T0100", for example
	Words string // "submissions close", "rounds of play", for example
	At    time.Time
	Ends  time.Time // of what lasts; zero: it is a moment

	line string // of the timetable, with all its times; empty: a date
}

// Events returns the dates that a contest has, in their order, and what its timetable does in the eight weeks from now on, or
// else next.
func (s *Schedule) Events(contest string) (list []Event) {
	d := s.Of(contest).Dates
	for _, e := range []Event{
		{Key: "opens", Words: "submissions open", At: d.Opens}, {Key: "closes", Words: "submissions close", At: d.Closes},
		{Key: "starts", Words: "starts", At: d.Starts}, {Key: "freezes", Words: "the table freezes", At: d.Freezes},
		{Key: "ends", Words: "ends", At: d.Ends},
	} {
		if !e.At.IsZero() {
			list = append(list, e)
		}
	}
	list = append(list, s.comes(contest)...)
	slices.SortStableFunc(list, func(a, b Event) int { return a.At.Compare(b.At) })
	return list
}

// Coming returns dates and times of a contest that are still to come, in their order: of the dates and of each line of its timetable the
// next one, so that nights of play do not hide the final, and the first of the others.
func (s *Schedule) Coming(contest string, most int) []Event {
	now := s.now()
	list := slices.DeleteFunc(s.Events(contest), func(e Event) bool { return !e.At.After(now) })
	var next, later []Event
	seen := map[string]bool{}
	for _, e := range list {
		if e.line != "" && seen[e.line] {
			later = append(later, e)
			continue
		}
		seen[e.line] = true
		next = append(next, e)
	}
	list = append(next, later...)
	list = list[:min(most, len(list))]
	slices.SortStableFunc(list, func(a, b Event) int { return a.At.Compare(b.At) })
	return list
}

// Next returns in words what comes next in a contest, "starts 2 Jan 2026, 15:04 UTC"; empty if nothing does.
func (s *Schedule) Next(contest string) string {
	list := s.Coming(contest, 1)
	switch {
	case len(list) == 0:
		return ""
	case list[0].Ends.IsZero():
		return list[0].Words + " " + moment.Words(list[0].At)
	}
	return fmt.Sprintf("%s from %s until %s", list[0].Words, moment.Words(list[0].At), moment.Clock(list[0].Ends))
}
