package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table.json")
	if err := Keep(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no space")
	err := Write(name, func(w io.Writer) error {
		io.WriteString(w, "new, but not whole")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	content, err := os.ReadFile(name)
	if err != nil || string(content) != "old" {
		t.Errorf("the file holds %q, %v", content, err)
	}
	if _, err := os.Stat(name + Suffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an incomplete file is left: %v", err)
	}
}

// While a file is being written, readers see the previous one.
func TestReadersSeeNoHalf(t *testing.T) {
	name := filepath.Join(t.TempDir(), "index.html")
	if err := WriteBytes(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	err := Write(name, func(w io.Writer) error {
		w.Write(make([]byte, 1<<16))
		if content, err := os.ReadFile(name); string(content) != "old" {
			t.Errorf("a reader sees %d bytes, %v", len(content), err)
		}
		return nil
	})
	if info, stat := os.Stat(name); err != nil || stat != nil || info.Size() != 1<<16 {
		t.Errorf("%v, %v", err, stat)
	}
}

func TestWhatAKilledWriterLeftIsReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(name+Suffix, make([]byte, 100), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteBytes(name, []byte("a,b\n")); err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(name); err != nil || string(content) != "a,b\n" {
		t.Errorf("%q, %v", content, err)
	}
}
