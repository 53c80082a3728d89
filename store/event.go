package store

import "time"

// An Event is something that happened to a contest apart from its games: a setting that results depend on was changed between two runs,
// or a bot was found to deceive. Events are stored in order.
type Event struct {
	At       time.Time
	What     string // "guard", "clock of Rambo"
	Was, Now string // values, or text; Was is empty the first time
}

// Latest returns the newest value by the name of the event.
func Latest(events []Event) map[string]string {
	latest := map[string]string{}
	for _, e := range events {
		latest[e.What] = e.Now
	}
	return latest
}
