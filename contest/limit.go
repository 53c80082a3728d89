package contest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/contest/config"
	"agon/contest/ledger"
	"agon/contest/store"
)

// SetLimit changes a limit of a contest for future games. value is as in [limits] of contest.toml, without quotes; empty restores that of
// the file. was is the limit before, as value is.
func SetLimit(ctx context.Context, s store.Store, key, value, why string) (was string, err error) {
	if !slices.Contains(config.Decidable, key) {
		return "", impossible("limit %q cannot be changed after the start; the keys are %s", key, strings.Join(config.Decidable, ", "))
	}
	if value != "" {
		if err := (&config.Limits{}).Set(key, value); err != nil {
			return "", &Impossible{err.Error()}
		}
	}
	events, err := s.Events(ctx)
	if err != nil {
		return "", err
	}
	was = store.Latest(events, store.Limit)[key].Now
	noted := cmp.Or(was, "as in the contest file")
	return was, s.Note(ctx, store.Event{At: time.Now(), Topic: store.Limit, Of: key, Was: noted, Now: value, Why: why})
}

// decideLimits applies the limits that were changed after the contest began.
func (o opening) decideLimits(ctx context.Context) error {
	events, err := o.store.Events(ctx)
	if err != nil {
		return err
	}
	last := map[string]string{}
	for _, l := range ledger.Limits(events) {
		last[l.Key] = l.Value
	}
	for _, key := range config.Decidable {
		if last[key] == "" {
			continue
		}
		if err := o.File.Limits.Set(key, last[key]); err != nil {
			return fmt.Errorf("the ledger's limit: %w", err)
		}
		o.notes = append(o.notes, fmt.Sprintf("limit %s is %s by decision; agon limit %s %s --undo restores that of the contest file",
			key, last[key], o.Dir, key))
	}
	return nil
}
