package lineup

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"sync"

	"agon/bot/build"
	"agon/bot/pyhost"
)

// An owned lists which files are a bot's own.
type owned struct {
	kind    string
	private []string      // files and folders that belong to no bot
	others  []string      // those that are bots of their own
	python  *build.Python // see Opener.reader
}

// owned returns what decides whose the files are in a call of Open.
func (o *Opener) owned(ctx context.Context) owned {
	return owned{kind: o.Kind.Name, private: o.Private, others: o.others, python: o.reader(ctx)}
}

// gather finds the files of the bots in a Python file.
func (o owned) gather(f pythonFile, list bool) (*build.Source, error) {
	if real, err := filepath.EvalSymlinks(f.path); err == nil && real != f.path && isLink(f.path) {
		f.path = real
	}
	root, pkg := build.PackageOf(f.path)
	if f.folder != "" && !within(f.folder, root) {
		root, pkg = f.folder, ""
	}
	file := slashed(root, f.path)
	if list {
		return build.Finder{Withheld: o.withheld(f.path)}.Within(root, file, ".")
	}
	finder := o.loader(f)
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

// holdsOthers reports whether bots of other references lie in a folder.
func (o owned) holdsOthers(folder string, f pythonFile) bool {
	return slices.ContainsFunc(o.others, func(other string) bool { return other != f.path && other != folder && within(other, folder) })
}

// candidates returns the files of a folder that may hold a bot. One that cannot be parsed, and that another one imports, is its helper:
// that one has its error. If a file ends the process that reads them, all of them may.
func (o owned) candidates(dir string, files []string) (candidates []string, err error) {
	finder := build.Finder{Withheld: o.withheld(dir), Python: o.python}
	helpers := map[string]bool{}
	for _, file := range files {
		may, uses, err := finder.MayHold(file)
		if _, own := build.Reason(err); own {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if may {
			candidates = append(candidates, file)
		}
		for _, other := range uses {
			helpers[other] = helpers[other] || other != file && finder.Python.Unread(other)
		}
	}
	return slices.DeleteFunc(candidates, func(file string) bool { return helpers[file] }), nil
}

// finder returns a finder for the bot at a path, which withholds the files of other bots.
func (o owned) finder(path string) build.Finder {
	others := apart(o.others, path)
	private := o.withheld(path)
	return build.Finder{Kind: o.kind, Python: o.python, Withheld: func(p string) bool {
		return private(p) || slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}}
}

// loader returns a finder for the bots of a file that a host loads. It withholds private files and other bots. A Python file that a
// reference names, or that lies in the same folder, is another bot if it may hold one; otherwise it is a shared helper.
func (o owned) loader(f pythonFile) build.Finder {
	private := o.withheld(f.path)
	own := cmp.Or(f.folder, f.path)
	// A bot may be entered twice, by its folder and by its file.
	others := apart(apart(append(slices.Clone(o.others), f.others...), own), f.path)
	rival := func(p string) bool { return filepath.Ext(p) == ".py" && slices.Contains(others, p) }
	return build.Finder{Python: o.python, Rival: rival, Withheld: func(p string) bool {
		return private(p) || !rival(p) && slices.ContainsFunc(others, func(other string) bool { return within(p, other) })
	}}
}

// withheld returns a function that reports whether a path belongs to no bot.
func (o owned) withheld(file string) func(string) bool {
	hidden := apart(o.private, file)
	return func(p string) bool { return slices.ContainsFunc(hidden, func(h string) bool { return within(p, h) }) }
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

// A reading is what is read once in a call of Open: it may change until the next.
type reading struct {
	mu       sync.Mutex
	parser   *build.Python
	packages *string // what installed returns, once it was called
}

// reader returns the reader of sources of Python that all bots of a call of Open share. It is nil if there is no cache, which others
// report.
func (o *Opener) reader(ctx context.Context) *build.Python {
	builder, err := o.tools()
	if err != nil {
		return nil
	}
	r := &o.reading
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.parser == nil {
		r.parser = builder.Python(ctx, o.Kind.Launch.Mark)
	}
	return r.parser
}

// installed returns what [pyhost.Installed] does, which takes a look at some hundred files.
func (r *reading) installed(python string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.packages == nil {
		text := pyhost.Installed(python)
		r.packages = &text
	}
	return *r.packages
}

// end ends the reader, and forgets what is installed.
func (r *reading) end() {
	r.parser.Close()
	r.parser, r.packages = nil, nil
}
