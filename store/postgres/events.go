package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"agon/store"
)

const insertEvent = `INSERT INTO agon.event (contest, at, what, was, now) VALUES ($1, $2, $3, $4, $5)`

func queueEvent(b *pgx.Batch, contest int64, e store.Event) {
	b.Queue(insertEvent, contest, moment(e.At), escaped(e.What), escaped(e.Was), escaped(e.Now))
}

// Note stores events. Readers may do so too, beside the run that conducts the contest.
func (s *Store) Note(ctx context.Context, events ...store.Event) error {
	if s.conducts {
		return s.write(ctx, nil, func(t *writing) error {
			t.events = events
			return nil
		})
	}
	err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			batch := &pgx.Batch{}
			for _, e := range events {
				queueEvent(batch, s.contest, e)
			}
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
		list, err := conn.Query(ctx, `SELECT at, what, was, now FROM agon.event WHERE contest = $1 ORDER BY number`, s.contest)
		if err != nil {
			return err
		}
		defer list.Close()
		for list.Next() {
			var e store.Event
			var at string
			if err := list.Scan(&at, &e.What, &e.Was, &e.Now); err != nil {
				return err
			}
			if err := unescapeAll(&e.What, &e.Was, &e.Now); err != nil {
				return err
			}
			if e.At, err = time.Parse(time.RFC3339Nano, at); err != nil {
				return err
			}
			events = append(events, e)
		}
		return list.Err()
	})
	if err != nil {
		return nil, s.failed("read", err)
	}
	return events, nil
}
