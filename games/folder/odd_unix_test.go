//go:build unix

package gamefolder_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"agon/games/folder"
	"agon/internal/regular"
)

// A FIFO or a device among the files of a game holds up nobody who reads them.
func TestFilesOfAGameThatAreNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := errors.Join(os.CopyFS(dir, os.DirFS(noughts)), os.MkdirAll(filepath.Join(dir, "starters", "python"), 0o755)); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(dir, "README.md"))
	if err := errors.Join(syscall.Mkfifo(filepath.Join(dir, "README.md"), 0o600), os.Symlink("/dev/zero", filepath.Join(dir, "view.js")),
		syscall.Mkfifo(filepath.Join(dir, "starters", "python", "bot.py"), 0o600)); err != nil {
		t.Fatal(err)
	}
	f, err := gamefolder.Open(dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, name := range []string{"README.md", "view.js", "starters/python/bot.py"} {
		if _, err := fs.ReadFile(f.Kind.Files, name); !errors.Is(err, regular.ErrIrregular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := f.KeepIn(t.TempDir()); !errors.Is(err, regular.ErrIrregular) {
		t.Errorf("keep the rules: %v", err)
	}
}
