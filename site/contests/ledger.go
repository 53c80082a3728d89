package contests

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
)

// HasLedger reports whether the contest has a ledger in a file, which can be copied.
func (c *Contest) HasLedger() bool {
	_, _, err := c.Ledger()
	return err == nil
}

// Ledger returns the path of the contest's ledger, an SQLite file that a run may be writing, and about how many bytes a copy needs. The
// error is a [*Conflict] if there is none, or it is in another database.
func (c *Contest) Ledger() (path string, size int64, err error) {
	path = filepath.Join(c.Dir(), sqlite.Name)
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.Mode().IsRegular():
	case ledgers.Has(c.Dir()):
		return "", 0, &Conflict{"The ledger is in a PostgreSQL database: copy it there, with pg_dump."}
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return "", 0, &Conflict{"No game has been played yet: there is no ledger."}
	default:
		return "", 0, err
	}
	size = info.Size()
	if wal, err := os.Lstat(path + "-wal"); err == nil {
		size += wal.Size()
	}
	return path, size, nil
}
