package lineup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/clutter"
)

// folder enters the bots of a folder. An archive of an image that is alone in it is the bot. Kinds whose bots are classes look for classes
// first, unless the folder is described as something else.
func (o *Opener) folder(ctx context.Context, dir string) ([]Entry, error) {
	if file, err := onlyImage(ctx, dir); err != nil {
		return nil, plain(err)
	} else if file != "" {
		entries, err := o.image(ctx, image.Ref{Form: image.File, Path: file})
		for i := range entries {
			entries[i].Name, entries[i].Ref = filepath.Base(dir), dir
		}
		return entries, err
	}
	s, err := o.owned(ctx).finder(dir).Find(dir)
	if o.Kind.Launch.Host == "" || s == nil || s.Described && !isClass(o.Kind, s, err) {
		return o.made(ctx, dir, s, err)
	}
	if s.Described {
		return o.described(ctx, dir, s)
	}
	if file := entryFile(o.Kind, dir); file != "" {
		return o.python(ctx, pythonFile{path: file, folder: dir})
	}
	all, none := o.loose(ctx, dir)
	if none != nil || len(all) > 0 {
		return all, none
	}
	return o.made(ctx, dir, s, err)
}

// isClass reports whether a folder's description names a Python class, or a function: Python that is not run as a program. Where the
// contest's own bots are programs too, one that asks for the contest's protocol is a program.
func isClass(kind *game.Kind, s *build.Source, err error) bool {
	return err == nil && s.Language == "python" && len(s.Run)+len(s.Build)+len(s.Args) == 0 && s.Protocol != build.Agon && !s.Serve &&
		(s.Protocol != build.Contest || kind.Launch.Form == game.Hosted)
}

// described enters the class of a folder with the names in its bot.toml.
func (o *Opener) described(ctx context.Context, dir string, s *build.Source) ([]Entry, error) {
	file := entryFile(o.Kind, dir)
	if s.Entry != "" {
		file = filepath.Join(dir, filepath.FromSlash(s.Entry))
	}
	var entries []Entry
	var err error
	if file != "" {
		entries, err = o.python(ctx, pythonFile{path: file, folder: dir})
	} else {
		entries, err = o.loose(ctx, dir)
	}
	for i := range entries {
		if len(entries) == 1 && s.Named {
			entries[i].Name = s.Name
		}
		if s.Author != "" {
			entries[i].Author = s.Author
		}
	}
	return entries, err
}

// entryFile returns the folder's file with the usual name of the kind's bots, "" if there is none.
func entryFile(kind *game.Kind, dir string) string {
	for _, name := range kind.Launch.Entries {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && filepath.Ext(name) == ".py" && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

// loose enters every Python file of a folder that holds a bot. If only one does, the whole folder belongs to that bot.
func (o *Opener) loose(ctx context.Context, dir string) ([]Entry, error) {
	files, err := modules(dir)
	if err == nil && len(files) > 1 {
		files, err = o.owned(ctx).candidates(dir, files)
	}
	if err != nil {
		return nil, err
	}
	shared := robotsAbove(dir)
	if len(files) == 1 && !shared {
		entries, err := o.python(ctx, pythonFile{path: files[0], folder: dir})
		if isNoBot(entries) {
			entries = nil
		}
		return entries, err
	}
	var all []Entry
	var bots []string
	for _, file := range files {
		entries, err := o.python(ctx, pythonFile{path: file, others: files})
		if err != nil {
			return nil, err
		}
		if !isNoBot(entries) {
			all, bots = append(all, entries...), append(bots, file)
		}
	}
	if len(bots) == 1 && !shared {
		return o.python(ctx, pythonFile{path: bots[0], folder: dir})
	}
	return all, nil
}

// modules returns the Python files of a folder that may be bots by their names, sorted.
func modules(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.py"))
	files = slices.DeleteFunc(files, func(file string) bool {
		name := filepath.Base(file)
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			return true
		}
		return clutter.File(name) || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "test_") ||
			strings.HasSuffix(name, "_test.py") || name == "bot_control.py"
	})
	slices.Sort(files)
	return files, err
}

// isNoBot reports whether the entries say that a file holds no bot.
func isNoBot(entries []Entry) bool {
	return len(entries) == 1 && entries[0].classless
}

// A pythonFile is a file to search for bots.
type pythonFile struct {
	path   string
	class  string   // the requested class; empty: all
	folder string   // the folder of the bots, if all of it is theirs; empty: the file and what it uses
	others []string // files and folders of other bots, besides those of other references
}

