package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
	"agon/contest/store/rows"
)

const changeColumns = `number, at, what, why, by, entry, name, author, hash, image, broken, instead, stage, round, games, sum`

// Change stores changes.
func (s *Store) Change(ctx context.Context, changes ...store.Change) error {
	var ids []int64
	for _, c := range changes {
		for _, id := range c.Games {
			ids = append(ids, int64(id))
		}
	}
	return s.write(ctx, ids, func(t *writing) error { return t.Change(changes) })
}

// InsertChange queues a row.
func (t *writing) InsertChange(r rows.Change) error {
	queueChange(&t.batch, t.contest, r)
	return nil
}

// queueChange queues the row of a change.
func queueChange(b *pgx.Batch, contest int64, r rows.Change) {
	b.Queue(`INSERT INTO agon.change (contest, `+changeColumns+
		`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
		contest, r.Number, r.At, r.What, escaped(r.Why), escaped(r.By), r.Entry, escaped(r.Name), escaped(r.Author), escaped(r.Hash),
		escaped(r.Image), escaped(r.Broken),
		r.Instead, r.Stage, r.Round, r.Games, r.Sum)
}

// Changes returns the changes stored by Change.
func (s *Store) Changes(ctx context.Context) (changes []store.Change, err error) {
	err = s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		changes = nil
		return s.eachChange(ctx, conn, func(_ rows.Change, c store.Change) { changes = append(changes, c) })
	})
	if err != nil {
		return nil, s.failed("read", err)
	}
	return changes, nil
}

// eachChange calls visit for all changes, in order.
func (s *Store) eachChange(ctx context.Context, conn *pgx.Conn, visit func(rows.Change, store.Change)) error {
	return s.eachRow(ctx, conn, `SELECT `+changeColumns+` FROM agon.change WHERE contest = $1 ORDER BY number`, func(row pgx.Row) error {
		var r rows.Change
		if err := row.Scan(&r.Number, &r.At, &r.What, &r.Why, &r.By, &r.Entry, &r.Name, &r.Author, &r.Hash, &r.Image, &r.Broken, &r.Instead,
			&r.Stage, &r.Round, &r.Games, &r.Sum); err != nil {
			return err
		}
		if err := unescapeAll(&r.Why, &r.By, &r.Name, &r.Author, &r.Hash, &r.Image, &r.Broken); err != nil {
			return err
		}
		c, err := r.Change()
		if err != nil {
			return err
		}
		visit(r, c)
		return nil
	})
}
