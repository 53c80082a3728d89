package lineup

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/internal/pattern"
	"agon/internal/regular"
	"agon/internal/traceback"
)

// An isolated is a Python file with everything its bot may read, in a copy of its own.
type isolated struct {
	source *build.Source
	path   string // of the original file
	root   string // the copy of the source's root
	top    string // the folder that contains the copy and nothing else
	file   string // the copy of the file
	broken string // why the bot cannot be loaded; empty if it can

	parameters []build.Parameter // of the bot.toml in its root
}

// robotsAbove reports whether a folder is called robots or lies in such a folder.
func robotsAbove(dir string) bool {
	_, pkg := build.PackageOf(filepath.Join(dir, "x"))
	return pkg == build.Robots
}

// isolate copies the files of the bots in a Python file to where they will be loaded from: their whole folder, or else the file and what it
// uses, but never another bot. A list comes with the folder that contains it.
func (o *Opener) isolate(ctx context.Context, f pythonFile, list bool) (*isolated, error) {
	s, err := o.gather(ctx, f, list)
	if err != nil {
		return nil, err
	}
	return o.copied(ctx, s)
}

// copied copies a source.
func (o *Opener) copied(ctx context.Context, s *build.Source) (*isolated, error) {
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	root, err := builder.CopySource(ctx, s)
	if err != nil {
		return nil, hosts(err)
	}
	parameters, err := build.ReadParameters(root)
	if err != nil {
		return nil, hosts(err)
	}
	name := filepath.FromSlash(s.Entry)
	return &isolated{source: s, path: filepath.Join(s.Root, name), root: root, top: filepath.Dir(root), file: filepath.Join(root, name), parameters: parameters}, nil
}

// plain replaces paths of the copy in a bot's output by those of the original.
func (h *isolated) plain(words string) string {
	return strings.ReplaceAll(words, h.root, h.source.Root)
}

// wrongSyntax is how a class host tells a mistake in the syntax of a file.
var wrongSyntax = pattern.Of(`^(SyntaxError: .*) \((\S+\.py), line (\d+)\)$`)

// python2 returns what the author of a file in Python 2 should know, as the end of why it cannot be loaded; empty if it is not.
func (h *isolated) python2(why string) string {
	told := wrongSyntax().FindStringSubmatch(why)
	if told == nil {
		return ""
	}
	for _, f := range h.source.Files {
		if path.Base(f.Name) != told[2] || f.Link != "" {
			continue
		}
		text, err := regular.Read(filepath.Join(h.root, filepath.FromSlash(f.Name)))
		lines := strings.Split(string(text), "\n")
		if n, _ := strconv.Atoi(told[3]); err == nil && n > 0 && n <= len(lines) && traceback.Python2(fmt.Sprintf("File %q, line %d\n  %s\n%s", f.Name, n, strings.TrimSpace(lines[n-1]), told[1])) {
			return `; this is Python 2, and Python 3 loads classes: rewrite it, or make it a program of the agon protocol with language = "python2" in its bot.toml`
		}
	}
	return ""
}

// gather finds the files of the bots in a Python file.
func (o *Opener) gather(ctx context.Context, f pythonFile, list bool) (*build.Source, error) {
	if real, err := filepath.EvalSymlinks(f.path); err == nil && real != f.path && isLink(f.path) {
		f.path = real
	}
	root, pkg := build.PackageOf(f.path)
	if f.folder != "" && !within(f.folder, root) {
		root, pkg = f.folder, ""
	}
	file := slashed(root, f.path)
	if list {
		return build.Finder{Withheld: o.private(f.path)}.Within(root, file, ".")
	}
	finder := o.loader(ctx, f)
	folder := f.folder
	if own := authors(root, file); folder == "" && own != "" && !o.holdsOthers(own, f) {
		folder = own
	}
	if folder == "" {
		return finder.Loaded(root, file, pkg)
	}
	s, err := finder.Within(root, file, slashed(root, folder))
	if err != nil || pkg != build.Robots {
		return s, err
	}
	return finder.Join(s, pkg)
}

// authors returns the folder directly below root that contains a file, "" if the file lies in root itself.
func authors(root, file string) string {
	first, _, deeper := strings.Cut(file, "/")
	if !deeper {
		return ""
	}
	return filepath.Join(root, first)
}

