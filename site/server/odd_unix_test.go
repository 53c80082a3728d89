//go:build unix

package server

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"agon/internal/regular"
)

// A FIFO in the place of a site's lock holds up nothing.
func TestALockThatIsNone(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, siteLock), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := lockSite(t.Context(), func(string) {}, dir, 0); !errors.Is(err, regular.ErrIrregular) {
		t.Error(err)
	}
}
