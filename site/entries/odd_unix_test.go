//go:build unix

package entries

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A FIFO or a device where a bot's author or version is noted holds up nothing, and is replaced.
func TestNotesBesideBotsThatAreNone(t *testing.T) {
	dir := t.TempDir()
	beside := func(name string) string { return filepath.Join(dir, "entries", name) }
	if err := errors.Join(os.Mkdir(beside(""), 0o755), syscall.Mkfifo(beside(".author-Flood"), 0o600),
		syscall.Mkfifo(beside(".version-Flood"), 0o600)); err != nil {
		t.Fatal(err)
	}
	d := open(t, dir, nil)
	defer d.close(t)
	d.handIn(t, ann, "Flood", "good 1")
	d.settled(t)
	if d.plays("Flood") != "good 1" {
		t.Errorf("it plays %q", d.plays("Flood"))
	}
	for _, name := range []string{".author-Flood", ".version-Flood"} {
		if info, err := os.Stat(beside(name)); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if left, err := filepath.Glob(beside(beginning + "*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
