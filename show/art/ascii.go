package art

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"
)

// suffix ends the name of every file that is a frame.
const suffix = ".ascii"

// Limits of what is read.
const (
	maxFiles    = 4096
	maxFileSize = 4 * maxSide * (maxSide + 1) // bytes: every character may need four
)

// An Order is the order of a folder's frames.
type Order uint8

// The orders. ByText is the original's, in which 10.ascii comes before 2.ascii; ByNumber compares numbers.
const (
	ByText Order = iota
	ByNumber
)

// ReadDir reads the frames of a folder: files whose names end in .ascii, in lower case; it ignores subfolders. Errors name the file.
func ReadDir(folder fs.FS, order Order) ([]Frame, error) {
	names, err := list(folder)
	if err != nil {
		return nil, err
	}
	if order == ByNumber {
		slices.SortFunc(names, byNumber)
	}
	frames := make([]Frame, len(names))
	for i, name := range names {
		if frames[i], err = readFile(folder, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return frames, nil
}

// list returns the names of the frames, sorted as text.
func list(folder fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, fmt.Errorf("read the folder of frames: %w", err)
	}
	var names []string
	other := ""
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), suffix) && regular(folder, e):
			names = append(names, e.Name())
		case strings.HasSuffix(strings.ToLower(e.Name()), suffix):
			other = e.Name()
		}
	}
	if len(names) > maxFiles {
		return nil, fmt.Errorf("the folder holds %d frames, at most %d are drawn", len(names), maxFiles)
	}
	if len(names) > 0 {
		slices.Sort(names)
		return names, nil
	}
	if other != "" {
		return nil, fmt.Errorf("the folder has no file that ends in %s (%s does not count: it must be a file, in lower case)", suffix,
			other)
	}
	return nil, fmt.Errorf("the folder has no file that ends in %s", suffix)
}

// regular reports whether an entry is a file; links are followed, as the original did.
func regular(folder fs.FS, e fs.DirEntry) bool {
	info, err := fs.Stat(folder, e.Name())
	return err == nil && info.Mode().IsRegular()
}

func readFile(folder fs.FS, name string) (Frame, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFileSize {
		return nil, fmt.Errorf("the file has more than %d bytes, the limit for a frame", maxFileSize)
	}
	return ReadFrame(data)
}

// ReadFrame parses a frame from UTF-8 text. A line end after the last row begins no further one. Invalid bytes become boxes.
func ReadFrame(data []byte) (Frame, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, errors.New("the file is UTF-16; save it as UTF-8 or ASCII")
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if text == "" {
		return nil, errors.New("the file is empty, and a frame has at least one row")
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	rows := Frame(strings.Split(strings.TrimSuffix(text, "\n"), "\n")).trim()
	if len(rows) > maxSide {
		return nil, fmt.Errorf("the file has %d rows, at most %d are drawn", len(rows), maxSide)
	}
	for i, row := range rows {
		if n := utf8.RuneCountInString(row); n > maxSide {
			return nil, fmt.Errorf("row %d has %d characters, at most %d are drawn", i+1, n, maxSide)
		}
	}
	return rows, nil
}

// byNumber compares names, with numbers in them by value. Names that differ only in leading zeros, such as 1 and 01, are compared as text.
func byNumber(a, b string) int {
	one, two := a, b
	for one != "" && two != "" {
		m, n := digits(one), digits(two)
		if m > 0 && n > 0 {
			if c := compareNumbers(one[:m], two[:n]); c != 0 {
				return c
			}
			one, two = one[m:], two[n:]
			continue
		}
		if one[0] != two[0] {
			return cmp.Compare(one[0], two[0])
		}
		one, two = one[1:], two[1:]
	}
	if c := cmp.Compare(len(one), len(two)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

// digits returns how many digits a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// compareNumbers compares numbers of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}
