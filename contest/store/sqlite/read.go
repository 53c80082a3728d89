package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// Read opens a ledger for reading and changes nothing in its folder. If live is set, a run is writing to it, and Read reads what the run
// has stored so far. Otherwise SQLite would still create files beside it, so Read opens a copy in the folder for temporary files. Errors
// are those of [Open].
func Read(ctx context.Context, path string, live bool) (*Store, error) {
	if err := looksLikeOne(path); err != nil {
		return nil, err
	}
	if live {
		s, err := dial(path, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}})
		return s.checked(ctx, err)
	}
	dir, err := os.MkdirTemp("", "agon-ledger-")
	if err != nil {
		return nil, fmt.Errorf("copy the ledger: %w; name a folder for temporary files with TMPDIR", err)
	}
	s, err := openCopy(path, dir)
	if s, err = s.checked(ctx, err); err != nil {
		os.RemoveAll(dir)
	}
	return s, err
}

// openCopy copies a ledger with its write-ahead log into a folder and opens the copy; errors name the original.
func openCopy(path, dir string) (*Store, error) {
	made := filepath.Join(dir, filepath.Base(path))
	for _, ending := range []string{"", "-wal"} {
		if err := copyFile(made+ending, path+ending); err != nil && (ending == "" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("copy the ledger: %w", err)
		}
	}
	s, err := connect(made, "WAL")
	if err != nil {
		return nil, err
	}
	s.path, s.folder = path, dir
	return s, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// checked returns the store if it is sound; otherwise it closes it and returns the error.
func (s *Store) checked(ctx context.Context, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	if err := s.sound(ctx); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err() // a read that is broken off has many errors, some of which say that the file is damaged
		}
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}
