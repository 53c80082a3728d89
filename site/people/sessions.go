package people

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"agon/site/database"
)

// Sessions keeps the sessions of browsers. It is a store of github.com/alexedwards/scs. A cookie is kept as its hash, so that a copy of the
// database is no copy of the cookies.
type Sessions struct {
	db  *database.Database
	now func() time.Time
}

// NewSessions returns the sessions in a database. now is the clock; nil: time.Now.
func NewSessions(db *database.Database, now func() time.Time) *Sessions {
	if now == nil {
		now = time.Now
	}
	return &Sessions{db, now}
}

// FindCtx returns the data of a session.
func (s *Sessions) FindCtx(ctx context.Context, cookie string) (data []byte, found bool, err error) {
	err = s.db.Row(ctx, `SELECT data FROM session WHERE hash = ? AND expires > ?`, sum(cookie), s.now().Unix()).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// CommitCtx keeps a session.
func (s *Sessions) CommitCtx(ctx context.Context, cookie string, data []byte, expires time.Time) error {
	return s.db.Exec(ctx, `INSERT INTO session (hash, data, expires) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET data = excluded.data, expires = excluded.expires`, sum(cookie), data, expires.Unix())
}

// DeleteCtx ends a session.
func (s *Sessions) DeleteCtx(ctx context.Context, cookie string) error {
	return s.db.Exec(ctx, `DELETE FROM session WHERE hash = ?`, sum(cookie))
}

// EndOf ends the sessions of a person. personOf says whose a session is, by its data.
func (s *Sessions) EndOf(ctx context.Context, person int64, personOf func(data []byte) int64) error {
	all, err := database.List(ctx, s.db, func(scan database.Scan) (x [2][]byte, err error) {
		err = scan(&x[0], &x[1])
		return x, err
	}, `SELECT hash, data FROM session`)
	for _, x := range all {
		if err == nil && personOf(x[1]) == person {
			err = s.db.Exec(ctx, `DELETE FROM session WHERE hash = ?`, x[0])
		}
	}
	return err
}

// Find, Commit and Delete are the methods for callers without a context.
func (s *Sessions) Find(cookie string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), cookie)
}

// Commit is CommitCtx.
func (s *Sessions) Commit(cookie string, data []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), cookie, data, expires)
}

// Delete is DeleteCtx.
func (s *Sessions) Delete(cookie string) error { return s.DeleteCtx(context.Background(), cookie) }

// Expire deletes the sessions that have ended.
func (s *Sessions) Expire(ctx context.Context) error {
	return s.db.Exec(ctx, `DELETE FROM session WHERE expires <= ?`, s.now().Unix())
}
