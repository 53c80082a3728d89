package folders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/internal/cause"
)

// TestError: an error of a folder names the folder once, says what can be done, and is the host's.
func TestError(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("write: %w", syscall.ENOSPC),
			"cup: write: no space left on device; make space and run the same command again; what has been kept is kept"},
		{fmt.Errorf("open cup/ledger.db: %w", fs.ErrPermission),
			"open cup/ledger.db: permission denied; make the folder writable, or name another with --out (agon run)"},
		{errors.New("odd"), "cup: odd"},
	} {
		if got := Error("cup", tt.err); got.Error() != tt.want || cause.Of(got) != cause.OfHost {
			t.Errorf("%q, not %q", got, tt.want)
		}
	}
	if err := Error("cup", nil); err != nil {
		t.Error(err)
	}
	if found := cause.Found(errors.New("damaged")); Error("cup", found) != found {
		t.Error("an error with a cause is changed")
	}
}

// TestDir: a contest's file and its folder name the same contest, which has started once the folder has a ledger.
func TestDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cup")
	for _, started := range []bool{false, true} {
		for _, name := range []string{dir, dir + ".toml"} {
			if got, has := Dir(name); got != dir || has != started {
				t.Errorf("%s: %s, %t", name, got, has)
			}
		}
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, sqlite.Name), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPassword: a place with a password is refused on a command line, and the error does not contain it.
func TestPassword(t *testing.T) {
	f := &Folders{Ledgers: func() (ledgers.Ledgers, error) { return ledgers.Ledgers{}, nil }}
	_, err := f.ForRun("postgres://olga:hidden@db/agon", nil, NewWaiting(func(string) {}))
	if err == nil || !strings.Contains(err.Error(), "AGON_STORE") || strings.Contains(err.Error(), "hidden") {
		t.Error(err)
	}
}
