/*
Package clients has the clients of the agon protocol in several languages: files that the starters of all kinds share. `agon new` writes
them beside a starter that names them.

Go files begin with a build constraint that keeps them out of this module's packages, and that is removed when they are written.
*/
package clients

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed cpp go java javascript python-agon rust
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
