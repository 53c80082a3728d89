/*
Package database opens the database of a site: one SQLite file for people, their sessions and what they handed in. Contests are not in it:
each has its folder with its own ledger, as for agon run, so that a contest can move between the two.

Reads use several connections at once. Writes run one after the other on a connection of their own, in a transaction that has the write lock
from its beginning, so that none fails because another came between. What a write has returned from is in the file: SIGKILL loses nothing,
and the loss of power nothing older than the last second (synchronous=FULL would cost 10 ms for each page that writes).

The tables are made by the migrations in this folder. They only go forward; a file of a newer program is refused.
*/
package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite" // registers itself as "sqlite"
	codes "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Database is an open database. Its methods are safe for concurrent use.
type Database struct {
	path           string
	reader, writer *sql.DB
}

// Open opens the database at a path, creates it if it does not exist, and brings its tables up to date. Nobody but its owner may read the
// file.
func Open(ctx context.Context, path string) (*Database, error) {
	d, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("open the site's database: %w", err)
	}
	if err := d.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the site's database %s: %w", path, err), d.Close())
	}
	return d, nil
}

func open(path string) (*Database, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Lstat(whole); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file; move it away", path)
	}
	file, err := os.OpenFile(whole, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	address := "file:" + (&url.URL{Path: whole}).EscapedPath() + "?"
	pragmas := []string{"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)"}
	d := &Database{path: path}
	if d.writer, err = sql.Open("sqlite", address+url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}.Encode()); err != nil {
		return nil, err
	}
	d.writer.SetMaxOpenConns(1)
	if d.reader, err = sql.Open("sqlite", address+url.Values{"_pragma": append(pragmas, "query_only(1)")}.Encode()); err != nil {
		return nil, errors.Join(err, d.writer.Close())
	}
	d.reader.SetMaxOpenConns(4)
	return d, nil
}

// migrate brings the tables up to date.
func (d *Database) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, d.writer, files)
	if err != nil {
		return err
	}
	has, newest, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if has > newest {
		return fmt.Errorf("a newer version of this program wrote it (its tables have version %d, here %d is known): use that one", has,
			newest)
	}
	_, err = provider.Up(ctx)
	return err
}

// Close closes the database.
func (d *Database) Close() error { return errors.Join(d.reader.Close(), d.writer.Close()) }

// Write runs a transaction. If f returns an error, nothing of it is kept. When ctx is done, it does not begin; one that has begun ends as
// it would have ended.
func (d *Database) Write(ctx context.Context, f func(tx *sql.Tx) error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tx, err := d.writer.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return d.trouble(err)
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return d.trouble(tx.Commit())
}

// Exec carries out one statement in a transaction of its own.
func (d *Database) Exec(ctx context.Context, statement string, args ...any) error {
	return d.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(statement, args...)
		return err
	})
}

// Changed carries out a statement in a transaction, and reports whether it changed a row.
func Changed(tx *sql.Tx, statement string, args ...any) (bool, error) {
	result, err := tx.Exec(statement, args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// A Scan reads the columns of a row into variables, as [sql.Rows.Scan] does.
type Scan = func(into ...any) error

// List returns what read makes of the rows of a query.
func List[T any](ctx context.Context, d *Database, read func(Scan) (T, error), query string, args ...any) (list []T, err error) {
	err = d.Each(ctx, func(scan func(...any) error) error {
		x, err := read(scan)
		list = append(list, x)
		return err
	}, query, args...)
	return list, err
}

// Row reads one row. The error is [sql.ErrNoRows] if there is none.
func (d *Database) Row(ctx context.Context, query string, args ...any) *sql.Row {
	return d.reader.QueryRowContext(ctx, query, args...)
}

// Each calls f for every row of a query, until it returns an error.
func (d *Database) Each(ctx context.Context, f func(scan func(into ...any) error) error, query string, args ...any) (err error) {
	rows, err := d.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return d.trouble(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return d.trouble(rows.Err())
}

// Check reads the whole file, and returns an error if it is damaged.
func (d *Database) Check(ctx context.Context) error {
	var found string
	if err := d.Row(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return d.trouble(err)
	}
	if found != "ok" {
		return fmt.Errorf("the site's database %s is damaged: %s", d.path, found)
	}
	return nil
}

// trouble adds the file to an error of SQLite.
func (d *Database) trouble(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return fmt.Errorf("the site's database %s: %w", d.path, err)
}

// Taken reports whether an error says that a row with this key exists already.
func Taken(err error) bool {
	var refused *driver.Error
	return errors.As(err, &refused) && slices.Contains(taken, refused.Code())
}

var taken = []int{codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY, codes.SQLITE_CONSTRAINT_ROWID}
