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

// What a single file may bring along.
const (
	mostMentioned    = 500      // files
	largestSource    = 4 << 20  // bytes that are searched for mentions
	largestMentioned = 64 << 20 // bytes of all mentioned files
	mostSiblings     = 5000     // entries of a folder that are looked at
)

// A mentioner finds the files that belong to a single file: those beside it whose name stands in it as a word. A source is named
// without its ending (import helper), other files with it; a folder's name stands for the sources of the same language in it. What is
// found may mention more. So a bot among a hundred others, or in somebody's home, has its own hash and its own files. What the finder
// withholds is passed over.
type mentioner struct {
	root    string
	entry   string   // the file that the bot begins with, which is never withheld
	exts    []string // of the language's sources
	data    bool     // other files count too
	pkg     string   // the name under which sources import what lies in root; empty for none
	finder  Finder
	found   map[string]File
	queue   []string
	bytes   int64
	listing map[string][]os.DirEntry // of folders that were looked into
}

// mentioned lists a file and what belongs to it.
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

// follow searches all that was found, until nothing new is mentioned.
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

// files lists what was found.
func (m *mentioner) files() []File {
	files := make([]File, 0, len(m.found))
	for _, f := range m.found {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// take enters a file.
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

// search takes what a file mentions.
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

// inPackage are the names of the modules of a package that words name as package.module.
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

// beside takes what words name in a folder.
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

// counts reports whether a file beside is mentioned.
func (m *mentioner) counts(name string, words map[string]bool) bool {
	ext := path.Ext(name)
	if slices.Contains(m.exts, strings.ToLower(ext)) {
		return words[name] || words[strings.TrimSuffix(name, ext)]
	}
	return m.data && words[name]
}

// inside takes the sources in a folder. Where data counts it takes of the other files those that are mentioned too, and all of them in a
// folder without sources that does not hold too much.
func (m *mentioner) inside(folder string, words map[string]bool) error {
	const deepest = 4
	full := m.full(folder)
	seen := 0
	var named, data []string
	var size int64
	sources := false
	err := filepath.WalkDir(full, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read is no source of this bot
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

// listed is what lies in a folder, in the order of names; of a huge one the beginning.
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

// wordsOf are the words of a text: runs of letters, digits and underscores, and the same with dots and hyphens in them. A file that
// is no text has none.
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
