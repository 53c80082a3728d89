package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"agon/contest/store"
	"agon/internal/moment"
)

// lockClass is the first key of agon's advisory locks, "agon"; the second is a contest's number, or 0 for the tables.
const lockClass = 0x61676f6e

// connect connects to the database. For a store that conducts its contest it also takes the contest's lock, and compares the term.
func (s *Store) connect(ctx context.Context) error {
	config, err := s.address.config()
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	// Queries of this connection find rows by their keys. By old statistics, which take a table for small, they would read all of it.
	_, err = conn.Exec(ctx, `SET enable_seqscan = off`)
	if err == nil && s.conducts && s.term > 0 {
		err = s.resume(ctx, conn)
	}
	if err != nil {
		closeConn(conn)
		return err
	}
	s.conn = conn
	return nil
}

// resume takes the lock again on a new connection. Its error is final if another run has conducted the contest.
func (s *Store) resume(ctx context.Context, conn *pgx.Conn) error {
	old := s.backend
	if err := s.lock(ctx, conn, old); err != nil {
		return err
	}
	var term int64
	err := conn.QueryRow(ctx, `SELECT term FROM agon.seal WHERE contest = $1`, s.contest).Scan(&term)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && term != s.term {
		return s.superseded()
	}
	return err
}

// lock takes the contest's lock for the session of a connection. old is the server's process of this run's former connection, 0 if there
// was none: if it still holds the lock, since the server has not noticed that the connection was lost, it is ended.
func (s *Store) lock(ctx context.Context, conn *pgx.Conn, old uint32) error {
	if _, err := conn.Exec(ctx, fmt.Sprintf(`SET lock_timeout = %d`, lockTime.Milliseconds())); err != nil {
		return err
	}
	const take = `SELECT pg_advisory_lock($1::int, $2::int)`
	_, err := conn.Exec(ctx, take, lockClass, int32(s.contest))
	if lockTaken(err) && old != 0 {
		_, err = conn.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2`,
			int32(old), applicationName)
		if err == nil {
			_, err = conn.Exec(ctx, take, lockClass, int32(s.contest))
		}
	}
	if lockTaken(err) {
		return &store.InUse{Name: s.address.name(), By: s.holder(ctx, conn)}
	}
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `RESET lock_timeout`); err != nil {
		return err
	}
	s.backend = conn.PgConn().PID()
	return nil
}

// lockTaken reports whether an error means that another session holds a lock.
func lockTaken(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == "55P03"
}

// holder describes the session that holds the contest's lock; empty if it is unknown.
func (s *Store) holder(ctx context.Context, conn *pgx.Conn) string {
	var name string
	var since time.Time
	err := conn.QueryRow(ctx, `SELECT a.application_name, a.backend_start FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND l.classid::bigint = $1 AND l.objid::bigint = $2 AND l.objsubid = 2`, int64(lockClass), s.contest).Scan(&name, &since)
	if err != nil || name == "" {
		return ""
	}
	return fmt.Sprintf("%s, since %s", name, moment.Stamp(since.Local()))
}
