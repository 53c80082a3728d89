package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// filled returns a cache with folders of 1000 bytes each, of which the first was used longest ago. None is used by this process.
func filled(t *testing.T, n int) (c *Cache, dirs []string) {
	t.Helper()
	c, err := OpenCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		dir, err := c.Keep(t.Context(), "images", fmt.Sprint(i), func(dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "root"), 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "root", "file"), make([]byte, 1000), 0o444)
		})
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i-n) * time.Hour)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
		given.Lock()
		delete(given.dirs, dir)
		given.Unlock()
		dirs = append(dirs, dir)
	}
	return c, dirs
}

func TestTrim(t *testing.T) {
	c, dirs := filled(t, 6)
	c.Use(dirs[1]) // by this process
	if err := os.Chtimes(dirs[2], time.Time{}, time.Now()); err != nil {
		t.Fatal(err) // by another
	}
	trimmer := NewTrimmer(c)
	for _, tt := range []struct{ most, freed int64 }{{6000, 0}, {5999, 1000}, {3500, 2000}, {0, 1000}, {0, 0}} {
		if freed, err := trimmer.Trim(t.Context(), tt.most, time.Minute); err != nil || freed != tt.freed {
			t.Errorf("down to %d it frees %d, %v; want %d", tt.most, freed, err, tt.freed)
		}
	}
	for i, dir := range dirs {
		if stays := i == 1 || i == 2; isFolder(dir) != stays {
			t.Errorf("folder %d is there: %v", i, !stays)
		}
	}
	if left, err := os.ReadDir(filepath.Join(c.dir, "part")); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// A folder that is asked for while it is being removed is there afterwards.
func TestTrimBesideUse(t *testing.T) {
	c, dirs := filled(t, 40)
	trimmer := NewTrimmer(c)
	var both sync.WaitGroup
	both.Go(func() {
		if _, err := trimmer.Trim(context.Background(), 0, time.Minute); err != nil {
			t.Error(err)
		}
	})
	both.Go(func() {
		for i := range dirs {
			dir, err := c.Keep(context.Background(), "images", fmt.Sprint(i), func(dir string) error { return os.Mkdir(dir, 0o755) })
			if err != nil || !isFolder(dir) {
				t.Error(dir, err)
			}
		}
	})
	both.Wait()
	for _, dir := range dirs {
		if !isFolder(dir) {
			t.Error(dir, "is gone")
		}
	}
}