// python enters the bots in a file. A file that cannot be loaded is one broken entry.
func (o *Opener) python(ctx context.Context, f pythonFile) ([]Entry, error) {
	f.path = absolute(f.path)
	list := isList(o.Kind, f.path)
	broken := Entry{Name: strings.TrimSuffix(filepath.Base(f.path), ".py"), Ref: f.path}
	h, err := o.isolate(ctx, f, list)
	if why, ok := build.Reason(err); ok {
		broken.Hash, broken.Broken = hashText(f.path+why), why
		return []Entry{broken}, nil
	}
	if err != nil {
		return nil, err
	}
	config := o.class(ctx, h, f.class, list)
	found, err := o.look(ctx, config, h)
	var missing *pyhost.ErrMissing
	var lack *bot.HostError
	if errors.As(err, &missing) || errors.As(err, &lack) {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		broken.Hash, broken.Broken = h.source.Hash, h.plain(err.Error())+h.python2(err.Error())
		broken.classless = errors.As(err, new(*pyhost.NoClass))
		return []Entry{broken}, nil
	}
	var all []Entry
	for _, b := range found {
		place := h
		if list {
			if place, err = o.listed(ctx, h, b, found); err != nil {
				return nil, err
			}
		}
		all = append(all, o.hosted(config, place, b))
	}
	return all, nil
}

// class returns the host of a class in an isolated file, or of all its classes.
func (o *Opener) class(ctx context.Context, h *isolated, name string, list bool) pyhost.Config {
	return pyhost.Config{
		Python: o.Python, Kind: o.Kind.Launch.Host, File: h.file, Class: name, List: list,
		Environment: build.Environment(h.parameters), Readable: []string{h.top}, Libraries: o.Kind.Launch.Libraries, Limits: o.Limits,
		Launcher: o.Launcher, Loading: o.Loading, Log: o.Log, Stop: ctx.Done(),
	}
}

// hosted enters a class of an isolated file.
func (o *Opener) hosted(config pyhost.Config, h *isolated, f pyhost.Found) Entry {
	config.Class, config.List, config.Fresh = f.Class, false, o.Kind.Launch.PerGame && o.Kind.Launch.Form == game.Hosted
	config.File, config.Environment, config.Readable = h.file, build.Environment(h.parameters), []string{h.top}
	if config.Libraries = o.Kind.Launch.Libraries; beyond(config.Libraries, f.Libraries) {
		config.Libraries = union(config.Libraries, f.Libraries)
	}
	e := Entry{Name: f.Name, Author: f.Author, Ref: h.path + ":" + f.Class, Hash: h.source.Hash, Imports: f.Imports, Broken: h.broken,
		version: f.Version, contents: contents{form: classForm, source: h.source, class: f.Class, needs: o.needs()}}
	if e.Name == "" {
		e.Name = nameOf(o.Kind, h.path)
	}
	if f.Error != "" {
		e.Broken = "it cannot be constructed: " + h.plain(f.Error)
	}
	if e.Broken != "" {
		return e
	}
	e.class, e.heavy = &config, len(config.Libraries) > len(o.Kind.Launch.Libraries)
	e.player = func(s Station) bot.Player {
		c, _ := e.python(s)
		return pyhost.New(c)
	}
	return e
}

// Libraries returns the modules that the Python bots among the entries import, for [Station].
func Libraries(entries []Entry) []string {
	var all []string
	for i := range entries {
		if c := entries[i].class; c != nil {
			all = union(all, c.Libraries)
		}
	}
	return all
}

// beyond reports whether modules belong to other libraries than the kind's, which are loaded whole.
func beyond(kind, modules []string) bool {
	return slices.ContainsFunc(modules, func(module string) bool {
		library, _, _ := strings.Cut(module, ".")
		return !slices.Contains(kind, library)
	})
}

// Heavy reports whether the entry is a Python bot that needs more libraries than the bots of its kind have anyway. Its process is forked
// from one that has those of all the contest's bots; the process of another bot, from one that takes half as long to load and to fork.
func (e *Entry) Heavy() bool { return e.heavy }

// Prepare has the process from which heavy entries are forked load the libraries of all bots, while other bots start.
func Prepare(entries []Entry, libraries []string) {
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.heavy })
	if at < 0 {
		return
	}
	c := entries[at].class
	if ahead, ok := c.Launcher.(interface{ Prepare(*bot.Template) }); ok {
		ahead.Prepare(pyhost.Template(c.Python, c.Kind, libraries))
	}
}

// union merges two lists into one that is sorted and has no duplicates.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// nameOf names a bot without a name of its own: after its file, or after its folder if all bots of the kind have the same file name.
func nameOf(kind *game.Kind, file string) string {
	if slices.Contains(kind.Launch.Entries, filepath.Base(file)) || strings.EqualFold(filepath.Base(file), "bot.py") {
		return filepath.Base(filepath.Dir(file))
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// isList reports whether a file is the kind's list of bots, which enters all bots that it lists.
func isList(kind *game.Kind, file string) bool {
	name := filepath.Base(file)
	return strings.HasSuffix(name, "_list.py") && slices.Contains(kind.Launch.Entries, name)
}
