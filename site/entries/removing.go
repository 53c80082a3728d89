package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Remove removes a bot with the files of all its versions. Of one that has passed a check the name, its games and the logs of what
// passed stay; of any other nothing does. gone reports whether nothing does.
func (e *Entries) Remove(ctx context.Context, b *Bot) (gone bool, err error) {
	c, err := e.find(b.Contest)
	if err != nil {
		return false, err
	}
	e.placing.Lock()
	defer e.placing.Unlock()
	var places []string
	err = e.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) (err error) {
		places, gone, err = removed(tx, b)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("remove %s: %w", b.Name, err)
	}
	if c.Folder != "" {
		if err := e.remove(c, b.Name); err != nil {
			return gone, err
		}
	}
	for _, place := range places {
		err = errors.Join(err, os.RemoveAll(filepath.Join(e.dir, place)))
	}
	return gone, errors.Join(err, os.RemoveAll(filepath.Dir(e.TrialDir(b.ID, 0))))
}

// removed removes a bot from the database: the versions that passed stay without their files, whose places it returns.
func removed(tx *sql.Tx, b *Bot) (places []string, gone bool, err error) {
	var waits, passed int
	err = tx.QueryRow(`SELECT count(*) FILTER (WHERE state = 'checking'), count(*) FILTER (WHERE state IN ('good', 'removed'))
		FROM version WHERE bot = ?`, b.ID).Scan(&waits, &passed)
	if err != nil {
		return nil, false, err
	}
	if waits > 0 {
		return nil, false, problem("A version of %s is being checked or waits for its check: stop that first.", b.Name)
	}
	if places, err = placesOf(tx, b.ID); err != nil {
		return nil, false, err
	}
	if err := run(tx, b.ID, `DELETE FROM hook WHERE bot = ?`); err != nil {
		return nil, false, err
	}
	if passed == 0 {
		return places, true, run(tx, b.ID, `DELETE FROM alert WHERE bot = ?`, `DELETE FROM version WHERE bot = ?`,
			`DELETE FROM bot WHERE id = ?`)
	}
	return places, false, run(tx, b.ID, `DELETE FROM fixed WHERE bot = ?`, `DELETE FROM version WHERE bot = ? AND state = 'bad'`,
		`UPDATE bot SET active = NULL WHERE id = ?`,
		`UPDATE version SET state = 'removed', log = log || char(10) || 'Its files were removed with its bot.' || char(10) WHERE bot = ? AND state = 'good'`)
}

// run executes statements about a bot.
func run(tx *sql.Tx, bot int64, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.Exec(statement, bot); err != nil {
			return err
		}
	}
	return nil
}

// placesOf returns the places of a bot's versions.
func placesOf(tx *sql.Tx, bot int64) (places []string, err error) {
	rows, err := tx.Query(`SELECT place FROM version WHERE bot = ?`, bot)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var place string
		if err := rows.Scan(&place); err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, rows.Err()
}
