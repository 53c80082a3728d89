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
	return s.write(ctx, func(t *writing) error {
		for _, c := range changes {
			if err := c.Check(); err != nil {
				return err
			}
			if err := t.change(rows.OfChange(t.seal.Changes+1, c)); err != nil {
				return err
			}
			for _, id := range c.Games {
				if err := t.reopen(id, c.What == store.Again); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (t *writing) change(r rows.Change) error {
	t.seal.AddChange(r)
	return t.exec(`INSERT INTO change (`+changeColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Number, r.At, r.What, r.Why, r.By, r.Entry, r.Name, r.Author, r.Hash, r.Image, r.Broken, r.Instead, r.Stage, r.Round, r.Games, r.Sum)
}

// reopen checks that a game is planned and, if it is to be played again, moves its result to the others.
func (t *writing) reopen(id int, again bool) error {
	if id < 0 || id >= t.seal.Plan {
		return store.Unplanned(id)
	}
	standing, err := t.standing(id)
	if err != nil || standing == nil || !again {
		return err
	}
	row := rows.OfResult(*standing)
	t.seal.RemoveResult(row)
	if err := t.exec(`DELETE FROM result WHERE fixture = ?`, id); err != nil {
		return err
	}
	return t.insert(row, store.Odd)
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
		if err := list.Scan(&r.Number, &r.At, &r.What, &r.Why, &r.By, &r.Entry, &r.Name, &r.Author, &r.Hash, &r.Image, &r.Broken, &r.Instead, &r.Stage, &r.Round, &r.Games, &r.Sum); err != nil {
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
