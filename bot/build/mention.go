package build

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of the files that belong to a single source file.
const (
	mostMentioned    = 500      // files
	largestSource    = 4 << 20  // bytes that are searched for names
	largestMentioned = 64 << 20 // bytes of all such files together
	mostSiblings     = 5000     // entries of a folder that are looked at
)

// A mentioner finds the files that belong to a single file: those beside it whose name occurs in it as a word. Sources are named without
// their ending (import helper), other files with it; a folder's name stands for the sources of the same language in it. The search
// continues in the files found. So a bot in a folder of a hundred others, or in a home directory, gets its own hash and its own files.
// Withheld files are skipped.
type mentioner struct {
	root    string
	entry   string   // the bot's main file, which is never withheld
	exts    []string // endings of the language's sources
	data    bool     // data files count too
	pkg     string   // the package name of root in imports; empty for none
	finder  Finder
	found   map[string]File
	queue   []string
	bytes   int64
	listing map[string][]os.DirEntry // folders that were listed
}

// mentioned returns a file and the files that belong to it.
func (f Finder) mentioned(root, name, pkg string, data bool) ([]File, error) {
	m := &mentioner{root: root, entry: name, exts: relatives(name), data: data, pkg: pkg, finder: f, found: map[string]File{}, listing: map[string][]os.DirEntry{}}
	if err := m.take(name); err != nil {
		return nil, err
	}
	if err := m.follow(); err != nil {
		return nil, err
	}
	return m.files(), nil
}

// follow searches the files found until there are no new ones.
func (m *mentioner) follow() error {
	for len(m.queue) > 0 {
		next := m.queue[0]
		m.queue = m.queue[1:]
		if err := m.search(next); err != nil {
			return err
		}
	}
	return nil
}

// files returns what was found.
func (m *mentioner) files() []File {
	files := make([]File, 0, len(m.found))
	for _, f := range m.found {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// take adds a file.
func (m *mentioner) take(name string) error {
	if _, ok := m.found[name]; ok || name != m.entry && m.finder.withheld(m.full(name)) {
		return nil
	}
	info, err := os.Stat(m.full(name))
	if err != nil {
		return err
	}
	m.bytes += info.Size()
	if len(m.found) > 0 && (len(m.found) >= mostMentioned || m.bytes > largestMentioned) {
		return flaw(name, "it uses more than %d files or %d MiB from its folder: move the bot into a folder of its own", mostMentioned, largestMentioned>>20)
	}
	m.found[name] = File{Name: name, Executable: info.Mode()&0o111 != 0}
	m.queue = append(m.queue, name)
	return nil
}

func (m *mentioner) full(name string) string { return filepath.Join(m.root, filepath.FromSlash(name)) }

// search adds the files that a file mentions.
func (m *mentioner) search(name string) error {
	words, err := wordsOf(m.full(name))
	if err != nil || words == nil {
		return err
	}
	if err := m.beside(path.Dir(name), words); err != nil {
		return err
	}
	if m.pkg == "" {
		return nil
	}
	return m.beside(".", inPackage(m.pkg, words))
}

// inPackage returns the modules of a package that occur as package.module among the words.
func inPackage(pkg string, words map[string]bool) map[string]bool {
	modules := map[string]bool{}
	for w := range words {
		if rest, ok := strings.CutPrefix(w, pkg+"."); ok {
			module, _, _ := strings.Cut(rest, ".")
			modules[module] = true
		}
	}
	return modules
}

// beside adds the files of a folder that the words name.
func (m *mentioner) beside(folder string, words map[string]bool) (err error) {
	entries, seen := m.listing[folder]
	if !seen {
		if entries, err = listed(m.full(folder)); err != nil {
			return err
		}
		m.listing[folder] = entries
	}
	for _, e := range entries {
		beside := path.Join(folder, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
			continue
		case e.IsDir() && words[e.Name()] && !m.finder.withheld(m.full(beside)):
			err = m.inside(beside, words)
		case e.Type().IsRegular() && m.counts(e.Name(), words):
			err = m.take(beside)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// counts reports whether a file in the folder is mentioned.
func (m *mentioner) counts(name string, words map[string]bool) bool {
	ext := path.Ext(name)
	if slices.Contains(m.exts, strings.ToLower(ext)) {
		return words[name] || words[strings.TrimSuffix(name, ext)]
	}
	return m.data && words[name]
}

// inside adds the sources in a folder. If data counts, it also adds other files that are mentioned, and everything in a small folder
// without sources.
func (m *mentioner) inside(folder string, words map[string]bool) error {
	const deepest = 4
	full := m.full(folder)
	seen := 0
	var named, data []string
	var size int64
	sources := false
	err := filepath.WalkDir(full, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // an unreadable folder holds no source of this bot
		}
		if seen++; seen > mostSiblings {
			return fs.SkipAll
		}
		name, _ := filepath.Rel(m.root, at)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") || slices.Contains(notOfTheBot, d.Name())
			if hidden || strings.Count(name, "/")-strings.Count(folder, "/") >= deepest {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		if slices.Contains(m.exts, strings.ToLower(path.Ext(name))) {
			sources = true
			return m.take(name)
		}
		if info, err := d.Info(); err == nil && m.data {
			data, size = append(data, name), size+info.Size()
			if words[d.Name()] {
				named = append(named, name)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if sources || len(m.found)+len(data) > mostMentioned || m.bytes+size > largestMentioned {
		data = named
	}
	for _, name := range data {
		if err := m.take(name); err != nil {
			return err
		}
	}
	return nil
}

// listed returns the entries of a folder by name; only the first of a huge one.
func listed(dir string) ([]os.DirEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(mostSiblings)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// wordsOf returns the words of a text: runs of letters, digits and underscores, and the same with dots and hyphens in them. A binary file
// has none.
func wordsOf(file string) (map[string]bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestSource))
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return nil, err
	}
	words := map[string]bool{}
	for _, run := range bytes.FieldsFunc(text, func(r rune) bool { return !isLetter(r) && r != '.' && r != '-' }) {
		words[strings.Trim(string(run), ".-")] = true
		for _, word := range bytes.FieldsFunc(run, func(r rune) bool { return !isLetter(r) }) {
			words[string(word)] = true
		}
	}
	return words, nil
}

func isLetter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}
