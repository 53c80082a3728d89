package filecache

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestAFullDisk uses a file system of 64 KiB, which only root can mount.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	c, o := fresh(t, dir, 1<<30)
	small := o.add("a bot")
	read(t, c, small)
	_, err := c.Get(t.Context(), o.add(strings.Repeat("a", 1<<20)))
	if !errors.Is(err, ErrNoRoom) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free space") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	if got := read(t, c, small); got != "a bot" {
		t.Errorf("got %q", got)
	}
}
