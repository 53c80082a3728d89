package build

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/pattern"
	"agon/internal/regular"
)

// Limits of the files that belong to a single source file.
const (
	mostUsed      = 500      // files
	largestSource = 4 << 20  // bytes of a file that is searched for others
	largestUsed   = 64 << 20 // bytes of all such files together
)

// A user finds the files that a bot's sources use, and those that these use. In Python they are the modules that are imported, and files
// that a string literal names (names.py). In other languages a file names them in its own way: see includes. A file outside the root, one
// that a link leads to, a hidden one and one that is withheld are never found.
type user struct {
	Finder
	source *Source
	exts   []string // endings of the language's sources
	real   string   // the root without links
	pkg    string   // the package name of the root in imports
	data   bool     // files that are no sources may be named by string literals
	queue  []string
	bytes  int64
}

// use adds to a source the files that its files use.
func (f Finder) use(s *Source, pkg string, data bool) (err error) {
	u := &user{Finder: f, source: s, exts: relatives(s.Entry), pkg: pkg, data: data}
	if u.real, err = filepath.EvalSymlinks(s.Root); err != nil {
		return err
	}
	for _, file := range s.Files {
		if file.Link == "" && u.isSource(file.Name) {
			u.queue = append(u.queue, file.Name)
		}
	}
	for len(u.queue) > 0 {
		next := u.queue[0]
		u.queue = u.queue[1:]
		search := u.search
		if path.Ext(next) == ".py" {
			search = u.python
		}
		if err := search(next); err != nil {
			return err
		}
	}
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

func (u *user) isSource(name string) bool {
	return slices.Contains(u.exts, strings.ToLower(path.Ext(name)))
}

func (u *user) full(name string) string {
	return filepath.Join(u.source.Root, filepath.FromSlash(name))
}

// found reports whether there is a file of a name that may be the bot's.
func (u *user) found(name string) bool {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) || strings.Contains("/"+name, "/.") {
		return false
	}
	real, err := filepath.EvalSymlinks(u.full(name))
	if err != nil || real != filepath.Join(u.real, local) {
		return false
	}
	return isFile(real)
}

// addFile adds a file, if there is one of that name. The error is that there are too many.
func (u *user) addFile(name string) error {
	if u.source.has(name) || !u.found(name) || u.withheld(u.full(name)) {
		return nil
	}
	info, err := os.Stat(u.full(name))
	if err != nil {
		return err
	}
	u.bytes += info.Size()
	if len(u.source.Files) >= mostUsed || u.bytes > largestUsed {
		return flaw(name, "it uses more than %d files or %d MiB from its folder: move the bot into a folder of its own", mostUsed,
			largestUsed>>20)
	}
	u.source.Files = append(u.source.Files, File{Name: name, Executable: info.Mode()&0o111 != 0})
	if u.isSource(name) {
		u.queue = append(u.queue, name)
	}
	return nil
}

// python takes the files that a file of Python uses.
func (u *user) python(name string) error {
	n, err := u.Python.read(u.full(name))
	if err != nil {
		return err
	}
	for _, i := range n.Imports {
		from := path.Dir(u.source.Entry) // the folder on the interpreter's path
		if i.Dots > 0 {
			from = path.Join(path.Dir(name), strings.Repeat("../", i.Dots-1))
		}
		if err := u.module(from, i.Name); err != nil {
			return err
		}
		if inside, ok := strings.CutPrefix(i.Name, u.pkg+"."); ok && i.Dots == 0 {
			if err := u.module(".", inside); err != nil {
				return err
			}
		}
	}
	return u.named(name, n.Texts)
}

// named takes the files that texts in a file of Python name.
func (u *user) named(name string, texts []string) error {
	folders := []string{path.Dir(name)}
	for _, text := range texts {
		if at := path.Join(path.Dir(name), path.Clean("/"+filepath.ToSlash(text))); u.data && at != folders[0] && isFolder(u.full(at)) {
			folders = append(folders, at)
		}
	}
	for _, folder := range folders { // a text may name a file in a folder that another one names: os.path.join("data", "book.bin")
		for _, text := range texts {
			at := path.Join(folder, path.Clean("/"+filepath.ToSlash(text)))
			if !u.data && !u.isSource(at) {
				continue
			}
			if err := u.addFile(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// module takes the files of a module, by its dotted name below a folder, and of the packages that it is in.
func (u *user) module(dir, dotted string) error {
	for part := range strings.SplitSeq(dotted, ".") {
		dir = path.Join(dir, part)
		file := path.Join(dir, "__init__.py")
		if !u.found(file) && u.found(dir+".py") {
			file = dir + ".py"
		}
		if err := u.addFile(file); err != nil {
			return err
		}
	}
	return nil
}

// includes matches what names another file in languages other than Python: a file in quotes or angle brackets after a word such as include
// (C, C++, JavaScript, Ruby, PHP, Lua, Dart), or a module at the beginning of a line (Rust, Haskell, D, Perl).
var includes = pattern.Of(`\b(?:include|require|import|from|part|load|dofile)(?:_once|_relative)?\b[\s(]*(?:__DIR__\s*\.\s*)?["'<]/?([^"'<>\n]+)|(?m:^[ \t]*(?:pub +)?(?:import|use|mod|open) +(?:qualified +)?([\w.:]+))`)

// classes matches names of classes of Java, which are looked for beside a class in files of their name.
var classes = pattern.Of(`()\b([A-Z]\w*)\b`)

// search takes the files that a file in another language names.
func (u *user) search(name string) error {
	text, err := regular.ReadSmall(u.full(name), largestSource)
	if err != nil {
		return nil // it will be reported where it is copied
	}
	naming := includes()
	if path.Ext(name) == ".java" {
		naming = classes()
	}
	for _, m := range naming.FindAllSubmatch(text, -1) {
		to := path.Join(path.Dir(name), strings.ReplaceAll(string(m[1]), `\`, "/"))
		if len(m[2]) > 0 {
			to = path.Join(path.Dir(name), strings.NewReplacer(".", "/", "::", "/").Replace(string(m[2])))
		}
		at := []string{to}
		for _, ext := range u.exts {
			at = append(at, to+ext, to+"/index"+ext, to+"/mod"+ext)
		}
		for _, file := range at {
			if err := u.addFile(file); err != nil {
				return err
			}
		}
	}
	return nil
}
