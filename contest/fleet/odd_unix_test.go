//go:build unix

package fleet

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"agon/internal/regular"
)

// A FIFO in the place of a journal holds up nothing.
func TestAJournalThatIsNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "workers")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path); !errors.Is(err, regular.ErrIrregular) {
		t.Error(err)
	}
}
