package build

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Finder finds bots. The zero value finds each as if it were alone on its disk.
type Finder struct {
	// Withheld reports whether a file or folder, by its absolute path, belongs to no bot or to another one, whatever the bot's sources
	// mention.
	Withheld func(path string) bool

	Kind string // the kind of game that it is found for, which messages name; may be empty
}

func (f Finder) withheld(path string) bool { return f.Withheld != nil && f.Withheld(path) }

// Find describes the bot at a path, a file or a folder. It reads its files and runs nothing. If the error is the bot's own problem (see
// [Reason]) the Source has at least its name.
func (f Finder) Find(place string) (*Source, error) {
	place, err := filepath.Abs(place)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(place)
	if err != nil {
		return nil, plain(err)
	}
	s := &Source{Root: filepath.Dir(place), Entry: filepath.Base(place), Name: stem(place), Single: true}
	switch {
	case info.IsDir():
		s, err = f.folder(place)
	case info.Mode().IsRegular():
		err = f.single(s)
	default:
		err = errors.New("neither a regular file nor a folder")
	}
	if err != nil {
		return s, plain(err)
	}
	return s, s.hash()
}

// single describes a bot that is a single file.
func (f Finder) single(s *Source) (err error) {
	if s.Language = languageOf(s.Root, s.Entry); s.Language == "" {
		return &Unknown{s.Entry + " is in no language that is known, and no program: " + strings.Join(endings(), " ") + ", or a file that may be executed"}
	}
	s.Files, err = f.mentioned(s.Root, s.Entry, "", false)
	return err
}

// Loaded returns a source file that a host loads, with its helper files, including data that it mentions. file is relative to root; pkg is
// the package that root is to its sources, empty if it is none.
func (f Finder) Loaded(root, file, pkg string) (*Source, error) {
	s := &Source{Root: root, Entry: file, Name: stem(file), Single: true}
	var err error
	if s.Files, err = f.mentioned(root, file, pkg, true); err != nil {
		return s, err
	}
	return s, s.hash()
}

// Within returns a source file that a host loads, with all files of a bot in a folder below the root.
func (f Finder) Within(root, file, folder string) (*Source, error) {
	s := &Source{Root: root, Entry: file, Name: stem(file)}
	files, err := walk(filepath.Join(root, filepath.FromSlash(folder)), nil)
	if err != nil {
		return s, err
	}
	for i := range files {
		files[i].Name = path.Join(folder, files[i].Name)
	}
	s.Files = f.own(root, files)
	return s, s.hash()
}

// Join adds the files that a source imports from the package that its root is.
func (f Finder) Join(s *Source, pkg string) (*Source, error) {
	m := &mentioner{root: s.Root, entry: s.Entry, exts: relatives(s.Entry), pkg: pkg, finder: f, found: map[string]File{}, listing: map[string][]os.DirEntry{}}
	for _, file := range s.Files {
		if file.Link == "" && slices.Contains(m.exts, strings.ToLower(path.Ext(file.Name))) {
			words, err := wordsOf(m.full(file.Name))
			if err == nil {
				err = m.beside(".", inPackage(pkg, words))
			}
			if err != nil {
				return s, err
			}
		}
	}
	if err := m.follow(); err != nil {
		return s, err
	}
	for _, file := range m.files() {
		if !s.has(file.Name) {
			s.Files = append(s.Files, file)
		}
	}
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return s, s.hash()
}

// own drops files that are withheld.
func (f Finder) own(root string, files []File) []File {
	return slices.DeleteFunc(files, func(file File) bool { return f.withheld(filepath.Join(root, filepath.FromSlash(file.Name))) })
}

// An Unknown is a file or a folder that does not look like a bot.
type Unknown struct{ Text string }

func (u *Unknown) Error() string { return u.Text }

func stem(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// plain returns a short error for one of the file system.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such file or folder")
	}
	return err
}
