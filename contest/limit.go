package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/internal/tomlfile"
	"agon/store"
)

// Decidable lists the keys of [limits] that may be changed during a contest: they decide which bots get through a game, and do not define
// the contest.
var Decidable = []string{"clock", "cpu", "disk", "guard", "memory", "output", "tasks"}

// A LimitChange is a change of a limit after the contest began.
type LimitChange struct {
	At    time.Time
	Key   string
	Value string // as in [limits]; empty: that of the file again
	Why   string
}

// SetLimit changes a limit of a contest for future games. value is as in [limits] of contest.toml, without quotes; empty restores that of
// the file.
func SetLimit(ctx context.Context, s store.Store, key, value, why string) error {
	if !slices.Contains(Decidable, key) {
		return fmt.Errorf("limit %q cannot be changed after the start; the keys are %s", key, strings.Join(Decidable, ", "))
	}
	if value != "" {
		if err := (&Limits{}).decide(key, value); err != nil {
			return err
		}
	}
	events, err := s.Events(ctx)
	if err != nil {
		return err
	}
	was := store.Latest(events, store.Limit)[key].Now
	if was == "" {
		was = "as in the contest file"
	}
	return s.Note(ctx, store.Event{At: time.Now(), Topic: store.Limit, Of: key, Was: was, Now: value, Why: why})
}

// LimitChanges returns the changes of limits, in order.
func LimitChanges(events []store.Event) (list []LimitChange) {
	for _, e := range events {
		if e.Topic == store.Limit && slices.Contains(Decidable, e.Of) {
			list = append(list, LimitChange{e.At, e.Of, e.Now, e.Why})
		}
	}
	return list
}

// decideLimits applies the limits that were changed after the contest began.
func (c *Contest) decideLimits(ctx context.Context) error {
	events, err := c.store.Events(ctx)
	if err != nil {
		return err
	}
	last := map[string]string{}
	for _, l := range LimitChanges(events) {
		last[l.Key] = l.Value
	}
	for _, key := range Decidable {
		if last[key] == "" {
			continue
		}
		if err := c.File.Limits.decide(key, last[key]); err != nil {
			return fmt.Errorf("the ledger's limit: %w", err)
		}
		c.notes = append(c.notes, fmt.Sprintf("limit %s is %s by decision; agon limit %s %s --undo restores that of the contest file", key, last[key], c.Dir, key))
	}
	return nil
}

// decide sets one limit.
func (l *Limits) decide(key, value string) error {
	written := strconv.Quote(value)
	if key == "tasks" {
		written = value
	}
	var read limits
	if _, err := tomlfile.Decode("limits", []byte(key+" = "+written+"\n"), &read); err != nil {
		var mistake *tomlfile.Error
		if errors.As(err, &mistake) {
			err = errors.New(mistake.Text)
		}
		return fmt.Errorf("invalid limit: %w", err)
	}
	now := read.limits()
	switch key {
	case "clock":
		l.CPUClock = now.CPUClock
	case "cpu":
		l.CPU = now.CPU
	case "disk":
		l.Disk = now.Disk
	case "guard":
		l.Guard = now.Guard
	case "memory":
		l.Memory = now.Memory
	case "output":
		l.Output = now.Output
	case "tasks":
		l.Tasks = now.Tasks
	}
	return nil
}
