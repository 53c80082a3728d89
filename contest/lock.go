package contest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"agon/replay/archive"
)

// lockName is the lock file in a contest's folder.
const lockName = "lock"

// lock reserves a contest's folder for one run.
type lock struct{ file *flock.Flock }

func lockDir(dir string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the contest's folder: %w", err)
	}
	file := flock.New(filepath.Join(dir, lockName))
	got, err := file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !got {
		return nil, &Conflict{fmt.Sprintf("%s is in use by another run; wait for it, or use another folder with --out", dir)}
	}
	return &lock{file}, nil
}

func (l *lock) release() error { return l.file.Unlock() }

// discard removes a contest's own files from its folder, and no others.
func discard(ctx context.Context, dir string, ledgers Ledgers) error {
	if err := ledgers.Remove(ctx, dir); err != nil {
		return err
	}
	for _, name := range []string{archive.Name, logsName, "report"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}