// holdsOthers reports whether bots of other references lie in a folder.
func (o *Opener) holdsOthers(folder string, f pythonFile) bool {
	return slices.ContainsFunc(o.others, func(other string) bool { return other != f.path && other != folder && within(other, folder) })
}

// listed isolates one bot of a list. Each folder below the list's belongs to one author.
func (o *Opener) listed(ctx context.Context, list *isolated, bot pyhost.Found, found []pyhost.Found) (*isolated, error) {
	name := slashed(list.root, bot.File)
	if bot.File == "" || name == list.source.Entry {
		return list, nil
	}
	if !slices.ContainsFunc(list.source.Files, func(file build.File) bool { return file.Name == name }) {
		h := *list
		h.broken = "its class is defined in " + bot.File + ", which is not in the list's folder"
		return &h, nil
	}
	one := pythonFile{path: filepath.Join(list.source.Root, filepath.FromSlash(name)), folder: authors(list.source.Root, name)}
	for _, other := range found {
		if place := slashed(list.root, other.File); place != name {
			one.others = append(one.others, orElse(authors(list.source.Root, place), filepath.Join(list.source.Root, filepath.FromSlash(place))))
		}
	}
	h, err := o.isolate(ctx, one, false)
	if why, ok := build.Reason(err); ok {
		h := *list
		h.path, h.broken = one.path, why
		return &h, nil
	}
	return h, err
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Places returns the files and folders that references name: absolute, and for a link also where it leads.
func Places(refs []string) (paths []string) {
	for _, ref := range refs {
		_, ref = splitName(ref)
		ref = strings.TrimPrefix(ref, "script:")
		if _, ok := image.Parse(ref); ok {
			continue
		}
		ref, _ = splitClass(ref)
		real, err := filepath.EvalSymlinks(ref)
		if err != nil {
			continue
		}
		paths = append(paths, absolute(ref))
		if isLink(ref) {
			paths = append(paths, absolute(real))
		}
	}
	return paths
}

// finder returns a finder for the bot at a path, which withholds the files of other bots.
func (o *Opener) finder(ctx context.Context, path string) build.Finder {
	others := apart(o.others, path)
	private := o.private(path)
	return build.Finder{Kind: o.Kind.Name, Python: o.reader(ctx), Withheld: func(p string) bool {
		return private(p) || slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}}
}

// reader returns the reader of sources of Python that all bots of a call of Open share. It is nil if there is no cache, which others report.
func (o *Opener) reader(ctx context.Context) *build.Python {
	builder, err := o.tools()
	if err != nil {
		return nil
	}
	o.reading.Lock()
	defer o.reading.Unlock()
	if o.parser == nil {
		o.parser = builder.Python(ctx, o.Kind.Launch.Mark)
	}
	return o.parser
}

// endReader ends the reader, and forgets what is installed: that may change until the next call.
func (o *Opener) endReader() {
	o.parser.Close()
	o.parser, o.packages = nil, nil
}

// apart returns the places that do not contain a path.
func apart(places []string, path string) (others []string) {
	for _, p := range places {
		if !within(path, p) {
			others = append(others, p)
		}
	}
	return others
}

// private returns a function that reports whether a path belongs to no bot.
func (o *Opener) private(file string) func(string) bool {
	hidden := apart(o.Private, file)
	return func(p string) bool { return slices.ContainsFunc(hidden, func(h string) bool { return within(p, h) }) }
}

// loader returns a finder for the bots of a file that a host loads. It withholds private files and other bots. A Python file that a reference
// names, or that lies in the same folder, is another bot if it may hold one; otherwise it is a shared helper.
func (o *Opener) loader(ctx context.Context, f pythonFile) build.Finder {
	private := o.private(f.path)
	own := orElse(f.folder, f.path)
	others := apart(apart(append(slices.Clone(o.others), f.others...), own), f.path) // a bot may be entered twice, by its folder and by its file
	rival := func(p string) bool { return filepath.Ext(p) == ".py" && slices.Contains(others, p) }
	return build.Finder{Python: o.reader(ctx), Rival: rival, Withheld: func(p string) bool {
		return private(p) || !rival(p) && slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}}
}

// within reports whether path is folder or lies in it.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// slashed returns a path relative to root, with slashes.
func slashed(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
