/*
Package filecache keeps the files of a worker's jobs on its disk, by hash, so that each is fetched once.

A file is in the cache whole or not at all: it is written under another name and renamed when its content has matched its hash. A file is
verified again each time it is opened, and fetched again if it does not match. When the cache would grow over its limit, the files that
were not used for the longest time are removed. Several processes may use one folder.
*/
package filecache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/contest/queue"
)

// ErrNoRoom says that a file is not in the cache because the disk is full or the file is longer than the cache may be. It can still be read
// from where the cache would have fetched it.
var ErrNoRoom = errors.New("no room in the cache of files")

// part begins the names of files that are being written; those older than stale were left by killed processes.
const (
	part  = "part-"
	stale = 24 * time.Hour
)

// A Source has the files that a cache does not have, as [queue.Files].
type Source interface {
	// Get opens a file.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
}

// A Cache is a folder of files. It is safe for concurrent use.
type Cache struct {
	dir   string
	limit int64
	from  Source

	mu sync.Mutex // one file at a time is fetched, so that no two fetch the same and the limit is kept
}

// Open opens a cache of at most limit bytes, which fetches files with from.Get. While one is fetched the folder may hold that much more.
func Open(dir string, limit int64, from Source) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cache of files: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("cache of files: %w", err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), part) && time.Since(info.ModTime()) > stale {
			os.Remove(filepath.Join(dir, e.Name())) // it stays if another process has just removed it
		}
	}
	return &Cache{dir: dir, limit: limit, from: from}, nil
}

// Get opens a file at its beginning, fetching it if necessary. The caller closes it.
func (c *Cache) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	if err := queue.CheckFile(name); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f, err := c.open(name)
	if errors.Is(err, queue.ErrContent) {
		err = errors.Join(fs.ErrNotExist, os.Remove(c.path(name)))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if err := c.fetch(ctx, name); err != nil {
		return nil, err
	}
	return c.open(name)
}

func (c *Cache) path(name string) string { return filepath.Join(c.dir, name) }

// open opens a file of the folder and verifies it.
func (c *Cache) open(name string) (*os.File, error) {
	f, err := os.Open(c.path(name))
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(io.Discard, queue.Verify(name, f)); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("cache of files: %w", err)
	}
	now := time.Now()
	os.Chtimes(c.path(name), now, now) // without this the file only counts as older than it is
	return f, nil
}

// fetch brings a file into the folder.
func (c *Cache) fetch(ctx context.Context, name string) error {
	content, err := c.from.Get(ctx, name)
	if err != nil {
		return fmt.Errorf("fetch file %s: %w", name, err)
	}
	defer content.Close()
	f, err := os.CreateTemp(c.dir, part)
	if err != nil {
		return c.roomless(err)
	}
	defer os.Remove(f.Name())
	in := &source{from: queue.Verify(name, content)}
	size, err := io.Copy(f, io.LimitReader(in, c.limit+1))
	if closed := f.Close(); err == nil {
		err = closed
	}
	switch {
	case in.failed != nil:
		return fmt.Errorf("fetch file %s: %w", name, in.failed)
	case err != nil:
		return c.roomless(err)
	case size > c.limit:
		return fmt.Errorf("%w: file %s has more than the limit of %d bytes", ErrNoRoom, name, c.limit)
	}
	if err := c.shrink(c.limit - size); err != nil {
		return err
	}
	return os.Rename(f.Name(), c.path(name))
}

// source remembers why reading failed, which is no fault of the disk's.
type source struct {
	from   io.Reader
	failed error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if err != nil && err != io.EOF {
		s.failed = err
	}
	return n, err
}

// roomless returns the error for a file that could not be written.
func (c *Cache) roomless(err error) error {
	return fmt.Errorf("%w: %w: free space on the disk of %s", ErrNoRoom, err, c.dir)
}

// shrink removes the files used least recently until the others have at most so many bytes.
func (c *Cache) shrink(most int64) error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return fmt.Errorf("cache of files: %w", err)
	}
	var files []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && queue.CheckFile(e.Name()) == nil {
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if total <= most {
			return nil
		}
		if err := os.Remove(c.path(f.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache of files: make room: %w", err)
		}
		total -= f.Size()
	}
	return nil
}
