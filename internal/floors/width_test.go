package floors

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how many columns a line of Go may have, where a tab stands for four: as many as two files beside each other on a large screen.
const widest = 140

// No line of Go is wider than a reader's window. What stands in a raw string is data, and a pattern is one literal.
func TestLinesAreNarrow(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2):
			return filepath.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(source[:min(len(source), 300)]), "DO NOT EDIT") {
			return err
		}
		free := rawLines(source)
		for i, line := range strings.Split(string(source), "\n") {
			width := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
			if width > widest && !free[i+1] && !strings.Contains(line, "//go:") {
				t.Errorf("%s:%d has %d columns: break it, at most %d are read at once", filepath.ToSlash(path), i+1, width, widest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rawLines returns the numbers of the lines on which a raw string stands.
func rawLines(source []byte) map[int]bool {
	lines := map[int]bool{}
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.STRING && text[0] == '`' {
			first := file.Line(pos)
			for i := range strings.Count(text, "\n") + 1 {
				lines[first+i] = true
			}
		}
	}
}
