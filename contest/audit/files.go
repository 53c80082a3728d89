package audit

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/contest"
	"agon/contest/store/sqlite"
	"agon/internal/regular"
	"agon/internal/wholefile"
)

// logs completes lines of logs that a killed process did not finish.
func (w *walk) logs(context.Context) error {
	files, err := contest.LogFiles(w.c.Dir)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for i := range w.c.Entries {
		known[stem(w.c.LogFile(i))] = true
	}
	for _, f := range files {
		for _, name := range f.Paths {
			if !known[stem(name)] {
				w.wrong(name, "%s is the log of no bot of this contest", name)
				continue
			}
			if err := w.endLine(name); err != nil {
				return err
			}
		}
	}
	return nil
}

func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// endLine completes the last line of a file.
func (w *walk) endLine(name string) error {
	if err := regular.Check(name); err != nil {
		return err
	}
	how := os.O_RDWR
	if w.Dry {
		how = os.O_RDONLY
	}
	f, err := os.OpenFile(name, how, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err != nil || last[0] == '\n' {
		return err
	}
	if !w.Dry {
		if _, err := f.Write([]byte("\n")); err != nil {
			return err
		}
	}
	w.repaired("ended the last line of %s, which was not written to its end", name)
	return nil
}

// leftovers removes files that a killed process was writing.
func (w *walk) leftovers(context.Context) error {
	return filepath.WalkDir(w.c.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, wholefile.Suffix) && filepath.Base(path) != sqlite.Name+".new" {
			return err
		}
		if !w.Dry {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		w.repaired("removed %s, which was not written to its end", path)
		return nil
	})
}
