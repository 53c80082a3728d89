package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestKeepOnce: many callers want the same key at once, each from a cache of its own as processes have.
func TestKeepOnce(t *testing.T) {
	dir := t.TempDir()
	var made atomic.Int32
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			c, err := OpenCache(dir)
			if err != nil {
				t.Error(err)
				return
			}
			got, err := c.Keep(context.Background(), "shelf", "key", func(dir string) error {
				made.Add(1)
				return os.Mkdir(dir, 0o755)
			})
			if err != nil || !isFolder(got) {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	done.Wait()
	if made.Load() != 1 {
		t.Errorf("it was made %d times", made.Load())
	}
}

func TestKeepNothingHalfMade(t *testing.T) {
	c, err := OpenCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	broke := errors.New("broke")
	_, err = c.Keep(context.Background(), "shelf", "key", func(dir string) error {
		return errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "half"), nil, 0o644), broke)
	})
	if !errors.Is(err, broke) {
		t.Errorf("got %v", err)
	}
	if isFolder(c.Dir("shelf", "key")) {
		t.Error("an unfinished result is kept")
	}
	if left, _ := os.ReadDir(c.Dir("part", "")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	c, err := OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	old, err := c.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := c.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * leftover)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCache(dir); err != nil {
		t.Fatal(err)
	}
	if isFolder(old) || !isFolder(fresh) {
		t.Error("the leftover of a killed process is still there, or the work of a live one is gone")
	}
}
