/*
Package clients has the clients of the agon protocol in several languages: files that the starters of all kinds share. `agon new` writes
them beside a starter that names them, and a contest site offers both as one archive.

Go files begin with a build constraint that keeps them out of this module's packages, and that is removed when they are written.
*/
package clients

import (
	"archive/zip"
	"bytes"
	"embed"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed cpp go java javascript perl php python-agon ruby rust typescript
var files embed.FS

// ignored begins Go files that are part of a starter and of no package of this module.
const ignored = "//go:build ignore\n\n"

// Starter returns all files of a kind's starter, by name: its own and the client that one of them names. kind holds the kind's files.
func Starter(kind fs.FS, language string) (map[string]string, error) {
	all, err := folder(kind, path.Join("starters", language))
	if err != nil {
		return nil, err
	}
	if language == "python" {
		language = "python-agon" // the name used if the contest's own bots are in Python too
	}
	shared, err := folder(files, language)
	if err != nil {
		return all, nil // there is no client in that language
	}
	for name, text := range shared {
		for _, own := range all {
			if strings.Contains(own, name) {
				all[name] = text
				break
			}
		}
	}
	return all, nil
}

// Shared reports whether a file of this name is a client that starters of several kinds have beside their own source.
func Shared(name string) bool {
	languages, err := files.ReadDir(".")
	return err == nil && slices.ContainsFunc(languages, func(l fs.DirEntry) bool {
		info, err := fs.Stat(files, path.Join(l.Name(), path.Base(name)))
		return err == nil && !info.IsDir()
	})
}

// Languages returns the languages in which a kind has starters, sorted. kind holds the kind's files; nil has none.
func Languages(kind fs.FS) []string {
	if kind == nil {
		return nil
	}
	entries, err := fs.ReadDir(kind, "starters")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// Zip packs the files of a starter, those that begin with #! as programs. Equal files give equal bytes.
func Zip(files map[string]string) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		head := &zip.FileHeader{Name: name, Method: zip.Deflate}
		head.SetMode(0o644)
		if strings.HasPrefix(files[name], "#!") {
			head.SetMode(0o755)
		}
		f, err := archive.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(f, files[name]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// folder returns the files in a folder.
func folder(from fs.FS, root string) (map[string]string, error) {
	all := map[string]string{}
	err := fs.WalkDir(from, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, name)
		all[strings.TrimPrefix(name, root+"/")] = strings.TrimPrefix(string(text), ignored)
		return err
	})
	return all, err
}
