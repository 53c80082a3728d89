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

// A Cache keeps results under the hash of their inputs. Several processes may share one.
type Cache struct{ dir string }

// Home returns the folder of the user's cache: AGON_CACHE, or else agon in the system's folder for caches.
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

// leftover is the age at which the unfinished work of a killed process is removed.
const leftover = 24 * time.Hour

// OpenCache opens a folder as a cache, creating it if necessary; empty means [Home].
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

// sweep removes what killed processes have left unfinished.
func (c *Cache) sweep() {
	entries, _ := os.ReadDir(filepath.Join(c.dir, "part"))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftover {
			os.RemoveAll(filepath.Join(c.dir, "part", e.Name()))
		}
	}
}

// Holds reports whether a path is below the cache's folder: what lies there was downloaded or made by agon.
func (c *Cache) Holds(path string) bool {
	rel, err := filepath.Rel(c.dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// Keep returns the folder of a key in a group. If it is missing, fill must create the folder that it is given, which does not exist yet. A
// second caller waits for the first. A failed fill leaves nothing.
func (c *Cache) Keep(ctx context.Context, group, key string, fill func(dir string) error) (string, error) {
	dir := filepath.Join(c.dir, group, key)
	if c.used(dir) {
		return dir, nil
	}
	unlock, err := c.Lock(ctx, group+"-"+key)
	if err != nil {
		return "", err
	}
	defer unlock()
	if c.used(dir) {
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
	c.Use(dir)
	return dir, nil
}

// used records that this process uses a folder, if it is there.
func (c *Cache) used(dir string) bool {
	if !isFolder(dir) {
		return false
	}
	c.Use(dir)
	return isFolder(dir) // nobody removes it any more
}

// Scratch creates an empty folder inside the cache. The caller removes it.
func (c *Cache) Scratch() (string, error) {
	dir, err := os.MkdirTemp(filepath.Join(c.dir, "part"), "")
	if err != nil {
		return "", fmt.Errorf("make a folder in the cache: %w", err)
	}
	return dir, os.Chmod(dir, 0o755) // sandboxed programs are other users
}

// Lock waits until nobody else holds the lock of that name.
func (c *Cache) Lock(ctx context.Context, name string) (unlock func(), err error) {
	lock := flock.New(filepath.Join(c.dir, "lock", name))
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return nil, fmt.Errorf("lock %s in the cache: %w", name, err)
	}
	return func() { lock.Unlock() }, nil
}

// Dir returns a folder of the cache that has no key.
func (c *Cache) Dir(group, name string) string { return filepath.Join(c.dir, group, name) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
