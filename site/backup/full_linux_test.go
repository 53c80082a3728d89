package backup

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"agon/internal/diskfree"
)

// A disk that becomes full while a backup is written is said, and nothing is left on it; with room the backup is whole.
func TestFullDiskWhileBackingUp(t *testing.T) {
	dir, small := site(t), t.TempDir()
	if err := unix.Mount("tmpfs", small, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("a small disk needs the right to mount one: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(small, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	file := filepath.Join(small, "site.agon-backup")
	if _, err := Write(t.Context(), file, dir, nil); !diskfree.IsFull(err) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(small); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if err := unix.Mount("", small, "", unix.MS_REMOUNT, "size=16m"); err != nil {
		t.Fatal(err)
	}
	if size, err := Write(t.Context(), file, dir, nil); err != nil || size.Files == 0 {
		t.Errorf("%+v, %v", size, err)
	}
}
