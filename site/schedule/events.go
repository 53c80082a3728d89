package schedule

import (
	"slices"
	"time"

	"agon/internal/moment"
)

// An Event is a date of a contest.
type Event struct {
	Key   string // "closes", for example
	Words string // "submissions close", for example
	At    time.Time
}

// Events returns the dates that a contest has, in their order.
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
	slices.SortStableFunc(list, func(a, b Event) int { return a.At.Compare(b.At) })
	return list
}

// Next returns in words the date of a contest that comes next, "starts 2 Jan 2026, 15:04 UTC"; empty if none does.
func (s *Schedule) Next(contest string) string {
	now := s.now()
	for _, e := range s.Events(contest) {
		if e.At.After(now) {
			return e.Words + " " + moment.Words(e.At)
		}
	}
	return ""
}
