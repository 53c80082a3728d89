package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// A Fixed is the version of a bot that plays since submissions closed.
type Fixed struct {
	Number int
	Hash   string // of what was handed in, SHA-256 in hexadecimal digits
}

// Fix keeps which version of each bot of a contest plays, as submissions close. A version that came before and passes its check later still
// takes its place.
func (e *Entries) Fix(ctx context.Context, contest string) error {
	err := e.db.Write(ctx, func(tx *sql.Tx) error { return fix(tx, contest) })
	if err != nil {
		return fmt.Errorf("fix the versions of %s: %w", contest, err)
	}
	return nil
}

func fix(tx *sql.Tx, contest string) error {
	_, err := tx.Exec(`INSERT OR REPLACE INTO fixed (bot, version, hash) SELECT b.id, v.id, v.hash FROM bot b JOIN version v ON v.id = b.active WHERE b.contest = ?`, contest)
	return err
}

// refix brings what Fix kept up to date after a check.
func refix(tx *sql.Tx, contest string) error {
	var closed bool
	err := tx.QueryRow(`SELECT closed FROM schedule WHERE contest = ?`, contest).Scan(&closed)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !closed {
		return nil
	}
	if err != nil {
		return err
	}
	return fix(tx, contest)
}

// Unfix forgets what Fix kept, as submissions open again.
func (e *Entries) Unfix(ctx context.Context, contest string) error {
	err := e.db.Exec(ctx, `DELETE FROM fixed WHERE bot IN (SELECT id FROM bot WHERE contest = ?)`, contest)
	if err != nil {
		return fmt.Errorf("open the submissions of %s: %w", contest, err)
	}
	return nil
}

// Fixed returns the version of a bot that Fix kept, nil if there is none.
func (e *Entries) Fixed(ctx context.Context, bot int64) (*Fixed, error) {
	var f Fixed
	err := e.db.Row(ctx, `SELECT v.number, f.hash FROM fixed f JOIN version v ON v.id = f.version WHERE f.bot = ?`, bot).Scan(&f.Number,
		&f.Hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &f, err
}
