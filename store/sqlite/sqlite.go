/*
Package sqlite is the usual store: a contest in one file, ledger.db in its folder.

The file is in WAL mode, so pages may read while the run writes, and a killed process loses nothing that Record or Plan had returned from.
(A machine that loses its power may lose the last moments; those games are then played again.) A new file is made beside its place and
moved there when it is whole, so a file that is there was a ledger once.
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

	"agon/store"
	"agon/store/rows"
	"agon/tournament"
)

// A Store keeps a contest in a file. [Open] makes one.
type Store struct {
	path    string
	address string // of the file that is read, as a URI
	folder  string // of the copy that is read; empty where it is the file itself
	db      *sql.DB
	mu      sync.Mutex            // held by each transaction that writes; it guards no field
	image   atomic.Pointer[image] // of the games as they were when it was opened; nil once it was handed out
}

// Contest is what Begin has kept.
func (s *Store) Contest(ctx context.Context) (store.Fingerprint, error) {
	return contest(ctx, s.db)
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func contest(ctx context.Context, q querier) (store.Fingerprint, error) {
	list, err := q.QueryContext(ctx, `SELECT name, value FROM fact ORDER BY place`)
	if err != nil {
		return nil, fmt.Errorf("read the contest: %w", err)
	}
	defer list.Close()
	var f store.Fingerprint
	for list.Next() {
		var fact store.Fact
		if err := list.Scan(&fact.Name, &fact.Value); err != nil {
			return nil, fmt.Errorf("read the contest: %w", err)
		}
		f = append(f, fact)
	}
	return f, list.Err()
}

// Begin keeps what the contest is, or compares.
func (s *Store) Begin(ctx context.Context, now store.Fingerprint) error {
	if err := now.Check(); err != nil {
		return err
	}
	return s.write(ctx, func(t *writing) error {
		was, err := contest(ctx, t.tx)
		if err != nil {
			return err
		}
		if len(was) > 0 {
			if differences := was.Differences(now); differences != nil {
				return &store.Changed{Differences: differences}
			}
			return nil
		}
		t.seal.SetFacts(now)
		for place, fact := range now {
			if err := t.exec(`INSERT INTO fact VALUES (?, ?, ?)`, place, fact.Name, fact.Value); err != nil {
				return err
			}
		}
		return nil
	})
}

// Plan keeps fixtures.
func (s *Store) Plan(ctx context.Context, fixtures ...tournament.Fixture) error {
	return s.write(ctx, func(t *writing) error {
		for _, f := range fixtures {
			if err := t.plan(rows.OfFixture(f)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Record keeps results. Many at once cost far less than one by one.
func (s *Store) Record(ctx context.Context, results ...tournament.Result) ([]store.Verdict, error) {
	verdicts := make([]store.Verdict, len(results))
	err := s.write(ctx, func(t *writing) error {
		for i, r := range results {
			v, err := t.record(r)
			if err != nil {
				return err
			}
			verdicts[i] = v
		}
		return nil
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

// write runs a transaction and keeps the seal with it.
func (s *Store) write(ctx context.Context, do func(*writing) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write to the ledger %s: %w", s.path, err)
	}
	defer tx.Rollback() // after a commit this does nothing
	t := &writing{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}}
	if t.seal, err = readSeal(ctx, tx); err != nil {
		return fmt.Errorf("write to the ledger %s: %w", s.path, err)
	}
	before := t.seal
	if err := do(t); err != nil {
		return err
	}
	if t.seal == before && !t.noted {
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

// none reports whether there was no row.
func none(err error) bool { return errors.Is(err, sql.ErrNoRows) }
