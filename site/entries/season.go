package entries

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Follow lets a contest begin with the bots that play in another, each with the version that plays as its first one, which has passed its
// check. without are names of bots that stay behind. also is a part of the transaction. The contest's folder may come later: [Entries.Put]
// fills it.
func (e *Entries) Follow(ctx context.Context, from, to string, without []string, also func(tx *sql.Tx) error) (err error) {
	type copied struct {
		Bot
		v     *Version
		place string
	}
	var bots []copied
	defer func() {
		for _, b := range bots {
			if err != nil && b.place != "" {
				err = errors.Join(err, os.RemoveAll(filepath.Join(e.dir, b.place)))
			}
		}
	}()
	all, err := e.Bots(ctx, from, 0)
	if err != nil {
		return err
	}
	for _, b := range all {
		if b.Active == 0 || slices.Contains(without, b.Name) {
			continue
		}
		v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, b.Active).Scan)
		if err != nil {
			return err
		}
		bots = append(bots, copied{b, v, rand.Text()})
		if err := copyTree(filepath.Join(e.dir, v.place), filepath.Join(e.dir, bots[len(bots)-1].place)); err != nil {
			return fmt.Errorf("copy %s into the next season: %w", b.Name, err)
		}
	}
	return e.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		if err := also(tx); err != nil {
			return err
		}
		for _, b := range bots {
			var bot, version int64
			err := tx.QueryRow(`INSERT INTO bot (contest, name, folded, owner, team, before) SELECT ?, name, folded, owner, team, id FROM bot WHERE id = ? RETURNING id`, to, b.ID).Scan(&bot)
			if err == nil {
				err = tx.QueryRow(`INSERT INTO version (bot, number, received, state, place, address, file, size, hash, verdict, log) SELECT ?, 1, received, state, ?, address, file, size, hash, verdict, log FROM version WHERE id = ? RETURNING id`,
					bot, b.place, b.v.ID).Scan(&version)
			}
			if err == nil {
				_, err = tx.Exec(`UPDATE bot SET active = ? WHERE id = ?`, version, bot)
			}
			if err != nil {
				return fmt.Errorf("enter %s into the next season: %w", b.Name, err)
			}
		}
		return nil
	})
}

// Put brings the folder of bots of a contest to what the database says.
func (e *Entries) Put(ctx context.Context, contest string) error {
	e.placing.Lock()
	defer e.placing.Unlock()
	return e.put(ctx, contest)
}

// Before returns a bot's bots in the seasons before, the newest first.
func (e *Entries) Before(ctx context.Context, b *Bot) (list []Bot, err error) {
	err = e.db.Each(ctx, func(scan func(...any) error) error {
		var b Bot
		err := scan(&b.ID, &b.Contest, &b.Name, &b.Owner, &b.Team, &b.Active)
		list = append(list, b)
		return err
	}, `WITH RECURSIVE earlier (id, nth) AS (SELECT before, 1 FROM bot WHERE id = ? AND before IS NOT NULL UNION ALL SELECT bot.before, nth + 1 FROM bot JOIN earlier ON bot.id = earlier.id WHERE bot.before IS NOT NULL AND nth < 1000)
		SELECT bot.id, contest, name, owner, coalesce(team, 0), coalesce(active, 0) FROM bot JOIN earlier ON earlier.id = bot.id ORDER BY nth`, b.ID)
	return list, err
}
