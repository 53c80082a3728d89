package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers itself as "sqlite"
	codes "modernc.org/sqlite/lib"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/contest/store/rows"
	"agon/internal/regular"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID and version are stored in the file's header. version is that of the newest migration.
const (
	applicationID = 0x61676f6e // "agon"
	version       = 6
)

// Open opens the ledger at a path, and creates it if it does not exist. Its folder must exist. If the file is damaged, or not a ledger,
// the error is a [*store.Damaged]; if a newer program wrote it, or it cannot be read for other reasons, a plain error.
func Open(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(ctx, path); err != nil {
			return nil, fmt.Errorf("open the ledger: %w", err)
		}
	}
	if err := looksLikeOne(path); err != nil {
		return nil, err
	}
	s, err := connect(path, "WAL")
	return s.checked(ctx, err)
}

// create creates an empty ledger under a temporary name and renames it when it is complete.
func create(ctx context.Context, path string) error {
	making := path + ".new"
	for _, leftover := range []string{making, making + "-journal"} {
		if err := os.Remove(leftover); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s, err := connect(making, "DELETE")
	if err != nil {
		return err
	}
	if err := errors.Join(s.migrate(ctx), s.db.Close()); err != nil {
		return err
	}
	return os.Rename(making, path)
}

// looksLikeOne reads the header of the file itself. SQLite would accept an empty file as a new database, and would change the database of
// another program by opening it. If the path is not a file, or cannot be read, it is an error of the host.
func looksLikeOne(path string) error {
	const mark = "SQLite format 3\x00"
	const idAt, headSize = 68, 100 // in an SQLite file
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("open the ledger: %w", err)
	case info.IsDir():
		return fmt.Errorf("open the ledger: %s is a directory; move it away", path)
	}
	for _, ending := range []string{"", "-wal", "-shm", "-journal"} { // opening a FIFO would wait for its writer
		if err := regular.Check(path + ending); errors.Is(err, regular.ErrIrregular) {
			return fmt.Errorf("open the ledger: %s is not a regular file; move it away", path+ending)
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open the ledger: %w", err)
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(file, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return &store.Damaged{Name: path, Why: "it is empty"}
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("read the ledger: %w", err)
	case err != nil || string(head[:len(mark)]) != mark:
		return &store.Damaged{Name: path, Why: "its first bytes are not those of an SQLite database"}
	case binary.BigEndian.Uint32(head[idAt:]) != applicationID:
		return &store.Damaged{Name: path, Why: "it is a database of another program"}
	}
	return logLooksLikeOne(path)
}

// logLooksLikeOne reads the first bytes of the write-ahead log. SQLite takes one that begins otherwise for empty, and with it what a killed
// process had written last, or everything. Zeros are what a power failure may leave of a log that was never flushed.
func logLooksLikeOne(path string) error {
	const mark = 0x377f0682 // 1 more is valid too: the last bit is the byte order of check sums
	file, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the ledger: %w", err)
	}
	defer file.Close()
	var head [4]byte
	if _, err := io.ReadFull(file, head[:]); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	} else if err != nil {
		return fmt.Errorf("read the ledger: %w", err)
	}
	if first := binary.BigEndian.Uint32(head[:]); first&^1 != mark && first != 0 {
		return &store.Damaged{Name: path, Why: "its write-ahead log " + path + "-wal is not one"}
	}
	return nil
}

func connect(path, journal string) (*Store, error) {
	// Seeds and results are confidential until the organiser publishes them, so nobody else may read the file.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	}
	return dial(path, url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(" + journal + ")", "synchronous(NORMAL)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	})
}

func dial(path string, settings url.Values) (*Store, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	}
	address := "file:" + (&url.URL{Path: whole}).EscapedPath()
	db, err := sql.Open("sqlite", address+"?"+settings.Encode())
	if err != nil {
		return nil, fmt.Errorf("open the ledger %s: %w", path, err)
	}
	db.SetMaxOpenConns(4) // one writer, some readers
	return &Store{path: path, address: address, db: db}, nil
}

// migrate updates the tables to this version.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, files)
	if err != nil {
		return fmt.Errorf("prepare the ledger's tables: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("prepare the ledger's tables: %w", err)
	}
	return nil
}

