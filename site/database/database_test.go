package database

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func opened(t *testing.T, path string) *Database {
	t.Helper()
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func note(d *Database, who string) error {
	return d.Write(context.Background(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO audit (at, who, what) VALUES (1, ?, 'x')`, who)
		return err
	})
}

func count(t *testing.T, d *Database) (n int) {
	t.Helper()
	if err := d.Row(t.Context(), `SELECT count(*) FROM audit`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWritesAreWholeOrNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder with ?&# in it.db")
	d := opened(t, path)
	stop := errors.New("stop")
	err := d.Write(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT INTO audit (at, who, what) VALUES (1, 'a', 'x')`); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) || count(t, d) != 0 {
		t.Errorf("%v; %d rows", err, count(t, d))
	}
	if err := note(d, "a"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	again := opened(t, path)
	if count(t, again) != 1 {
		t.Error("the row is gone")
	}
}

// Check finds pages that another program has overwritten.
func TestDamageIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	d := opened(t, path)
	for range 1000 { // more than half of the file
		if err := note(d, strings.Repeat("a", 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(d.Check(t.Context()), d.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt([]byte(strings.Repeat("x", 8192)), info.Size()/2)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := opened(t, path).Check(t.Context()); err == nil {
		t.Error("the damage is not found")
	}
}

func TestWhatIsNoDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe.db")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, "newer.db")
	d := opened(t, newer)
	if err := d.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{text: "not a database", pipe: "not a regular file", newer: "a newer version of this program",
		dir: "not a regular file"} {
		if d, err := Open(t.Context(), path); err == nil {
			d.Close()
			t.Errorf("%s is opened", path)
		} else if !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
