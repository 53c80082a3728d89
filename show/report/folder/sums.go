package folder

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/regular"
	"agon/internal/wholefile"
)

// forget removes a file of a report, if it is there.
func forget(report, name string) error {
	if err := os.Remove(filepath.Join(report, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// writeSums writes the checksums of a complete report.
func writeSums(report string) error {
	names, err := filesOf(report)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, name := range names {
		sum, err := sumOf(filepath.Join(report, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sum, name)
	}
	return wholefile.WriteBytes(filepath.Join(report, sumsFile), text.Bytes())
}

// filesOf returns the files of a report except the checksums, temporary files, and the page that is rewritten during a contest.
func filesOf(report string) (names []string, err error) {
	err = filepath.WalkDir(report, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(report, path)
		if name = filepath.ToSlash(name); name != sumsFile && name != LiveFile && !strings.HasSuffix(name, wholefile.Suffix) {
			names = append(names, name)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

func sumOf(name string) ([]byte, error) {
	f, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}

// Changed returns the files of a report that are missing or differ from their checksums, with the problem; whole is false if the report
// is incomplete.
func Changed(report string) (list []string, whole bool, err error) {
	text, err := regular.Read(filepath.Join(report, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	for line := range strings.Lines(string(text)) {
		want, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) {
			return append(list, fmt.Sprintf("%s has a line that is no sum: %q", sumsFile, line)), true, nil
		}
		sum, err := sumOf(filepath.Join(report, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			list = append(list, name+" is missing")
		case err != nil:
			return nil, true, err
		case fmt.Sprintf("%x", sum) != want:
			list = append(list, name+" is not as it was written")
		}
	}
	return list, true, nil
}
