/*
Package guides reads the files embedded in the walk-throughs of docs/.

A fenced block whose first line names a file after the language, as "```go rules.go", is that file. So the code shown by a page is the
code that its tests compile and that go run ./games/new starts from. One that names "from FILE" is an excerpt of a file of this module.
*/
package guides

import (
	"slices"
	"strings"
)

// A File is a file embedded in a page.
type File struct {
	Name string // relative, with forward slashes
	Text string
}

const excerpt = "from "

// Files returns the files in a page, in order.
func Files(page string) []File {
	return slices.DeleteFunc(blocks(page), func(f File) bool { return strings.HasPrefix(f.Name, excerpt) })
}

// Excerpts returns the parts of other files in a page, with the names of those files from the root of the module.
func Excerpts(page string) (parts []File) {
	for _, f := range blocks(page) {
		if name, is := strings.CutPrefix(f.Name, excerpt); is {
			parts = append(parts, File{Name: name, Text: f.Text})
		}
	}
	return parts
}

// blocks returns the fenced blocks with a name.
func blocks(page string) (files []File) {
	var fence string // of the current block; empty outside
	for line := range strings.Lines(page) {
		switch text := strings.TrimRight(line, "\n"); {
		case fence == "" && strings.HasPrefix(text, "```"):
			fence = text[:len(text)-len(strings.TrimLeft(text, "`"))]
			_, name, _ := strings.Cut(text, " ")
			files = append(files, File{Name: name})
		case fence != "" && text == fence:
			fence = ""
			if last := len(files) - 1; files[last].Name == "" {
				files = files[:last]
			}
		case fence != "":
			files[len(files)-1].Text += line
		}
	}
	return files
}
