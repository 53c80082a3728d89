package store

import "time"

// A Topic is what an event is about.
type Topic string

// The topics, with what Of, Was and Now of their events are.
const (
	Setting Topic = "setting" // the name of a setting on which results depend, and its values; Was is empty in the first run
	Doubt   Topic = "doubt"   // the name of a bot whose own times are not believed; Now is the reason
	// the key in [limits] of a limit that the organiser changed, and its values; Now is empty for that of the file
	Limit   Topic = "limit"
	Day     Topic = "day"     // a date as in "2026-03-01"; Stage and Round are the first round of play that was planned on it
	File    Topic = "file"    // nothing; Now is the path of the contest's file, relative to the folder of the ledger
	Taken   Topic = "taken"   // places of another contest; Now is the bots that stood there when this contest entered them, as JSON
	Request Topic = "request" // the number of a request to the run in progress; Now is the decision as JSON
	Answer  Topic = "answer"  // the number of a request; Now is what became of it
)

// An Event is something that happened to a contest apart from its games and its bots. Events are stored in order.
type Event struct {
	At           time.Time
	Topic        Topic
	Of, Was, Now string
	Why          string // the reason of a decision
	Stage, Round int    // of a day, from 0
}

// Latest returns the newest event of a topic by what it is of.
func Latest(events []Event, topic Topic) map[string]Event {
	latest := map[string]Event{}
	for _, e := range events {
		if e.Topic == topic {
			latest[e.Of] = e
		}
	}
	return latest
}
