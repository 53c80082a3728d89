package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"agon/contest/store"
)

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Contest returns the contest stored by Begin.
func (s *Store) Contest(ctx context.Context) (*store.Contest, error) { return contest(ctx, s.db) }

func contest(ctx context.Context, q querier) (*store.Contest, error) {
	var c store.Contest
	err := q.QueryRowContext(ctx, `SELECT name, kind, rules, seed, secret, secret_hash, average FROM contest`).
		Scan(&c.Name, &c.Kind, &c.Rules, &c.Seed, &c.Secret, &c.SecretHash, &c.Average)
	if none(err) {
		return nil, nil
	}
	if err == nil {
		err = eachRow(ctx, q, `SELECT name, value FROM option ORDER BY place`, func(scan func(...any) error) error {
			var v store.Value
			err := scan(&v.Name, &v.Text)
			c.Options = append(c.Options, v)
			return err
		})
	}
	if err == nil {
		err = eachRow(ctx, q, `SELECT name, format FROM stage ORDER BY place`, func(scan func(...any) error) error {
			var s store.Stage
			err := scan(&s.Name, &s.Format)
			c.Stages = append(c.Stages, s)
			return err
		})
	}
	if err == nil {
		err = eachRow(ctx, q, `SELECT stage, name, value FROM stage_key ORDER BY stage, place`, func(scan func(...any) error) error {
			var stage int
			var v store.Value
			if err := scan(&stage, &v.Name, &v.Text); err != nil {
				return err
			}
			if stage < 0 || stage >= len(c.Stages) {
				return fmt.Errorf("a key of stage %d, which there is not", stage+1)
			}
			c.Stages[stage].Keys = append(c.Stages[stage].Keys, v)
			return nil
		})
	}
	if err == nil {
		err = eachRow(ctx, q, `SELECT name, author, hash, image, broken FROM bot ORDER BY entry`, func(scan func(...any) error) error {
			var b store.Bot
			err := scan(&b.Name, &b.Author, &b.Hash, &b.Image, &b.Broken)
			c.Bots = append(c.Bots, b)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the contest: %w", err)
	}
	return &c, nil
}

// eachRow calls a function with every row of a query.
func eachRow(ctx context.Context, q querier, query string, row func(scan func(...any) error) error) error {
	list, err := q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		if err := row(list.Scan); err != nil {
			return err
		}
	}
	return list.Err()
}

// Begin stores the contest, or compares it with the stored one.
func (s *Store) Begin(ctx context.Context, now *store.Contest) error {
	if err := now.Check(); err != nil {
		return err
	}
	return s.write(ctx, func(t *writing) error {
		was, err := contest(ctx, t.tx)
		if err != nil {
			return err
		}
		return t.Begin(was, now, t.define, func(c *store.Contest) error { return t.exec(`UPDATE contest SET name = ?`, c.Name) })
	})
}

// define writes the rows of a contest.
func (t *writing) define(c *store.Contest) error {
	err := t.exec(`INSERT INTO contest VALUES (1, ?, ?, ?, ?, ?, ?, ?)`, c.Name, c.Kind, c.Rules, c.Seed, c.Secret, c.SecretHash, c.Average)
	for place, o := range c.Options {
		if err == nil {
			err = t.exec(`INSERT INTO option VALUES (?, ?, ?)`, place, o.Name, o.Text)
		}
	}
	for stage, s := range c.Stages {
		if err == nil {
			err = t.exec(`INSERT INTO stage VALUES (?, ?, ?)`, stage, s.Name, s.Format)
		}
		for place, key := range s.Keys {
			if err == nil {
				err = t.exec(`INSERT INTO stage_key VALUES (?, ?, ?, ?)`, stage, place, key.Name, key.Text)
			}
		}
	}
	for entry, b := range c.Bots {
		if err == nil {
			err = t.exec(`INSERT INTO bot VALUES (?, ?, ?, ?, ?, ?)`, entry, b.Name, b.Author, b.Hash, b.Image, b.Broken)
		}
	}
	return err
}
