//go:build unix

package contests

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A FIFO, a socket or a device in the place of a contest's file holds up nothing, and is noted once.
func TestAContestWhoseFileIsNone(t *testing.T) {
	dir := t.TempDir()
	for name, odd := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"linked": func(path string) error { return os.Symlink("/dev/zero", path) },
		"folder": func(path string) error { return os.Mkdir(path, 0o755) },
		"none":   func(string) error { return nil },
	} {
		folder := filepath.Join(dir, "contests", name)
		if err := errors.Join(os.MkdirAll(folder, 0o755), odd(filepath.Join(folder, FileName))); err != nil {
			t.Fatal(err)
		}
	}
	var noted []string
	h := opened(t, dir, func(s *Setup) { s.Log = func(contest, text string) { noted = append(noted, contest+": "+text) } })
	defer h.close(t)
	for range 2 {
		if list, err := h.All(t.Context()); err != nil || len(list) > 0 {
			t.Errorf("%d contests, %v", len(list), err)
		}
	}
	if text := strings.Join(noted, "\n"); len(noted) != 3 || strings.Count(text, "it is not shown: ") != 3 ||
		strings.Count(text, "not a regular file") != 3 || strings.Contains(text, "none") {
		t.Errorf("noted\n%s", text)
	}
	if _, err := h.Find("pipe"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
