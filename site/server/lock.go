package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// siteLockWait is how long a server waits for another one on its folder, which may be ending: a server that is restarted begins while the one before still stops its games.
const siteLockWait = 30 * time.Second

// siteLock is the file in the folder of a site that its server locks.
const siteLock = "site.lock"

// Is reports whether a folder is that of a site.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, siteLock))
	return err == nil
}

// lockSite waits until no other server uses the folder of a site, but not longer than that.
func lockSite(ctx context.Context, note func(text string), dir string, wait time.Duration) (unlock func() error, err error) {
	lock := flock.New(filepath.Join(dir, siteLock), flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked {
		note(fmt.Sprintf("another server uses %s: waiting until it has ended", dir))
		limited, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		locked, err = lock.TryLockContext(limited, 50*time.Millisecond)
		if !locked && ctx.Err() == nil {
			return nil, fmt.Errorf("another server uses the site in %s: stop it, or name another folder", dir)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("lock the site in %s: %w", dir, err)
	}
	return lock.Unlock, nil
}
