package entries

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"agon/site/database"
)

// stopped is what the log of a version says whose check was stopped.
const stopped = "\nThe check was stopped: hand it in once more to have it checked.\n"

// Stopped reports whether somebody stopped the version's check, or its download.
func (v *Version) Stopped() bool { return v.State == Bad && strings.HasSuffix(v.Log, stopped) }

// Stop ends the check of a version, or its download, and takes it out of the queue; it returns when that is done. The version counts as one
// that failed.
func (e *Entries) Stop(ctx context.Context, b *Bot, number int) error {
	v, err := e.version(ctx, b.ID, number)
	if err != nil {
		return err
	}
	e.mu.Lock()
	r := e.live[v.ID]
	e.mu.Unlock()
	if r != nil {
		r.stop()
		select {
		case <-r.ended: // who ran it has written what became of it
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	waited := false
	err = e.db.Write(ctx, func(tx *sql.Tx) error {
		waited, err = database.Changed(tx, `UPDATE version SET state = 'bad', log = log || ? WHERE id = ? AND state = 'checking'`, stopped,
			v.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("stop the check of %s: %w", b.Name, err)
	}
	e.mu.Lock()
	if begun := e.live[v.ID]; waited && begun != nil {
		begun.stop() // it began meanwhile, and its verdict does not count
	}
	e.mu.Unlock()
	if !waited {
		if r != nil {
			if v, err = e.version(ctx, b.ID, number); err != nil || v.Stopped() {
				return err
			}
		}
		return problem("Version %d is not being checked any more.", number)
	}
	return nil
}
