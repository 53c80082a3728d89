package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"agon/contest/ledger"
	"agon/contest/store"
)

// A Journal is the events of a contest's ledger: the settings of its runs, the days on which it was played, limits that were changed,
// times that are not believed, and requests for decisions with their answers.
type Journal struct {
	store  store.Store
	clock  func() time.Time // nil: time.Now
	events []store.Event
	noted  string // the last date noted by NoteDay
}

// Store returns the contest's ledger.
func (j *Journal) Store() store.Store { return j.store }

// now returns the time for events and changes.
func (j *Journal) now() time.Time {
	if j.clock != nil {
		return j.clock()
	}
	return time.Now()
}

// note stores events; what names them in errors.
func (j *Journal) note(ctx context.Context, what string, events ...store.Event) error {
	if err := j.store.Note(ctx, events...); err != nil {
		return fmt.Errorf("keep %s: %w", what, err)
	}
	j.events = append(j.events, events...)
	return nil
}

// Settle stores the settings of a run that differ from those before it, and the path of its file. changed are those that an earlier run
// had.
func (c *Contest) Settle(ctx context.Context, settings []store.Value) (changed []store.Event, err error) {
	if c.events, err = c.store.Events(ctx); err != nil {
		return nil, err
	}
	before := store.Latest(c.events, store.Setting)
	var news []store.Event
	for _, s := range settings {
		was, ok := before[s.Name]
		if ok && was.Now == s.Text {
			continue
		}
		e := store.Event{At: c.now(), Topic: store.Setting, Of: s.Name, Was: was.Now, Now: s.Text}
		if news = append(news, e); ok {
			changed = append(changed, e)
		}
	}
	if file := c.filePath(); file != "" && file != store.Latest(c.events, store.File)[""].Now {
		news = append(news, store.Event{At: c.now(), Topic: store.File, Now: file})
	}
	return changed, c.note(ctx, "the settings of this run", news...)
}

// filePath returns the path of the contest's file relative to its folder, empty if it has none.
func (c *Contest) filePath() string {
	dir, err := filepath.Abs(c.Dir)
	if err != nil || c.File.Path == "" {
		return ""
	}
	rel, err := filepath.Rel(dir, c.File.Path)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// NoteDay stores an event for the first round of play of a day.
func (j *Journal) NoteDay(ctx context.Context, stage, round int) error {
	date := j.now().Format(time.DateOnly)
	if j.noted == date {
		return nil
	}
	if _, known := store.Latest(j.events, store.Day)[date]; !known {
		if err := j.note(ctx, "the day", store.Event{At: j.now(), Topic: store.Day, Of: date, Stage: stage, Round: round}); err != nil {
			return err
		}
	}
	j.noted = date
	return nil
}

// NoteDoubt marks a bot whose reported times are not believed, at most once in a contest.
func (c *Contest) NoteDoubt(ctx context.Context, entry int, why string) error {
	if c.Doubt(entry) != "" {
		return nil
	}
	name := c.Entries[entry].Name
	return c.note(ctx, "that the times of "+name+" differ", store.Event{At: c.now(), Topic: store.Doubt, Of: name, Now: why})
}

// Doubt returns why the times reported by a bot's process were not believed; empty if they were.
func (c *Contest) Doubt(entry int) string {
	return store.Latest(c.events, store.Doubt)[c.Entries[entry].Name].Now
}

// Days returns the days on which the contest was played, in order.
func (j *Journal) Days() []ledger.Day { return ledger.Days(j.events) }

// Limits returns the limits that were changed after the contest began, in order.
func (j *Journal) Limits() []ledger.LimitChange { return ledger.Limits(j.events) }

// Changes returns the settings that changed between runs, in order.
func (j *Journal) Changes() []store.Event { return ledger.Settings(j.events) }

// Sandbox returns the sandbox of the last run, empty if none is known.
func (j *Journal) Sandbox() string { return ledger.Sandbox(j.events) }

// Answer returns whether the run has answered a request. The error is an [*Impossible] if the run refused it.
func (j *Journal) Answer(ctx context.Context, number string) (answered bool, err error) {
	events, err := j.store.Events(ctx)
	if err != nil {
		return false, err
	}
	answer, answered := store.Latest(events, store.Answer)[number]
	if answered && answer.Now != accepted {
		return true, &Impossible{answer.Now}
	}
	return answered, nil
}

// A Request is a decision that a run is asked to take.
type Request struct {
	Number string
	Decision
}

// Requests returns the unanswered requests, in order.
func (j *Journal) Requests(ctx context.Context) (list []Request, err error) {
	events, err := j.store.Events(ctx)
	if err != nil {
		return nil, err
	}
	answers := store.Latest(events, store.Answer)
	for _, e := range events {
		if _, answered := answers[e.Of]; e.Topic != store.Request || answered {
			continue
		}
		var d Decision
		if json.Unmarshal([]byte(e.Now), &d) == nil {
			list = append(list, Request{e.Of, d})
		}
	}
	return list, nil
}

// Reply stores the answer to a request: that the run has taken it, or why it refused it.
func (j *Journal) Reply(ctx context.Context, number string, refused error) error {
	answer := accepted
	if refused != nil {
		answer = refused.Error()
	}
	return j.note(ctx, "the answer to a decision", store.Event{At: j.now(), Topic: store.Answer, Of: number, Now: answer})
}

// accepted is the answer to a request that the run has taken.
const accepted = "done"
