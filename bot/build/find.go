package build

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/clutter"
)

// A Finder finds bots. The zero value finds each as if it were alone on its disk, and no module that a file of Python imports.
type Finder struct {
	// Withheld reports whether a file or folder, by its absolute path, belongs to no bot or to another one, whatever the bot's sources
	// name.
	Withheld func(path string) bool

	// Rival reports whether a file of Python is entered too. It is withheld if it may hold a bot; otherwise it is a helper of all.
	Rival func(path string) bool

	Python *Python // reads files of Python; nil: none is read
	Kind   string  // the kind of game that it is found for, which messages name; may be empty
}

func (f Finder) withheld(path string) bool {
	if f.Withheld != nil && f.Withheld(path) {
		return true
	}
	if f.Rival == nil || !f.Rival(path) {
		return false
	}
	may, _, err := f.MayHold(path)
	return may || err != nil
}

// MayHold reports whether a file of Python may hold a bot: one that defines the mark of a bot, imports a file that does, or of which
// nothing is known because it cannot be parsed or imports one that cannot. files are the paths of the file and of all that it imports.
func (f Finder) MayHold(file string) (may bool, files []string, err error) {
	f.Rival = nil
	root, pkg := PackageOf(file)
	name, err := filepath.Rel(root, file)
	if err != nil {
		return true, nil, err
	}
	s := &Source{Root: root, Entry: filepath.ToSlash(name)}
	if err := f.alone(s, pkg, false); err != nil {
		return true, nil, err
	}
	for _, one := range s.Files {
		path := filepath.Join(root, filepath.FromSlash(one.Name))
		files = append(files, path)
		n, err := f.Python.read(path)
		if err != nil {
			return true, nil, err
		}
		may = may || n.Defines || n.Unread
	}
	return may, files, nil
}

// Robots is the folder of all bots in a clone of the 2023 contest's repository, and the package that its sources import.
const Robots = "robots"

// PackageOf returns the folder below which a file of Python looks for its modules, and that folder's name in imports: the folder called
// robots above the file, or else its own, which is taken for one of an author in robots.
func PackageOf(file string) (root, pkg string) {
	for dir := filepath.Dir(file); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == Robots {
			return dir, Robots
		}
	}
	root = filepath.Dir(file)
	return root, Robots + "." + filepath.Base(root)
}

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
	if clutter.File(s.Entry) {
		return &Unknown{s.Entry + " is a file that a system or an editor left beside others, and no program: name the bot's own file"}
	}
	if s.Language = languageOf(s.Root, s.Entry); s.Language == "" {
		return &Unknown{s.Entry + " is in no language that is known, and no program: " + strings.Join(endings(), " ") +
			", or a file that may be executed" + misnamed(s.Root, []File{{Name: s.Entry}})}
	}
	return f.alone(s, "", false)
}

// alone gives a source its entry, and the files that it uses.
func (f Finder) alone(s *Source, pkg string, data bool) error {
	info, err := os.Stat(filepath.Join(s.Root, filepath.FromSlash(s.Entry)))
	if err != nil {
		return err
	}
	s.Files = []File{{Name: s.Entry, Executable: info.Mode()&0o111 != 0}}
	return f.use(s, pkg, data)
}

// Loaded returns a source file that a host loads, with the modules that it imports and data that its string literals name. file is relative
// to root; pkg is the package that root is to its sources, empty if it is none.
func (f Finder) Loaded(root, file, pkg string) (*Source, error) {
	s := &Source{Root: root, Entry: file, Name: stem(file), Single: true}
	if err := f.alone(s, pkg, true); err != nil {
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
	if err := f.use(s, pkg, false); err != nil {
		return s, err
	}
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
