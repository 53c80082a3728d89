//go:build unix

package regular

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestReadSmall(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		os.WriteFile(path("file"), []byte("four"), 0o600), os.Symlink("file", path("link")), os.Mkdir(path("folder"), 0o700),
		syscall.Mkfifo(path("fifo"), 0o600), os.Symlink("fifo", path("piped")), os.Symlink("/dev/zero", path("device")),
	); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, tt := range []struct {
		name string
		most int64
		want error
	}{
		{"file", 4, nil}, {"link", 4, nil}, {"folder", 4, ErrIrregular}, {"fifo", 4, ErrIrregular}, {"piped", 4, ErrIrregular},
		{"device", 4, ErrIrregular}, {"nothing", 4, os.ErrNotExist},
	} {
		text, err := ReadSmall(path(tt.name), tt.most)
		if !errors.Is(err, tt.want) || tt.want == nil && string(text) != "four" {
			t.Errorf("%s: %q, %v", tt.name, text, err)
		}
		if tt.name == "device" {
			continue // leads out of the folder, which os.Root refuses itself
		}
		if _, beneath := ReadSmallIn(root, tt.name, tt.most); (beneath == nil) != (err == nil) || !errors.Is(beneath, tt.want) {
			t.Errorf("%s, beneath its folder: %v", tt.name, beneath)
		}
	}
	if text, err := ReadSmall(path("file"), 3); text != nil || err == nil {
		t.Errorf("four bytes with a limit of three: %q, %v", text, err)
	}
}

// TestReplacedFile opens a file that is replaced by a FIFO after the check.
func TestReplacedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := checked(os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)); f != nil || !errors.Is(err, ErrIrregular) {
		t.Errorf("%v, %v", f, err)
	}
}
