package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agon/bot/build"
	"agon/internal/diskfree"
	"agon/internal/regular"
)

// siteLockWait is how long a server waits for another one on its folder, which may be ending: a server that is restarted begins while the
// one before still stops its games.
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
	name := filepath.Join(dir, siteLock)
	if err := regular.Check(name); err != nil {
		return nil, fmt.Errorf("lock the site in %s: %w; move it away", dir, err)
	}
	lock := flock.New(name, flock.SetPermissions(0o600))
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

// When a site's cache is trimmed.
const (
	trimEvery = time.Minute
	trimPause = 15 * time.Minute // what a check or a match began to use this long ago is still used
)

// ownCache lets the site and the processes that it starts keep what they build and unpack in the folder cache of the site, unless
// AGON_CACHE says otherwise. In a cache of its own a site can remove what nobody uses.
func ownCache(dir string) error {
	if os.Getenv("AGON_CACHE") != "" {
		return nil
	}
	dir, err := filepath.Abs(filepath.Join(dir, "cache"))
	if err != nil {
		return err
	}
	return os.Setenv("AGON_CACHE", dir)
}

// trim keeps the cache within its bound until ctx is done, and makes it as small as it can be while the disk is nearly full.
func (s *Setup) trim(ctx context.Context) error {
	cache, err := build.OpenCache("")
	if err != nil {
		return err
	}
	home, err := build.Home()
	if err != nil {
		return err
	}
	trimmer := build.NewTrimmer(cache)
	for tick := time.NewTicker(trimEvery); ; {
		most := s.Cache
		if free, err := diskfree.Of(home); err == nil && free < 2*s.Site.Reserve {
			most = 0
		}
		switch freed, err := trimmer.Trim(ctx, most, trimPause); {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.Site.Log.Error("trim the cache", "error", err)
		case freed > 0:
			s.Site.Log.Info("trimmed the cache", "freed_mib", freed>>20)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
