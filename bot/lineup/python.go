package lineup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/pyhost"
	"agon/game"
)

// folder enters the bots of a folder. Kinds whose bots are classes look for classes first, unless the folder says that it is something
// else.
func (o *Opener) folder(ctx context.Context, dir string) ([]Entry, error) {
	s, err := build.Find(dir)
	if o.Kind.Launch.Form != game.Hosted || s == nil || s.Described && !isClass(s, err) {
		return o.made(ctx, dir, s, err)
	}
	if s.Described {
		return o.described(ctx, dir, s)
	}
	if file := o.entryFile(dir); file != "" {
		entries, err := o.python(ctx, file, "")
		if s.Hash != "" && !isList(o.Kind, file) {
			whole(entries, s, dir)
		}
		return entries, err
	}
	all, none := o.loose(ctx, dir)
	if none != nil || len(all) > 0 {
		return all, none
	}
	return o.made(ctx, dir, s, err)
}

// isClass tells whether a folder that says what it is has a Python class in it: Python that is not run as a program.
func isClass(s *build.Source, err error) bool {
	return err == nil && s.Language == "python" && len(s.Run)+len(s.Build)+len(s.Args) == 0 && s.Protocol != build.Agon
}

// described enters the class of a folder under the names that its bot.toml gives.
func (o *Opener) described(ctx context.Context, dir string, s *build.Source) ([]Entry, error) {
	file := o.entryFile(dir)
	if s.Entry != "" {
		file = filepath.Join(dir, filepath.FromSlash(s.Entry))
	}
	var entries []Entry
	var err error
	if file != "" {
		entries, err = o.python(ctx, file, "")
	} else {
		entries, err = o.loose(ctx, dir)
	}
	whole(entries, s, dir)
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

// whole makes everything in a folder part of its bots' hashes.
func whole(entries []Entry, s *build.Source, dir string) {
	for i := range entries {
		entries[i].Hash = hashText(s.Hash + strings.TrimPrefix(entries[i].Ref, dir))
	}
}

// entryFile is the file of a folder that the kind's bots are called, "" where it has none.
func (o *Opener) entryFile(dir string) string {
	for _, name := range o.Kind.Launch.Entries {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && filepath.Ext(name) == ".py" && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

// loose enters every Python file of a folder that holds a bot.
func (o *Opener) loose(ctx context.Context, dir string) ([]Entry, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.py"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var all []Entry
	for _, file := range files {
		if name := filepath.Base(file); strings.HasPrefix(name, "_") || strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test.py") || name == "bot_control.py" {
			continue
		}
		entries, err := o.python(ctx, file, "")
		if err != nil {
			return nil, err
		}
		if len(entries) == 1 && entries[0].Broken != "" && strings.Contains(entries[0].Broken, "has no bot class") {
			continue
		}
		all = append(all, entries...)
	}
	return all, nil
}

// python looks into a file and enters the bots that it holds. A file that cannot be loaded is one broken entry.
func (o *Opener) python(ctx context.Context, file, class string) ([]Entry, error) {
	file = absolute(file)
	config := pyhost.Config{
		Python: o.Python, Kind: o.Kind.Launch.Host, File: file, Class: class, List: isList(o.Kind, file),
		Readable: []string{treeOf(file)}, Limits: o.Limits, Launcher: o.Launcher, Loading: o.Loading, Log: o.Log, Stop: ctx.Done(),
	}
	found, err := pyhost.Look(config)
	var missing *pyhost.ErrMissing
	if errors.As(err, &missing) {
		return nil, missing
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		return []Entry{{Name: name, Ref: file, Hash: hashOf(file), Broken: err.Error()}}, nil
	}
	var all []Entry
	for _, f := range found {
		all = append(all, o.hosted(config, f))
	}
	return all, nil
}

func (o *Opener) hosted(config pyhost.Config, f pyhost.Found) Entry {
	config.Class, config.List, config.Fresh = f.Class, false, o.Kind.Launch.PerGame
	if f.File != "" {
		config.File = f.File
	}
	e := Entry{Name: f.Name, Author: f.Author, Ref: config.File + ":" + f.Class, Hash: hashOf(config.File), Imports: f.Imports}
	if e.Name == "" {
		e.Name = nameOf(o.Kind, config.File)
	}
	if f.Error != "" {
		e.Broken = "it cannot be constructed: " + f.Error
		return e
	}
	e.python = &config
	e.player = func(s Station) bot.Player {
		c, _ := e.Python(s)
		return pyhost.New(c)
	}
	return e
}

// nameOf names a bot that tells no name: after its file, or after its folder where every bot's file is called the same.
func nameOf(kind *game.Kind, file string) string {
	if slices.Contains(kind.Launch.Entries, filepath.Base(file)) || strings.EqualFold(filepath.Base(file), "bot.py") {
		return filepath.Base(filepath.Dir(file))
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// isList tells whether a file is the kind's list of bots, which enters all that it lists.
func isList(kind *game.Kind, file string) bool {
	for _, name := range kind.Launch.Entries {
		if name == filepath.Base(file) && strings.HasSuffix(name, "_list.py") {
			return true
		}
	}
	return false
}

// treeOf is the folder that a bot may read: the one called robots above it, or its own.
func treeOf(file string) string {
	for dir := filepath.Dir(file); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "robots" {
			return dir
		}
	}
	return filepath.Dir(file)
}

// hashOf is the hash of a bot that is loaded where it is: of its file, and of what that mentions beside it.
func hashOf(file string) string {
	hash, err := build.Hash(file)
	if err != nil {
		return hashText(file + err.Error())
	}
	return hash
}
