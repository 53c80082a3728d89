package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest/config"
)

// apart returns an error if the contest's own folder is one of the places where its bots are found: what it writes there would be bots of
// the next run.
func apart(f *config.File, dir string) error {
	for _, found := range f.Finds {
		if !among(found, dir) {
			continue
		}
		return f.Mistake(config.Place{Table: "bots", Nth: found.Nth, Key: keyOf(found)}, fmt.Errorf(
			"the contest would write its ledger, replays and report to %s, which is among the bots of %q (%s): write them elsewhere "+
				"with --out DIR, rename the contest's file, or move the bots to another folder",
			dir, found.Ref, found.Path))
	}
	return nil
}

func keyOf(f config.Find) string {
	if f.Each {
		return "folder"
	}
	return "ref"
}

// among reports whether a folder is, or will be, among the bots of a reference.
func among(f config.Find, dir string) bool {
	dir = resolved(dir)
	if !strings.ContainsAny(f.Path, "*?[") || f.Each {
		folder := resolved(f.Path)
		return f.Each && within(dir, folder) || dir == folder // of a bot that is a folder around the contest's, the latter is left out
	}
	if matchesOrBelow(f.Path, dir) {
		return true
	}
	found, _ := filepath.Glob(f.Path)
	return slices.ContainsFunc(found, func(path string) bool { // links lead elsewhere
		info, err := os.Stat(path)
		return err == nil && info.IsDir() && within(dir, resolved(path))
	})
}

// matchesOrBelow reports whether a pattern of files matches a folder or one around it, or files that would be in the folder.
func matchesOrBelow(pattern, dir string) bool {
	pattern = filepath.Clean(pattern)
	root := pattern
	for strings.ContainsAny(root, "*?[") {
		root = filepath.Dir(root)
	}
	pattern = filepath.Join(escaped(resolved(root)), strings.TrimPrefix(pattern, root))
	if ok, err := filepath.Match(filepath.Dir(pattern), dir); ok && err == nil {
		return true
	}
	for at := dir; ; at = filepath.Dir(at) {
		if ok, err := filepath.Match(pattern, at); ok && err == nil {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// within reports whether path is folder or lies in it.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// resolved returns an absolute path without symlinks, as far as it exists.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	rest := ""
	for at := path; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return path
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// escaped returns a path as a pattern that matches it alone.
func escaped(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
