package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// A Cache keeps what was made, by what it was made from. Any number of processes may use one.
type Cache struct{ dir string }

// Home is the folder of the cache of a user: AGON_CACHE, or agon in the folder that the system has for caches.
func Home() (string, error) {
	if dir := os.Getenv("AGON_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", errors.New("no cache directory: set AGON_CACHE")
	}
	return filepath.Join(dir, "agon"), nil
}

// leftover is after how long what a killed process was making is swept away.
const leftover = 24 * time.Hour

// OpenCache uses a folder as a cache, and makes it where it is not there; empty means [Home].
func OpenCache(dir string) (*Cache, error) {
	if dir == "" {
		home, err := Home()
		if err != nil {
			return nil, err
		}
		dir = home
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open the cache: %w", err)
	}
	for _, d := range []string{dir, filepath.Join(dir, "part"), filepath.Join(dir, "lock")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, fmt.Errorf("open the cache: %w", err)
		}
	}
	c := &Cache{dir}
	c.sweep()
	return c, nil
}

// sweep removes what killed processes have left half made.
func (c *Cache) sweep() {
	entries, _ := os.ReadDir(filepath.Join(c.dir, "part"))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			os.RemoveAll(filepath.Join(c.dir, "part", e.Name()))
		}
	}
}

// Keep gives the folder with a key in a group, and makes it where it is not there: fill makes the folder that it is given,
// which does not exist yet. A second caller waits for the first. A fill that fails leaves nothing.
func (c *Cache) Keep(ctx context.Context, group, key string, fill func(dir string) error) (string, error) {
	dir := filepath.Join(c.dir, group, key)
	if isFolder(dir) {
		return dir, nil
	}
	unlock, err := c.Lock(ctx, group+"-"+key)
	if err != nil {
		return "", err
	}
	defer unlock()
	if isFolder(dir) {
		return dir, nil
	}
	part, err := c.Scratch()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	made := filepath.Join(part, "made")
	if err := fill(made); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", fmt.Errorf("keep in the cache: %w", err)
	}
	if err := os.Rename(made, dir); err != nil {
		return "", fmt.Errorf("keep in the cache: %w", err)
	}
	return dir, nil
}

// Scratch makes an empty folder beside what is kept. The caller removes it.
func (c *Cache) Scratch() (string, error) {
	dir, err := os.MkdirTemp(filepath.Join(c.dir, "part"), "")
	if err != nil {
		return "", fmt.Errorf("make a folder in the cache: %w", err)
	}
	return dir, os.Chmod(dir, 0o755) // programs in sandboxes are other users
}

// Lock waits until nobody else holds a name.
func (c *Cache) Lock(ctx context.Context, name string) (unlock func(), err error) {
	lock := flock.New(filepath.Join(c.dir, "lock", name))
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return nil, fmt.Errorf("lock %s in the cache: %w", name, err)
	}
	return func() { lock.Unlock() }, nil
}

// Dir is a folder of the cache that is not kept by a key.
func (c *Cache) Dir(group, name string) string { return filepath.Join(c.dir, group, name) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
