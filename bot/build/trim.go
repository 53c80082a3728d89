package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// given are the folders of caches that this process has been given by [Cache.Keep], or has named to [Cache.Use]: bots play from them until
// it ends.
var given = struct {
	sync.Mutex // held while a folder is removed
	dirs       map[string]bool
}{dirs: map[string]bool{}}

// Use records that this process uses a folder of the cache, so that nothing removes it.
func (c *Cache) Use(dir string) {
	given.Lock()
	given.dirs[dir] = true
	given.Unlock()
	now := time.Now()
	os.Chtimes(dir, now, now) // others see when it was used last
}

// A Trimmer removes from a cache what nobody uses. It remembers sizes, so that a cache is not measured anew each time.
type Trimmer struct {
	cache *Cache
	sizes map[string]int64 // bytes, by folder
}

// NewTrimmer returns the trimmer of a cache.
func NewTrimmer(c *Cache) *Trimmer { return &Trimmer{c, map[string]int64{}} }

// An unused folder is one that may be removed.
type unusedFolder struct {
	group, key, dir string
	used            time.Time
}

// Trim removes the folders that were not used for the longest time until the cache has at most so many bytes, and returns how many bytes
// that freed. Those that this process uses stay, and those that any process began to use less than a pause ago.
func (t *Trimmer) Trim(ctx context.Context, most int64, pause time.Duration) (freed int64, err error) {
	total, unused, err := t.measure(ctx, pause)
	if err != nil {
		return 0, fmt.Errorf("trim the cache: %w", err)
	}
	slices.SortFunc(unused, func(a, b unusedFolder) int { return a.used.Compare(b.used) })
	for _, u := range unused {
		if total <= most || ctx.Err() != nil {
			break
		}
		gone, err := t.cache.remove(ctx, u, pause)
		if err != nil {
			return freed, fmt.Errorf("trim the cache: %w", err)
		}
		if gone {
			total, freed = total-t.sizes[u.dir], freed+t.sizes[u.dir]
			delete(t.sizes, u.dir)
		}
	}
	return freed, ctx.Err()
}

// measure returns the bytes of all folders, whose sizes it remembers, and those of them that were not used for a pause.
func (t *Trimmer) measure(ctx context.Context, pause time.Duration) (total int64, unused []unusedFolder, err error) {
	groups, err := os.ReadDir(t.cache.dir)
	if err != nil {
		return 0, nil, err
	}
	sizes := map[string]int64{}
	for _, group := range groups {
		all, err := os.ReadDir(filepath.Join(t.cache.dir, group.Name()))
		if err != nil || group.Name() == "part" || group.Name() == "lock" {
			continue // a file, or none of these
		}
		for _, e := range all {
			dir := filepath.Join(t.cache.dir, group.Name(), e.Name())
			info, err := e.Info()
			if err != nil || !info.IsDir() {
				continue
			}
			size, known := t.sizes[dir]
			if !known {
				if size, err = sizeOf(ctx, dir); err != nil {
					return 0, nil, err
				}
			}
			sizes[dir] = size
			total += size
			if time.Since(info.ModTime()) >= pause {
				unused = append(unused, unusedFolder{group.Name(), e.Name(), dir, info.ModTime()})
			}
		}
	}
	t.sizes = sizes
	return total, unused, nil
}

// remove removes a folder, unless somebody has begun to use it.
func (c *Cache) remove(ctx context.Context, u unusedFolder, pause time.Duration) (gone bool, err error) {
	unlock, err := c.Lock(ctx, u.group+"-"+u.key)
	if err != nil {
		return false, err
	}
	defer unlock()
	part, err := c.Scratch()
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(part)
	taken := filepath.Join(part, "taken")
	if moved, err := moveUnused(u.dir, taken, pause); err != nil || !moved {
		return false, err
	}
	info, err := os.Stat(taken)
	if err != nil || time.Since(info.ModTime()) < pause { // another process has begun to use it just now
		return false, errors.Join(err, os.Rename(taken, u.dir))
	}
	os.Remove(u.dir + logEnding) // it may have none
	return true, nil
}

// moveUnused moves a folder, unless it is used.
func moveUnused(from, to string, pause time.Duration) (moved bool, err error) {
	given.Lock()
	defer given.Unlock()
	info, err := os.Stat(from)
	if err != nil || given.dirs[from] || time.Since(info.ModTime()) < pause {
		return false, err
	}
	return true, os.Rename(from, to)
}

// sizeOf returns the bytes of all files of a folder. What vanishes meanwhile has none.
func sizeOf(ctx context.Context, dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return nil
		}
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size, err
}