// sound returns an error if the file must not be read. It is called before anything else is read from it.
func (s *Store) sound(ctx context.Context) error {
	var has int
	if err := s.db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&has); err != nil {
		return s.damaged("SQLite cannot read it", err)
	}
	if has > version {
		return fmt.Errorf("the ledger %s was written by a newer version of this program (its tables have version %d, here %d is known): "+
			"use that one", s.path, has, version)
	}
	if err := s.plain(ctx); err != nil {
		return err
	}
	if has < version {
		if err := s.integrity(ctx); err != nil {
			return err
		}
		if err := s.migrate(ctx); err != nil {
			return err
		}
		return s.sealed(ctx)
	}
	whole := make(chan error, 1)
	go func() { whole <- s.integrity(ctx) }()
	err := s.sealed(ctx)
	if structure := <-whole; structure != nil {
		return structure // more specific than the error of the rows
	}
	return err
}

// plain returns an error if anything in the file is computed when it is read or written: no ledger has such a thing, and a crafted one
// could read without end, or take any amount of memory.
func (s *Store) plain(ctx context.Context) error {
	var kind, name string
	err := s.db.QueryRowContext(ctx, `SELECT type, name FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL %'
		OR type = 'index' AND sql LIKE '%(%(%' OR EXISTS (SELECT 1 FROM pragma_table_xinfo(sqlite_schema.name) WHERE hidden <> 0) LIMIT 1`).Scan(&kind, &name)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return s.damaged("SQLite cannot read it", err)
	}
	return s.damaged(fmt.Sprintf("it has the %s %q, which no ledger has", kind, name), nil)
}

// integrity runs SQLite's check of its own structures.
func (s *Store) integrity(ctx context.Context) error {
	var found string
	if err := s.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return s.damaged("SQLite cannot read it", err)
	}
	if found != "ok" {
		return s.damaged(found, nil)
	}
	return nil
}

// sealed reads every row and compares the result with the seal.
func (s *Store) sealed(ctx context.Context) error {
	for range snapshots {
		tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return s.damaged("SQLite cannot read it", err)
		}
		kept, err := readSeal(ctx, tx)
		if err != nil {
			return errors.Join(s.damaged("it has no seal", err), tx.Rollback())
		}
		from, err := s.snapshot()
		if err == nil && from.seal != kept { // a run wrote to it in between
			from.close()
			tx.Rollback()
			continue
		}
		if err == nil {
			err = s.whole(ctx, tx, from)
			from.close()
		} else {
			err = s.damaged("SQLite cannot read it", err)
		}
		return errors.Join(err, tx.Rollback())
	}
	return fmt.Errorf("read the ledger %s: it was written to all the time", s.path)
}

// whole compares the rows of a ledger with its seal, and keeps an image of its games.
func (s *Store) whole(ctx context.Context, tx *sql.Tx, from *snapshot) error {
	image, err := reading.NewImage(ctx, from)
	if err != nil {
		return s.damaged("not every row can be read", err)
	}
	c, err := contest(ctx, tx)
	if err != nil {
		return s.damaged("not every row can be read", err)
	}
	if err := changesOf(ctx, tx, func(row rows.Change, _ store.Change) { image.Seal.AddChange(row) }); err != nil {
		return s.damaged("not every row can be read", err)
	}
	image.Seal.SetContest(c)
	if err := image.Seal.Check(from.seal); err != nil {
		return s.damaged(err.Error(), nil)
	}
	s.image.Store(image)
	return nil
}

// damaged returns the error of a ledger that cannot be trusted. If the cause is not the file (a full disk, a lock, a cancelled run) it is
// a plain error.
func (s *Store) damaged(why string, err error) error {
	var e interface{ Code() int } // of the driver and of package cursor
	plain := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if errors.As(err, &e) {
		switch e.Code() & 0xff { // the higher bits are details
		case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB, codes.SQLITE_ERROR: // SQLITE_ERROR: a table is missing or has other columns
		default:
			plain = true
		}
	}
	if plain {
		return fmt.Errorf("read the ledger %s: %w", s.path, err)
	}
	return &store.Damaged{Name: s.path, Why: why, Err: err}
}
