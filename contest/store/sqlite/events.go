package sqlite

import (
	"context"
	"fmt"
	"time"

	"agon/contest/store"
)

// Note stores events.
func (s *Store) Note(ctx context.Context, events ...store.Event) error {
	return s.write(ctx, func(t *writing) error {
		for _, e := range events {
			t.noted = true
			if err := t.exec(`INSERT INTO event (at, topic, of, was, now, why, stage, round) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				e.At.UTC().Format(time.RFC3339Nano), string(e.Topic), e.Of, e.Was, e.Now, e.Why, e.Stage, e.Round); err != nil {
				return err
			}
		}
		return nil
	})
}

// Events returns the events stored by Note.
func (s *Store) Events(ctx context.Context) ([]store.Event, error) {
	list, err := s.db.QueryContext(ctx, `SELECT at, topic, of, was, now, why, stage, round FROM event ORDER BY number`)
	if err != nil {
		return nil, fmt.Errorf("read the events: %w", err)
	}
	defer list.Close()
	var events []store.Event
	for list.Next() {
		var e store.Event
		var at string
		if err := list.Scan(&at, &e.Topic, &e.Of, &e.Was, &e.Now, &e.Why, &e.Stage, &e.Round); err != nil {
			return nil, fmt.Errorf("read the events: %w", err)
		}
		if e.At, err = time.Parse(time.RFC3339Nano, at); err != nil {
			return nil, fmt.Errorf("read the events: %w", err)
		}
		events = append(events, e)
	}
	return events, list.Err()
}
