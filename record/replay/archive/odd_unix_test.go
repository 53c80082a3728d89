//go:build unix

package archive

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"agon/internal/regular"
)

// A FIFO that takes the place of an archive's next file holds up no game: its replay is not kept, which is said.
func TestFilesOfAnArchiveThatAreNone(t *testing.T) {
	for _, name := range []string{"index", "segment-0000"} {
		dir := t.TempDir()
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if name == "index" {
			name = filepath.Base(s.indexName())
		}
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Append([]Game{{ID: 1, Data: []byte("replay")}}); !errors.Is(err, regular.ErrIrregular) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
