package edit

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

const (
	mostText = 256 << 10 // bytes of a file that is compared line by line
	mostKept = 64 << 20  // bytes of all such files
	mostDiff = 1 << 20   // bytes of all differences
)

// Diff writes how a workspace differs from a snapshot ("": an empty one), file by file, without secrets. Of large and binary files it has
// size and time, of links where they lead. Left out are repositories and what stands at the top under the names of without.
func Diff(ctx context.Context, s Setup, before string, without []string, w io.Writer) error {
	old, now := files{left: mostKept}, files{left: mostKept}
	err := ctx.Err()
	if before != "" && err == nil {
		err = entries(before, func(h *tar.Header, content io.Reader) (err error) {
			var ok bool
			if h.Name, ok = strings.CutPrefix(h.Name, workspaceName+"/"); ok && !leftOut(h.Name, without) {
				err = old.add(h, content)
			}
			return err
		})
	}
	if err == nil {
		err = through(s.Workspace, func(dir *os.Root, name string, info fs.FileInfo) error {
			if leftOut(name, without) {
				return fs.SkipDir
			}
			return packed(dir, name, info, now.add)
		})
	}
	if err == nil {
		_, err = w.Write(s.Secrets.Blank(compare(old.text, now.text)))
	}
	if err != nil {
		return fmt.Errorf("compare the workspace of %s: %w", s.Name, err)
	}
	return nil
}

// leftOut reports whether a file is in a repository or one of those without.
func leftOut(name string, without []string) bool {
	parts := strings.Split(name, "/")
	return slices.Contains(without, parts[0]) || slices.Contains(parts, ".git")
}

// files are those of a workspace, by name: their text, or a line that describes them.
type files struct {
	text map[string]string
	left int64 // bytes that may still be kept
}

func (f *files) add(h *tar.Header, content io.Reader) error {
	if f.text == nil {
		f.text = map[string]string{}
	}
	switch h.Typeflag {
	case tar.TypeDir:
		return nil
	case tar.TypeSymlink:
		f.text[h.Name] = "link to " + strconv.Quote(h.Linkname) + "\n"
		return nil
	}
	if h.Size <= min(mostText, f.left) {
		text, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		if utf8.Valid(text) && bytes.IndexByte(text, 0) < 0 {
			f.text[h.Name], f.left = string(text), f.left-h.Size
			return nil
		}
	}
	f.text[h.Name] = fmt.Sprintf("%d bytes of %s\n", h.Size, h.ModTime.UTC().Format(time.RFC3339Nano))
	return nil
}

// compare returns the differences of two sets of files, about mostDiff bytes at most.
func compare(old, now map[string]string) []byte {
	names := map[string]string{}
	maps.Copy(names, old)
	maps.Copy(names, now)
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, had := old[name]
		is, has := now[name]
		if was == is && had == has {
			continue
		}
		if b.Len() > mostDiff {
			b.WriteString("\n… more differences are left out here …\n")
			break
		}
		b.WriteString(unified(shown("a/", name, had), shown("b/", name, has), was, is))
	}
	return b.Bytes()
}

// shown returns how a difference names a file.
func shown(side, name string, there bool) string {
	switch {
	case !there:
		return "/dev/null"
	case strconv.Quote(name) != `"`+name+`"`:
		return strconv.Quote(side + name)
	}
	return side + name
}

func unified(from, to, was, is string) string {
	text, err := udiff.ToUnified(from, to, was, udiff.Lines(was, is), udiff.DefaultContextLines)
	if err != nil || text == "" { // an empty file that came or went
		return fmt.Sprintf("--- %s\n+++ %s\n", from, to)
	}
	return text
}
