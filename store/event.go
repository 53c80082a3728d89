package store

import "time"

// An Event is something that happened to a contest beside its games: a setting that results depend on was changed between two runs, or
// a bot was found to deceive. Events are kept in their order.
type Event struct {
	At       time.Time
	What     string // "guard", "clock of Rambo"
	Was, Now string // values, or words; Was is empty the first time
}

// Latest is the newest value of each thing that events tell of.
func Latest(events []Event) map[string]string {
	latest := map[string]string{}
	for _, e := range events {
		latest[e.What] = e.Now
	}
	return latest
}
