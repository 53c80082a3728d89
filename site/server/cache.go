package server

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"agon/bot/build"
	"agon/internal/diskfree"
)

// When a site's cache is trimmed.
const (
	trimEvery = time.Minute
	trimPause = 15 * time.Minute // what a check or a match began to use this long ago is still used
)

// ownCache lets the site and the processes that it starts keep what they build and unpack in the folder cache of the site, unless AGON_CACHE says otherwise. In a
// cache of its own a site can remove what nobody uses.
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
