//go:build unix

package gallery

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"agon/internal/regular"
)

// A FIFO in the place of a ballot box, or of its lock, holds up nothing.
func TestABoxThatIsNone(t *testing.T) {
	for _, odd := range []string{"box", "box.lock"} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, odd), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := OpenBox(filepath.Join(dir, "box"), Approval, []string{"A", "B"}, []string{"AAAAAA"})
		if !errors.Is(err, regular.ErrIrregular) {
			t.Errorf("%s: %v", odd, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%s: %v, %v", odd, left, err)
		}
	}
}
