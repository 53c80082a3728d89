/*
Package postgres stores contests in a PostgreSQL database: any number of them in the tables of its schema agon, by their names.

# One writer

A run that conducts a contest holds an advisory lock, and writes over the session that holds it. So a run whose process ends frees the
contest at once, and one that loses its connection cannot write any more. Each run gets a number, its term, which every transaction
compares with the stored one: after a connection was lost the run goes on only if no other has conducted the contest since.

# A database that does not answer

Operations of a run are repeated on a new connection, with growing pauses, until its [Patience] ends. (One that has begun to read games
fails.) Every transaction of a run has a number. If the connection is lost while one is committed, the stored number shows whether it
was, so that nothing is lost and nothing is stored twice.

Everybody may read at the same time: a reading sees one state of the ledger.
*/
package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/format/tournament"
)

// A Store stores a contest in a database. [Open] opens one to conduct it, [Read] to read it.
type Store struct {
	address  Address
	patience Patience
	conducts bool // holds the contest's lock

	mu      sync.Mutex // held by each operation; guards all below
	conn    *pgx.Conn  // nil until the first operation, and after a failure
	backend uint32     // the server's process of the connection that last held the lock
	contest int64      // its number in the database
	term    int64
	written int64 // the number of the last transaction that the database confirmed

	image atomic.Pointer[reading.Image] // of the games when the store was opened; nil once used

	committed func() // called by tests when the server has committed; nil
}

// The time limits of operations.
const (
	answerTime = time.Minute     // for one transaction
	lockTime   = 2 * time.Second // for the lock of a run that has just ended
)

// do runs an operation. A store that conducts its contest repeats it while the database does not answer.
func (s *Store) do(ctx context.Context, operation func(ctx context.Context, conn *pgx.Conn) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var wait waiting
	for {
		err := s.attempt(ctx, operation)
		if err == nil || !s.conducts || s.term == 0 || ctx.Err() != nil || !transient(s.conn, err) {
			if err == nil {
				wait.over(s)
			}
			return err
		}
		s.disconnect()
		if err := wait.pause(ctx, s, err); err != nil {
			return err
		}
	}
}

// attempt runs an operation once.
func (s *Store) attempt(ctx context.Context, operation func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if s.conn == nil || s.conn.IsClosed() {
		if err := s.connect(ctx); err != nil {
			return err
		}
	}
	return operation(ctx, s.conn)
}

// disconnect closes the connection, if any.
func (s *Store) disconnect() {
	if s.conn != nil {
		closeConn(s.conn)
	}
	s.conn = nil
}

// closeConn closes a connection without waiting for a server that does not answer.
func closeConn(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	conn.Close(ctx)
}

// Plan stores fixtures.
func (s *Store) Plan(ctx context.Context, fixtures ...tournament.Fixture) error {
	ids := make([]int64, len(fixtures))
	for i, f := range fixtures {
		ids[i] = int64(f.ID)
	}
	return s.write(ctx, ids, func(t *writing) error { return t.Plan(fixtures) })
}

// Record stores results. Many in one call cost far less than one by one.
func (s *Store) Record(ctx context.Context, results ...tournament.Result) (verdicts []store.Verdict, err error) {
	ids := make([]int64, len(results))
	for i, r := range results {
		ids[i] = int64(r.Fixture)
	}
	err = s.write(ctx, ids, func(t *writing) (err error) {
		verdicts, err = t.Record(results)
		return err
	})
	if err != nil {
		return nil, err
	}
	return verdicts, nil
}

// Close closes the connection, which frees the contest.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disconnect()
	return nil
}

// errReading is the error of a write to a store opened by Read.
var errReading = errors.New("the ledger is open for reading")

// write runs a transaction that also updates the seal. ids are the games that it is about.
func (s *Store) write(ctx context.Context, ids []int64, do func(*writing) error) error {
	if !s.conducts {
		return errReading
	}
	sent := int64(-1) // the number of the transaction whose commit was sent
	err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		t, err := s.begin(ctx, conn, ids)
		if err != nil {
			return err
		}
		defer t.rollback()
		if t.written < s.written {
			return s.forgotten(s.written - t.written)
		}
		s.written = t.written
		if t.written == sent {
			return nil // it was committed, and only the answer was lost
		}
		if err := do(t); err != nil || !t.changed() {
			return err
		}
		sent = t.written + 1
		if err := t.commit(); err != nil {
			return err
		}
		if s.written = sent; s.committed == nil {
			return nil
		}
		s.committed()
		return conn.Ping(ctx)
	})
	if err != nil {
		return s.failed("write to", err)
	}
	return nil
}

// forgotten is the error of a run whose database has lost transactions that it had confirmed.
func (s *Store) forgotten(n int64) error {
	return &failure{fmt.Sprintf("the database has lost what it had confirmed of the ledger %s (transactions: %d), as a replica without "+
		"synchronous replication does when it is promoted: run again to resume; games without a result are played again",
		s.address.name(), n), nil}
}

// superseded is the error of a run whose contest another run has conducted since its connection was lost.
func (s *Store) superseded() error {
	return &failure{fmt.Sprintf("another run has taken over the ledger %s while the connection was lost, so this run ends and writes "+
		"nothing more", s.address.name()), nil}
}
