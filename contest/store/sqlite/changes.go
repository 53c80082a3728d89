package sqlite

import (
	"context"
	"fmt"

	"agon/contest/store"
	"agon/contest/store/rows"
)

const changeColumns = `number, at, what, why, by, entry, name, author, hash, image, broken, instead, stage, round, games, sum`

// Change stores changes.
func (s *Store) Change(ctx context.Context, changes ...store.Change) error {
	return s.write(ctx, func(t *writing) error { return t.Change(changes) })
}

// InsertChange inserts a row.
func (t *writing) InsertChange(r rows.Change) error {
	return t.exec(`INSERT INTO change (`+changeColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Number, r.At, r.What, r.Why, r.By, r.Entry, r.Name, r.Author, r.Hash, r.Image, r.Broken, r.Instead, r.Stage, r.Round, r.Games,
		r.Sum)
}

// Changes returns the changes stored by Change.
func (s *Store) Changes(ctx context.Context) ([]store.Change, error) {
	var changes []store.Change
	err := changesOf(ctx, s.db, func(_ rows.Change, c store.Change) { changes = append(changes, c) })
	if err != nil {
		return nil, fmt.Errorf("read the changes: %w", err)
	}
	return changes, nil
}

// changesOf calls visit for all changes, in order.
func changesOf(ctx context.Context, q querier, visit func(rows.Change, store.Change)) error {
	list, err := q.QueryContext(ctx, `SELECT `+changeColumns+` FROM change ORDER BY number`)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var r rows.Change
		if err := list.Scan(&r.Number, &r.At, &r.What, &r.Why, &r.By, &r.Entry, &r.Name, &r.Author, &r.Hash, &r.Image, &r.Broken,
			&r.Instead, &r.Stage, &r.Round, &r.Games, &r.Sum); err != nil {
			return err
		}
		c, err := r.Change()
		if err != nil {
			return err
		}
		visit(r, c)
	}
	return list.Err()
}
