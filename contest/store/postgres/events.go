package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
)

// queueEvents queues the rows of events.
func queueEvents(b *pgx.Batch, contest int64, events []store.Event) {
	for _, e := range events {
		b.Queue(`INSERT INTO agon.event (contest, at, topic, of, was, now, why, stage, round) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			contest, e.At.UTC().Format(time.RFC3339Nano), string(e.Topic), escaped(e.Of), escaped(e.Was), escaped(e.Now), escaped(e.Why),
			e.Stage, e.Round)
	}
}

// Note stores events. A reader may do so too, beside the run that conducts the contest.
func (s *Store) Note(ctx context.Context, events ...store.Event) error {
	if s.conducts {
		return s.write(ctx, nil, func(t *writing) error {
			queueEvents(&t.batch, t.contest, events)
			return nil
		})
	}
	err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			batch := &pgx.Batch{}
			queueEvents(batch, s.contest, events)
			return tx.SendBatch(ctx, batch).Close()
		})
	})
	if err != nil {
		return s.failed("write to", err)
	}
	return nil
}

// Events returns the events stored by Note.
func (s *Store) Events(ctx context.Context) (events []store.Event, err error) {
	err = s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		events = nil
		return s.eachRow(ctx, conn, `SELECT at, topic, of, was, now, why, stage, round FROM agon.event WHERE contest = $1 ORDER BY number`,
			func(row pgx.Row) error {
				var e store.Event
				var at string
				if err := row.Scan(&at, &e.Topic, &e.Of, &e.Was, &e.Now, &e.Why, &e.Stage, &e.Round); err != nil {
					return err
				}
				var err error
				if e.At, err = time.Parse(time.RFC3339Nano, at); err != nil {
					return err
				}
				err = unescapeAll(&e.Of, &e.Was, &e.Now, &e.Why)
				events = append(events, e)
				return err
			})
	})
	if err != nil {
		return nil, s.failed("read", err)
	}
	return events, nil
}
