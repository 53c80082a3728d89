package entries

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/unpack"
	"agon/internal/clutter"
)

// findPlain finds out which versions need no build. What was handed in never changes, so each is looked at once.
func (e *Entries) findPlain(list []Pending) {
	e.mu.Lock()
	before := e.plain
	e.mu.Unlock()
	now := make(map[int64]bool, len(list))
	for i := range list {
		p := &list[i]
		if !p.Fetched {
			continue
		}
		quick, known := before[p.Version]
		if !known {
			quick = plain(p.upload)
		}
		p.quick, now[p.Version] = quick, quick
	}
	e.mu.Lock()
	e.plain = now
	e.mu.Unlock()
}

// data are the endings of files that stand beside Python files and are read as they are.
var data = []string{".py", ".pyi", ".md", ".rst", ".txt", ".json", ".csv", ".tsv", ".npy", ".npz"}

// plain reports whether a bot needs no build: it is a Python file, or a zip archive of Python files and data that names no packages.
func plain(upload string) bool {
	if strings.EqualFold(filepath.Ext(upload), ".py") {
		return true
	}
	names, err := unpack.ZipNames(upload, unpack.Usual())
	if err != nil {
		return false // another archive, or a damaged one
	}
	python := false
	for _, name := range names {
		base := strings.ToLower(path.Base(name))
		switch ending := path.Ext(base); {
		case strings.HasSuffix(name, "/"), slices.ContainsFunc(strings.Split(name, "/"), clutter.Any):
		case !slices.Contains(data, ending), strings.HasPrefix(base, "requirements"):
			return false
		case ending == ".py":
			python = true
		}
	}
	return python
}
