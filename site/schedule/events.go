package schedule

import (
	"slices"
	"time"

	"agon/internal/moment"
)

// An Event is a date of a contest, or a time of its timetable.
type Event struct {
	Key   string // "closes", "play-0-20270104T0100", for example
	Words string // "submissions close", for example
	At    time.Time
}

// Events returns the dates that a contest has, in their order, and what its timetable does in the eight weeks from now on.
func (s *Schedule) Events(contest string) (list []Event) {
	d := s.Of(contest).Dates
	for _, e := range []Event{
		{"opens", "submissions open", d.Opens}, {"closes", "submissions close", d.Closes}, {"starts", "starts", d.Starts},
		{"freezes", "the table freezes", d.Freezes}, {"ends", "ends", d.Ends},
	} {
		if !e.At.IsZero() {
			list = append(list, e)
		}
	}
	list = append(list, s.comes(contest)...)
	slices.SortStableFunc(list, func(a, b Event) int { return a.At.Compare(b.At) })
	return list
}

// Coming returns the first dates and times of a contest that are still to come.
func (s *Schedule) Coming(contest string, most int) []Event {
	now := s.now()
	list := slices.DeleteFunc(s.Events(contest), func(e Event) bool { return !e.At.After(now) })
	return list[:min(most, len(list))]
}

// Next returns in words what comes next in a contest, "starts 2 Jan 2026, 15:04 UTC"; empty if nothing does.
func (s *Schedule) Next(contest string) string {
	for _, e := range s.Coming(contest, 1) {
		return e.Words + " " + moment.Words(e.At)
	}
	return ""
}
