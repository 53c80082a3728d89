package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/contest/store/rows"
)

//go:embed migrations/*.sql
var migrations embed.FS

// version is that of the newest migration, and migrationTable lists those applied to a database.
const (
	version        = 1
	migrationTable = "agon.migration"
)

// Open opens the ledger of a contest to conduct it, and creates it, with agon's tables, if it does not exist. If another run conducts the
// contest the error is a [*store.InUse]; if its rows are not those that were written, a [*store.Damaged].
func Open(ctx context.Context, a Address, p Patience) (*Store, error) {
	if a.Patience > 0 {
		p.Most = a.Patience
	}
	s := &Store{address: a, patience: p, conducts: true}
	return s.opened(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if err := s.prepare(ctx, conn); err != nil {
			return err
		}
		if err := s.enter(ctx, conn); err != nil {
			return err
		}
		if err := s.lock(ctx, conn, 0); err != nil {
			return err
		}
		err := conn.QueryRow(ctx, `UPDATE agon.seal SET term = term + 1 WHERE contest = $1 RETURNING term`, s.contest).Scan(&s.term)
		if errors.Is(err, pgx.ErrNoRows) {
			return s.damaged("it has no seal", nil)
		}
		return err
	})
}

// Read opens the ledger of a contest for reading, whether or not a run conducts it. Events can be noted, as requests to that run.
func Read(ctx context.Context, a Address) (*Store, error) {
	s := &Store{address: a}
	return s.opened(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		has, err := s.version(ctx, conn)
		switch {
		case err != nil:
			return err
		case has == 0:
			return &failure{fmt.Sprintf("the database %s has no ledgers of agon", a.Database()), nil}
		case has < version:
			return &failure{fmt.Sprintf("the ledgers in %s were written by an earlier version of this program: the next agon run brings "+
				"them up to date", a.Database()), nil}
		}
		return s.find(ctx, conn)
	})
}

// opened runs the steps of opening, and compares the rows with their seal.
func (s *Store) opened(ctx context.Context, steps func(ctx context.Context, conn *pgx.Conn) error) (*Store, error) {
	err := s.do(ctx, steps)
	if err == nil {
		err = s.sealed(ctx)
	}
	if err != nil {
		s.disconnect()
		return nil, s.failed("open", err)
	}
	return s, nil
}

// Remove removes a contest and all its rows, if it exists. If a run conducts it the error is a [*store.InUse].
func Remove(ctx context.Context, a Address) error {
	s := &Store{address: a}
	defer s.Close()
	err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if has, err := s.version(ctx, conn); err != nil || has == 0 {
			return err
		}
		if err := s.find(ctx, conn); err != nil {
			var absent *Absent
			if errors.As(err, &absent) {
				return nil
			}
			return err
		}
		if err := s.lock(ctx, conn, 0); err != nil {
			return err
		}
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			for _, table := range []string{"change", "event", "other", "result", "fixture", "bot", "stage_key", "stage", "option",
				"definition", "seal"} {
				if _, err := tx.Exec(ctx, `DELETE FROM agon.`+table+` WHERE contest = $1`, s.contest); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, `DELETE FROM agon.contest WHERE number = $1`, s.contest)
			return err
		})
	})
	if err != nil {
		return s.failed("remove", err)
	}
	return nil
}

// version returns the version of agon's tables, 0 if there are none. If it is newer than this program's it returns an error.
func (s *Store) version(ctx context.Context, conn *pgx.Conn) (int, error) {
	var has int
	err := conn.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM `+migrationTable+` WHERE is_applied`).Scan(&has)
	var answer *pgconn.PgError
	if errors.As(err, &answer) && answer.Code == "42P01" { // no such table
		return 0, nil
	}
	if err == nil && has > version {
		return 0, &failure{fmt.Sprintf("the ledgers in %s were written by a newer version of this program (its tables have version %d, "+
			"here %d is known): use that one", s.address.Database(), has, version), nil}
	}
	return has, err
}

// prepare creates agon's tables, or brings them up to date.
func (s *Store) prepare(ctx context.Context, conn *pgx.Conn) error {
	has, err := s.version(ctx, conn)
	if err != nil || has == version {
		return err
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1::int, 0)`, lockClass); err != nil {
		return err
	}
	defer conn.Exec(ctx, `SELECT pg_advisory_unlock($1::int, 0)`, lockClass)
	if err := s.schema(ctx, conn); err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	config, err := s.address.config()
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithTableName(migrationTable))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// schema creates agon's schema.
func (s *Store) schema(ctx context.Context, conn *pgx.Conn) error {
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'agon')`).Scan(&there); err != nil || there {
		return err
	}
	_, err := conn.Exec(ctx, `CREATE SCHEMA agon`)
	var answer *pgconn.PgError
	if errors.As(err, &answer) && answer.Code == "42501" {
		user := conn.Config().User
		return &failure{fmt.Sprintf("%s may not create tables in %s: have the database's owner run CREATE SCHEMA agon AUTHORIZATION %s",
			user, s.address.Database(), pgx.Identifier{user}.Sanitize()), err}
	}
	return err
}

// Absent is the error of a contest that is not in its database.
type Absent struct{ text string }

func (a *Absent) Error() string { return a.text }

// find reads the contest's number.
func (s *Store) find(ctx context.Context, conn *pgx.Conn) error {
	err := conn.QueryRow(ctx, `SELECT number FROM agon.contest WHERE name = $1`, escaped(s.address.Contest)).Scan(&s.contest)
	if errors.Is(err, pgx.ErrNoRows) {
		return &Absent{fmt.Sprintf("there is no ledger %s", s.address.name())}
	}
	return err
}

// enter finds the contest, or creates it.
func (s *Store) enter(ctx context.Context, conn *pgx.Conn) error {
	err := s.find(ctx, conn)
	var absent *Absent
	if !errors.As(err, &absent) {
		return err
	}
	_, err = conn.Exec(ctx, `WITH new AS (INSERT INTO agon.contest (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING number)
		INSERT INTO agon.seal (contest) SELECT number FROM new`, escaped(s.address.Contest))
	if err != nil {
		return err
	}
	return s.find(ctx, conn)
}

// sealed reads every row, compares the result with the seal, and keeps an image of the games.
func (s *Store) sealed(ctx context.Context) error {
	from, err := s.snapshot(ctx)
	if err != nil {
		return s.damaged("its seal cannot be read", err)
	}
	defer from.close()
	image, err := reading.NewImage(ctx, from)
	if err != nil {
		return s.damaged("not every row can be read", err)
	}
	c, err := s.definition(ctx, from.results)
	if err != nil {
		return s.damaged("not every row can be read", err)
	}
	if err := s.eachChange(ctx, from.results, func(row rows.Change, _ store.Change) { image.Seal.AddChange(row) }); err != nil {
		return s.damaged("not every row can be read", err)
	}
	image.Seal.SetContest(c)
	if err := image.Seal.Check(from.seal); err != nil {
		return s.damaged(err.Error(), nil)
	}
	s.image.Store(image)
	return nil
}
