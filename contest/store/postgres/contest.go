package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
)

// Contest returns the contest stored by Begin.
func (s *Store) Contest(ctx context.Context) (c *store.Contest, err error) {
	err = s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		c, err = s.definition(ctx, conn)
		return err
	})
	if err != nil {
		return nil, s.failed("read", err)
	}
	return c, nil
}

// definition reads what defines the contest; nil before Begin.
func (s *Store) definition(ctx context.Context, conn *pgx.Conn) (*store.Contest, error) {
	var c store.Contest
	err := conn.QueryRow(ctx, `SELECT name, kind, rules, seed, secret, secret_hash, average FROM agon.definition WHERE contest = $1`,
		s.contest).
		Scan(&c.Name, &c.Kind, &c.Rules, &c.Seed, &c.Secret, &c.SecretHash, &c.Average)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = unescapeAll(&c.Name, &c.Kind, &c.Rules, &c.Secret, &c.SecretHash, &c.Average)
	}
	if err == nil {
		err = s.eachRow(ctx, conn, `SELECT name, value FROM agon.option WHERE contest = $1 ORDER BY place`, func(row pgx.Row) error {
			var v store.Value
			err := scanTexts(row, &v.Name, &v.Text)
			c.Options = append(c.Options, v)
			return err
		})
	}
	if err == nil {
		err = s.eachRow(ctx, conn, `SELECT name, format FROM agon.stage WHERE contest = $1 ORDER BY place`, func(row pgx.Row) error {
			var stage store.Stage
			err := scanTexts(row, &stage.Name, &stage.Format)
			c.Stages = append(c.Stages, stage)
			return err
		})
	}
	if err == nil {
		err = s.eachRow(ctx, conn, `SELECT stage, name, value FROM agon.stage_key WHERE contest = $1 ORDER BY stage, place`,
			func(row pgx.Row) error {
				var stage int
				var v store.Value
				if err := row.Scan(&stage, &v.Name, &v.Text); err != nil {
					return err
				}
				if stage < 0 || stage >= len(c.Stages) {
					return fmt.Errorf("a key of stage %d, which there is not", stage+1)
				}
				err := unescapeAll(&v.Name, &v.Text)
				c.Stages[stage].Keys = append(c.Stages[stage].Keys, v)
				return err
			})
	}
	if err == nil {
		err = s.eachRow(ctx, conn, `SELECT name, author, hash, image, broken FROM agon.bot WHERE contest = $1 ORDER BY entry`,
			func(row pgx.Row) error {
				var b store.Bot
				err := scanTexts(row, &b.Name, &b.Author, &b.Hash, &b.Image, &b.Broken)
				c.Bots = append(c.Bots, b)
				return err
			})
	}
	if err != nil {
		return nil, fmt.Errorf("read the contest: %w", err)
	}
	return &c, nil
}

// eachRow calls visit for the rows of a query about the contest.
func (s *Store) eachRow(ctx context.Context, conn *pgx.Conn, query string, visit func(pgx.Row) error) error {
	list, err := conn.Query(ctx, query, s.contest)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		if err := visit(list); err != nil {
			return err
		}
	}
	return list.Err()
}

// scanTexts reads the columns of a row, all of which are texts.
func scanTexts(row pgx.Row, into ...*string) error {
	columns := make([]any, len(into))
	for i := range into {
		columns[i] = into[i]
	}
	if err := row.Scan(columns...); err != nil {
		return err
	}
	return unescapeAll(into...)
}

// Begin stores the contest, or compares it with the stored one.
func (s *Store) Begin(ctx context.Context, now *store.Contest) error {
	if err := now.Check(); err != nil {
		return err
	}
	return s.write(ctx, nil, func(t *writing) error {
		was, err := s.definition(t.ctx, t.conn)
		if err != nil {
			return err
		}
		return t.Begin(was, now, func(c *store.Contest) error {
			queueContest(&t.batch, t.contest, c)
			return nil
		}, func(c *store.Contest) error {
			t.batch.Queue(`UPDATE agon.definition SET name = $2 WHERE contest = $1`, t.contest, escaped(c.Name))
			return nil
		})
	})
}

// queueContest queues the rows of what defines a contest.
func queueContest(b *pgx.Batch, contest int64, c *store.Contest) {
	b.Queue(`INSERT INTO agon.definition (contest, name, kind, rules, seed, secret, secret_hash, average) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		contest, escaped(c.Name), escaped(c.Kind), escaped(c.Rules), c.Seed, escaped(c.Secret), escaped(c.SecretHash), escaped(c.Average))
	for place, o := range c.Options {
		b.Queue(`INSERT INTO agon.option (contest, place, name, value) VALUES ($1, $2, $3, $4)`, contest, place, escaped(o.Name),
			escaped(o.Text))
	}
	for stage, s := range c.Stages {
		b.Queue(`INSERT INTO agon.stage (contest, place, name, format) VALUES ($1, $2, $3, $4)`, contest, stage, escaped(s.Name),
			escaped(s.Format))
		for place, key := range s.Keys {
			b.Queue(`INSERT INTO agon.stage_key (contest, stage, place, name, value) VALUES ($1, $2, $3, $4, $5)`, contest, stage, place,
				escaped(key.Name), escaped(key.Text))
		}
	}
	for entry, bot := range c.Bots {
		b.Queue(`INSERT INTO agon.bot (contest, entry, name, author, hash, image, broken) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			contest, entry, escaped(bot.Name), escaped(bot.Author), escaped(bot.Hash), escaped(bot.Image), escaped(bot.Broken))
	}
}
