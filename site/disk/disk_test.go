package disk

import (
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// opened returns the disk of a new folder.
func opened(t *testing.T, reserve int64) *Disk {
	t.Helper()
	d, err := Open(t.TempDir(), reserve, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRoom(t *testing.T) {
	var problem *people.Problem
	if err := opened(t, math.MaxInt64).Room(); !errors.As(err, &problem) {
		t.Error("a disk without its reserve has room:", err)
	}
	d := opened(t, 1)
	if err := d.Room(); err != nil {
		t.Error(err)
	}
	if err := d.Unkept(&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}); !errors.As(err, &problem) {
		t.Error("a disk that became full:", err)
	}
	if err := d.Unkept(os.ErrPermission); err != os.ErrPermission {
		t.Error(err)
	}
}

// A copy is a whole database, is removed when it is closed, and is not made without room or beside another.
func TestCopy(t *testing.T) {
	d := opened(t, 1)
	path := filepath.Join(t.TempDir(), "ledger.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f, err := d.Copy(t.Context(), path, 1)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := database.Open(t.Context(), f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(copied.Check(t.Context()), copied.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	var problem *people.Problem
	if _, err := d.Copy(t.Context(), path, math.MaxInt64/2); !errors.As(err, &problem) {
		t.Error("a ledger is copied without room:", err)
	}
	var conflict *contests.Conflict
	d.copying.Lock()
	if _, err := d.Copy(t.Context(), path, 1); !errors.As(err, &conflict) {
		t.Error("two ledgers are copied at once:", err)
	}
	d.copying.Unlock()
	if _, err := d.Copy(t.Context(), filepath.Join(d.dir, "none.db"), 1); err == nil {
		t.Error("a ledger that is not there is copied")
	}
	if left, _ := filepath.Glob(filepath.Join(d.dir, copiesBegin+"*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}

// What a killed site left is removed.
func TestCopiesOfAKilledSite(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, copiesBegin+"1", "ledger.db")
	if err := errors.Join(os.Mkdir(filepath.Dir(left), 0o755), os.WriteFile(left, []byte("half"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(left)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
