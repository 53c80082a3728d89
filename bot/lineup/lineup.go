/*
Package lineup finds bots from references and makes players of them.

A reference is a string: builtin:steve?key=value · script:FILE · a Python file, file.py:Class · a folder · a list of bots. Put a name
and = before it to enter the bot under that name. One reference may enter several bots: a file with two classes, a folder, a list.

A bot that cannot be loaded is an [Entry] all the same, with the reason; it plays nothing and is listed last.
*/
package lineup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"agon/bot"
	"agon/bot/pyhost"
	"agon/game"
)

// An Entry is a bot that takes part.
type Entry struct {
	Name    string // unique in its field
	Author  string
	Ref     string // as it was given, made absolute where it is a path
	Hash    string // of its files, hex; of the reference for what has no files
	Broken  string // why it cannot play, in words; empty for a sound one
	player  func(Station) bot.Player
	Imports []string       // packages that a Python bot wants, beside the standard library
	python  *pyhost.Config // of a Python class
}

// A Station is a place where players live: one core with its referee.
type Station struct {
	Log     *bot.Log
	Shared  *pyhost.Shared // may be nil
	Profile bool           // Python bots run under the standard profiler
}

// Python is how the bot's class host is configured at a station; false for a bot that is no Python class. Who has several of them may
// put them into one house.
func (e *Entry) Python(s Station) (pyhost.Config, bool) {
	if e.python == nil {
		return pyhost.Config{}, false
	}
	c := *e.python
	c.Log, c.Shared, c.Profile = s.Log, s.Shared, s.Profile
	return c, true
}

// Player makes a player of the entry. It must not be broken.
func (e *Entry) Player(s Station) bot.Player { return e.player(s) }

// An Opener finds the bots of one kind.
type Opener struct {
	Kind     *game.Kind
	Python   string // interpreter; see pyhost.Python
	Launcher bot.Launcher
	Limits   bot.Limits
	Log      *bot.Log // takes what bots print while they are looked at
}

// A BadRef is a reference that names no bot: the user's mistake, or the host's lack.
type BadRef struct {
	Ref string
	Err error
}

func (e *BadRef) Error() string { return e.Ref + ": " + e.Err.Error() }
func (e *BadRef) Unwrap() error { return e.Err }

// Open finds the bots of some references, in their order, and gives each a name of its own. An error is a reference that names
// nothing, or something that the host lacks.
func (o *Opener) Open(ctx context.Context, refs []string) ([]Entry, error) {
	found := make([][]Entry, len(refs))
	errs := make([]error, len(refs))
	slots := make(chan struct{}, 2)
	for i, ref := range refs {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			if ctx.Err() == nil {
				found[i], errs[i] = o.open(ref)
			}
		}()
	}
	for range cap(slots) {
		slots <- struct{}{}
	}
	var all []Entry
	for i, ref := range refs {
		if errs[i] != nil {
			return nil, &BadRef{ref, errs[i]}
		}
		all = append(all, found[i]...)
	}
	distinct(all)
	return all, ctx.Err()
}

// distinct puts -2, -3 … behind names that are taken already.
func distinct(entries []Entry) {
	taken := map[string]bool{}
	for i := range entries {
		name := entries[i].Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", entries[i].Name, n)
		}
		entries[i].Name = name
		taken[name] = true
	}
}

func (o *Opener) open(ref string) ([]Entry, error) {
	name, ref := splitName(ref)
	entries, err := o.find(ref)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		if name != "" {
			entries[i].Name = name
		}
		entries[i].Name = clean(entries[i].Name)
		entries[i].Author = clean(entries[i].Author)
	}
	return entries, nil
}

// splitName cuts NAME= off a reference.
func splitName(ref string) (name, rest string) {
	before, after, ok := strings.Cut(ref, "=")
	if !ok || before == "" || strings.ContainsAny(before, "/\\:?.@") {
		return "", ref
	}
	return before, after
}

// clean takes control characters out of a name, and all but the first 60 letters.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	letters := []rune(strings.TrimSpace(name))
	return string(letters[:min(len(letters), 60)])
}

func (o *Opener) find(ref string) ([]Entry, error) {
	scheme, rest, ok := strings.Cut(ref, ":")
	switch {
	case ok && scheme == "builtin":
		return o.builtin(ref, rest)
	case ok && scheme == "script":
		return o.script(rest)
	}
	return o.path(ref)
}

