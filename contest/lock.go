package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agon/internal/regular"
	"agon/record/replay/archive"
)

// lockName is the lock file in a contest's folder.
const lockName = "lock"

// RemoteFolder is the folder in a contest's folder for what connects it to other machines, and RemoteJournal the file in it with which
// of them has played which games. A contest that begins anew keeps its workers, and removes the journal.
const (
	RemoteFolder  = "workers"
	RemoteJournal = "played"
)

// A run that is killed while it starts a program leaves its lock in the child until that has become the program. So a lock is tried for a
// while: this long by a run that needs it, and this long to find out whether a run has it.
const (
	lockPatience = time.Second
	lookPatience = 100 * time.Millisecond
)

// patiently calls one of the methods of a lock that try until a time is over. It returns false if another process has it.
func patiently(try func(context.Context, time.Duration) (bool, error), patience time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	got, err := try(ctx, 5*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		return false, nil
	}
	return got, err
}

// checkLock returns an error if the lock is no file that can be opened without waiting for anybody.
func checkLock(name string) error {
	if err := regular.Check(name); errors.Is(err, regular.ErrIrregular) {
		return fmt.Errorf("%s is not a regular file; move it away", name)
	}
	return nil
}

// Hold locks a contest's folder as a run does, until release is called or the process ends; the folder is made if need be. If a run is in
// progress the error is a [*Conflict].
func Hold(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the contest's folder: %w", err)
	}
	name := filepath.Join(dir, lockName)
	if err := checkLock(name); err != nil {
		return nil, err
	}
	file := flock.New(name)
	got, err := patiently(file.TryLockContext, lockPatience)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !got {
		return nil, &Conflict{fmt.Sprintf("%s is in use by another run; wait for it, or use another folder with --out", dir)}
	}
	return file.Unlock, nil
}

// Discard removes what was played in a contest's folder, which nobody may use, and nothing else in it.
func Discard(ctx context.Context, dir string, ledgers Ledgers) error {
	release, err := Hold(dir)
	if err != nil {
		return err
	}
	return errors.Join(discard(ctx, dir, ledgers), release())
}

// discard removes a contest's own files from its folder, and no others.
func discard(ctx context.Context, dir string, ledgers Ledgers) error {
	if err := ledgers.Remove(ctx, dir); err != nil {
		return err
	}
	for _, name := range []string{archive.Name, logsName, "report", filepath.Join(RemoteFolder, RemoteJournal)} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}
