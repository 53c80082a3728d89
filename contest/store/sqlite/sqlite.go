/*
Package sqlite is the default store: a contest in one file, ledger.db in its folder.

The file is in WAL mode, so pages may read while the run writes, and a killed process loses nothing for which Record or Plan had returned.
(A power failure may lose the last moments; those games are then played again.) A new file is created under a temporary name and renamed
when it is complete, so a file under the final name has been a ledger.
*/
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/format/tournament"
)

// A Store stores a contest in a file. [Open] opens or creates one.
type Store struct {
	path    string
	address string // of the file to read, as a URI
	folder  string // of the temporary copy; empty if the file itself is open
	db      *sql.DB
	mu      sync.Mutex                    // held by each writing transaction; it guards no field
	image   atomic.Pointer[reading.Image] // of the games when the store was opened; nil once used
}

// Plan stores fixtures.
func (s *Store) Plan(ctx context.Context, fixtures ...tournament.Fixture) error {
	return s.write(ctx, func(t *writing) error { return t.Plan(fixtures) })
}

// Record stores results. Many in one call cost far less than one by one.
func (s *Store) Record(ctx context.Context, results ...tournament.Result) (verdicts []store.Verdict, err error) {
	err = s.write(ctx, func(t *writing) (err error) {
		verdicts, err = t.Record(results)
		return err
	})
	if err != nil {
		return nil, err
	}
	return verdicts, nil
}

// Close waits for the writer and closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.db.Close()
	if s.folder != "" {
		err = errors.Join(err, os.RemoveAll(s.folder))
	}
	if err != nil {
		return fmt.Errorf("close the ledger %s: %w", s.path, err)
	}
	return nil
}

// write runs a transaction and updates the seal in it. It does not begin when ctx is done. Once begun it is short and ends as it would
// have: package database/sql would otherwise roll it back meanwhile, and report that as an error of its own.
func (s *Store) write(ctx context.Context, do func(*writing) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	ctx = context.WithoutCancel(ctx)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write to the ledger %s: %w", s.path, err)
	}
	defer tx.Rollback() // no effect after a commit
	t := &writing{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}}
	t.Table = t
	if t.Seal, err = readSeal(ctx, tx); err != nil {
		return fmt.Errorf("write to the ledger %s: %w", s.path, err)
	}
	before := t.Seal
	if err := do(t); err != nil {
		return err
	}
	if t.Seal == before && !t.noted {
		return nil
	}
	if err := t.keepSeal(); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write to the ledger %s: %w", s.path, err)
	}
	return nil
}

// none reports whether an error means that there was no row.
func none(err error) bool { return errors.Is(err, sql.ErrNoRows) }
