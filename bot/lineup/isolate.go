package lineup

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
)

// A handed is a Python file with all that its bot may read, in a copy of their own.
type handed struct {
	source *build.Source
	path   string // of the file where it was found
	root   string // the copy of the source's root
	top    string // the folder that the copy lies in, with nothing else
	file   string // the file's copy
	broken string // why it cannot be handed over; empty where it can
}

// robots is what the folder of all bots is called in a clone of the 2023 contest's repository, and the package that its sources import.
const robots = "robots"

// robotsOf is the folder called robots above a file or folder, "" where there is none.
func robotsOf(path string) string {
	for dir := filepath.Dir(path); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == robots {
			return dir
		}
	}
	return ""
}

// robotsAbove reports whether a folder is the one called robots, or lies in it.
func robotsAbove(dir string) bool { return robotsOf(filepath.Join(dir, "x")) != "" }

// hand copies what belongs to the bots of a file to where they will be loaded from: the whole of their folder; else the file and what it
// mentions, never another bot. A list has the folder that it is in.
func (o *Opener) hand(ctx context.Context, f pythonFile, list bool) (*handed, error) {
	s, err := o.gather(ctx, f, list)
	if err != nil {
		return nil, err
	}
	return o.copied(ctx, s)
}

// copied copies a source.
func (o *Opener) copied(ctx context.Context, s *build.Source) (*handed, error) {
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	root, err := builder.Hand(ctx, s)
	if err != nil {
		return nil, hosts(err)
	}
	name := filepath.FromSlash(s.Entry)
	return &handed{source: s, path: filepath.Join(s.Root, name), root: root, top: filepath.Dir(root), file: filepath.Join(root, name)}, nil
}

// plain names files in words of a bot's by where they were found.
func (h *handed) plain(words string) string { return strings.ReplaceAll(words, h.root, h.source.Root) }

// gather finds what belongs to the bots of a file.
func (o *Opener) gather(ctx context.Context, f pythonFile, list bool) (*build.Source, error) {
	if real, err := filepath.EvalSymlinks(f.path); err == nil && real != f.path && isLink(f.path) {
		f.path = real
	}
	root, pkg := filepath.Dir(f.path), ""
	if above := robotsOf(f.path); above != "" {
		root, pkg = above, robots
	}
	if f.folder != "" && !within(f.folder, root) {
		root, pkg = f.folder, ""
	}
	file := slashed(root, f.path)
	finder := build.Finder{Withheld: o.withheld(ctx, f)}
	if list {
		return build.Finder{Withheld: o.private(f.path)}.Within(root, file, ".")
	}
	folder := f.folder
	if own := authors(root, file); folder == "" && pkg != "" && own != "" && !o.holdsOthers(own, f) {
		folder = own
	}
	if folder != "" {
		s, err := finder.Within(root, file, slashed(root, folder))
		if err != nil || pkg == "" {
			return s, err
		}
		return finder.Join(s, pkg)
	}
	return finder.Loaded(root, file, pkg)
}

// authors is the folder directly beneath a root that a file lies in, "" where it lies in the root itself.
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

// listed hands over one bot of a list. Beneath the list's folder each folder is an author's own.
func (o *Opener) listed(ctx context.Context, list *handed, bot pyhost.Found, found []pyhost.Found) (*handed, error) {
	name := slashed(list.root, bot.File)
	if bot.File == "" || name == list.source.Entry {
		return list, nil
	}
	if !slices.ContainsFunc(list.source.Files, func(file build.File) bool { return file.Name == name }) {
		h := *list
		h.broken = "its class says that it is of " + bot.File + ", which does not lie in the list's folder"
		return &h, nil
	}
	one := pythonFile{path: filepath.Join(list.source.Root, filepath.FromSlash(name)), folder: authors(list.source.Root, name)}
	for _, other := range found {
		if place := slashed(list.root, other.File); place != name {
			one.others = append(one.others, orElse(authors(list.source.Root, place), filepath.Join(list.source.Root, filepath.FromSlash(place))))
		}
	}
	h, err := o.hand(ctx, one, false)
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

// places are the files and folders that references name.
func places(refs []string) (paths []string) {
	for _, ref := range refs {
		_, ref = splitName(ref)
		if _, ok := image.Parse(ref); ok {
			continue
		}
		if at := strings.LastIndex(ref, ".py:"); at >= 0 {
			ref = ref[:at+3]
		}
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

// finder finds the bot at a path, and gives it nothing of another.
func (o *Opener) finder(path string) build.Finder {
	others := apart(o.others, path)
	private := o.private(path)
	return build.Finder{Withheld: func(p string) bool {
		return private(p) || slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}}
}

// apart are places that a path does not lie in.
func apart(places []string, path string) (others []string) {
	for _, p := range places {
		if !within(path, p) {
			others = append(others, p)
		}
	}
	return others
}

// private reports whether a path belongs to no bot.
func (o *Opener) private(file string) func(string) bool {
	hidden := apart(o.Private, file)
	return func(p string) bool { return slices.ContainsFunc(hidden, func(h string) bool { return within(p, h) }) }
}

// withheld reports whether a path does not belong to the bots of a file: what is private, and bots of their own. A Python file that
// a reference names, or that lies in the same folder, is one of these unless it holds no bot: then it is everybody's helper.
func (o *Opener) withheld(ctx context.Context, f pythonFile) func(string) bool {
	private := o.private(f.path)
	own := f.path
	if f.folder != "" {
		own = f.folder
	}
	others := apart(apart(append(slices.Clone(o.others), f.others...), own), f.path) // a bot may be entered twice, by its folder and its file
	return func(p string) bool {
		if private(p) {
			return true
		}
		for _, other := range others {
			if within(p, other) {
				return p != other || !o.helps(ctx, p, append(others, own))
			}
		}
		return false
	}
}

// probes remembers which Python files hold no bot.
type probes struct {
	mu    sync.Mutex
	helps map[string]bool
}

// helps reports whether a Python file holds no bot, so that it can only be there for those that do.
func (o *Opener) helps(ctx context.Context, file string, others []string) bool {
	if filepath.Ext(file) != ".py" {
		return false
	}
	o.probes.mu.Lock()
	known, ok := o.probes.helps[file]
	o.probes.mu.Unlock()
	if ok {
		return known
	}
	helps := false
	withheld := func(p string) bool {
		return slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}
	if s, err := (build.Finder{Withheld: withheld}).Loaded(filepath.Dir(file), filepath.Base(file), ""); err == nil {
		if h, err := o.copied(ctx, s); err == nil {
			_, err = pyhost.Look(pyhost.Config{
				Python: o.Python, Kind: o.Kind.Launch.Host, File: h.file, Readable: []string{h.top}, Limits: o.Limits, Launcher: o.Launcher, Loading: o.Loading, Log: o.Log,
			})
			helps = err != nil && strings.Contains(err.Error(), "has no bot class")
		}
	}
	o.probes.mu.Lock()
	defer o.probes.mu.Unlock()
	if o.probes.helps == nil {
		o.probes.helps = map[string]bool{}
	}
	o.probes.helps[file] = helps
	return helps
}

// within reports whether a path is a folder, or lies in it.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// slashed is a path beneath a root, with slashes.
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
