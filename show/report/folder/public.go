package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agon/internal/wholefile"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/report/public"
)

// CardFile is the picture of the standings for links on other sites. Only a report that is for everybody has it.
const CardFile = "card.png"

// Publish writes a report for everybody into a folder, which must be absent, empty, or published before; see package public for what it
// leaves out. The folder appears complete, in place of the one before.
func Publish(dir string, r *report.Run) error {
	if err := publishable(dir); err != nil {
		return err
	}
	return Replace(dir, r)
}

// Public reports whether a folder has a report for everybody.
func Public(dir string) bool {
	for _, name := range []string{CardFile, sumsFile} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// Replace is [Publish] into a folder whatever is in it: that is removed.
func Replace(dir string, r *report.Run) error {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
		return err
	}
	making, err := os.MkdirTemp(filepath.Dir(whole), ".agon-publish-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(making)
	made, before := filepath.Join(making, "new"), filepath.Join(making, "before")
	public.Clean(r)
	if err := os.Mkdir(made, 0o755); err != nil {
		return err
	}
	if err := wholefile.Write(filepath.Join(made, CardFile), func(w io.Writer) error { return chart.Card(w, r) }); err != nil {
		return err
	}
	if err := write(made, r); err != nil {
		return err
	}
	for i := range r.Games {
		if g := &r.Games[i]; g.Lost != nil {
			return fmt.Errorf("publish game %d: %w", g.Number, g.Lost)
		}
	}
	if err := os.Rename(whole, before); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(made, whole)
}

// publishable returns an error unless a folder is absent, empty, or has what Publish wrote.
func publishable(dir string) error {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if !Public(dir) {
		return fmt.Errorf("%s has other files than a published contest (%q): name an empty or a new folder", dir, list[0].Name())
	}
	return nil
}
