package ledger

import (
	"time"

	"agon/contest/store"
)

// A LimitChange is a change of a limit after the contest began.
type LimitChange struct {
	At    time.Time
	Key   string
	Value string // as in [limits]; empty: that of the file again
	Why   string
}

// Limits returns the changes of limits, in order.
func Limits(events []store.Event) (list []LimitChange) {
	for _, e := range events {
		if e.Topic == store.Limit {
			list = append(list, LimitChange{e.At, e.Of, e.Now, e.Why})
		}
	}
	return list
}

// A Day is a day of a contest, and the first round of play that was planned on it.
type Day struct {
	Date         string // "2026-03-01", in the time zone of the run
	At           time.Time
	Stage, Round int // from 0
}

// Days returns the days on which a contest was played, in order.
func Days(events []store.Event) (days []Day) {
	for _, e := range events {
		if e.Topic == store.Day {
			days = append(days, Day{Date: e.Of, At: e.At, Stage: e.Stage, Round: e.Round})
		}
	}
	return days
}

// Settings returns the settings that changed between runs, in order.
func Settings(events []store.Event) (changed []store.Event) {
	for _, e := range events {
		if e.Topic == store.Setting && e.Was != "" {
			changed = append(changed, e)
		}
	}
	return changed
}

// Sandbox returns the sandbox of the last run, empty if none is known.
func Sandbox(events []store.Event) string { return store.Latest(events, store.Setting)["sandbox"].Now }