func (o *Opener) builtin(ref, rest string) ([]Entry, error) {
	name, query, _ := strings.Cut(rest, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("parameters are key=value, separated by &: %w", err)
	}
	params := map[string]any{}
	for key := range values {
		params[key] = values.Get(key)
	}
	native, err := o.Kind.Native(name, params)
	if err != nil {
		return nil, err
	}
	return []Entry{{
		Name: strings.TrimSuffix(rest, "?"), Author: "built-in", Ref: ref, Hash: hashText(o.Kind.Version + " " + ref),
		player: func(Station) bot.Player { return bot.NewNative(native) },
	}}, nil
}

func (o *Opener) script(path string) ([]Entry, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, plain(err)
	}
	if _, err := bot.ReadScript(strings.NewReader(string(text))); err != nil {
		return nil, err
	}
	return []Entry{{
		Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), Ref: "script:" + absolute(path), Hash: hashText(string(text)),
		player: func(Station) bot.Player {
			s, _ := bot.ReadScript(strings.NewReader(string(text))) // it was read before
			return s
		},
	}}, nil
}

func (o *Opener) path(ref string) ([]Entry, error) {
	file, class := ref, ""
	if at := strings.LastIndex(ref, ".py:"); at >= 0 {
		file, class = ref[:at+3], ref[at+4:]
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, plain(err)
	}
	if info.IsDir() {
		return o.folder(file)
	}
	if filepath.Ext(file) == ".py" && o.Kind.Launch.Form == game.Hosted {
		return o.python(file, class)
	}
	return nil, fmt.Errorf("it is no bot of %s that this agon can start: a Python file, a folder with one, builtin:NAME or script:FILE", o.Kind.Title)
}

// folder enters the bots of a folder: its entry file, or every Python file in it that holds a bot.
func (o *Opener) folder(dir string) ([]Entry, error) {
	for _, name := range o.Kind.Launch.Entries {
		if file := filepath.Join(dir, name); exists(file) {
			return o.python(file, "")
		}
	}
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
		entries, err := o.python(file, "")
		if err != nil {
			return nil, err
		}
		if len(entries) == 1 && entries[0].Broken != "" && strings.Contains(entries[0].Broken, "has no bot class") {
			continue
		}
		all = append(all, entries...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the folder holds no bot of %s", o.Kind.Title)
	}
	return all, nil
}

// python looks into a file and enters the bots that it holds. A file that cannot be loaded is one broken entry.
func (o *Opener) python(file, class string) ([]Entry, error) {
	file = absolute(file)
	config := pyhost.Config{
		Python: o.Python, Kind: o.Kind.Launch.Host, File: file, Class: class, List: isList(o.Kind, file),
		Readable: []string{treeOf(file)}, Limits: o.Limits, Launcher: o.Launcher, Log: o.Log,
	}
	found, err := pyhost.Look(config)
	var missing *pyhost.ErrMissing
	if errors.As(err, &missing) {
		return nil, missing
	}
	if err != nil {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		return []Entry{{Name: name, Ref: file, Hash: hashTree(file), Broken: err.Error()}}, nil
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
	e := Entry{Name: f.Name, Author: f.Author, Ref: config.File + ":" + f.Class, Hash: hashTree(config.File), Imports: f.Imports}
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

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}

// plain makes a sentence of an error of the file system.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such file or folder")
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// largestTree bounds how much of a bot's folder goes into its hash.
const largestTree = 64 << 20

// hashTree is the hash of a bot's file and of everything beside and below it, names included.
func hashTree(file string) string {
	sum := sha256.New()
	left := int64(largestTree)
	filepath.WalkDir(filepath.Dir(file), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "__pycache__" || exists(filepath.Join(path, "ledger.db"))) {
			return filepath.SkipDir // a contest's folder changes while it is run
		}
		if !d.Type().IsRegular() || left <= 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || int64(len(text)) > left {
			return nil
		}
		left -= int64(len(text))
		name, _ := filepath.Rel(filepath.Dir(file), path)
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(text))
		sum.Write(text)
		return nil
	})
	fmt.Fprint(sum, filepath.Base(file))
	return hex.EncodeToString(sum.Sum(nil))
}
