package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/unpack"
	"agon/internal/clutter"
	"agon/internal/shellword"
)

// errTooMany ends a walk.
var errTooMany = errors.New("too many files")

// walk lists the files of a folder that belong to a bot: all, or those that match patterns.
func walk(root string, patterns []string) ([]File, error) {
	var files []File
	seen := 0
	err := filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if seen++; seen > unpack.MostEntries {
			return errTooMany
		}
		name, err := filepath.Rel(root, full)
		if err != nil || name == "." {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if clutter.Folder(d.Name()) || name == "target" && isFile(filepath.Join(root, "Cargo.toml")) {
				return fs.SkipDir
			}
			return nil
		}
		if clutter.File(d.Name()) || !fits(name, patterns) {
			return nil
		}
		f, err := fileOf(full, name, d)
		if f.Name != "" {
			files = append(files, f)
		}
		return err
	})
	if errors.Is(err, errTooMany) {
		return nil, flaw("", "its folder holds more than %d files; move the bot into a folder of its own", unpack.MostEntries)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, err
}

// fileOf returns a file of a walk; its name is empty if a bot cannot have such a file.
func fileOf(full, name string, d fs.DirEntry) (File, error) {
	if d.Type() == fs.ModeSymlink {
		target, err := os.Readlink(full)
		return File{Name: name, Link: filepath.ToSlash(target)}, err
	}
	if !d.Type().IsRegular() {
		return File{}, nil
	}
	info, err := d.Info()
	if err != nil {
		return File{}, err
	}
	return File{Name: name, Executable: info.Mode()&0o111 != 0}, nil
}

// fits reports whether a name matches one of the patterns; a folder's name matches everything in it. bot.toml always belongs to the bot.
func fits(name string, patterns []string) bool {
	if len(patterns) == 0 || name == manifestName {
		return true
	}
	for _, p := range patterns {
		p = strings.TrimSuffix(path.Clean(p), "/")
		if ok, _ := path.Match(p, name); ok || strings.HasPrefix(name, p+"/") {
			return true
		}
	}
	return false
}

// folder describes the bot in a folder.
func (f Finder) folder(root string) (s *Source, err error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, plain(err)
	}
	s = &Source{Root: root, Name: filepath.Base(root), kind: f.Kind}
	defer func() { s.Files = f.own(root, s.Files) }()
	if name := anyCase(entries, manifestName); name != "" {
		return s, s.readManifest(name)
	}
	if name := anyCase(entries, entelectName); name != "" {
		return s, s.readEntelect(name)
	}
	if s.Files, err = walk(root, nil); err != nil {
		return s, err
	}
	return s, s.guess()
}

// anyCase returns the name of a file in a folder that matches in any case.
func anyCase(entries []os.DirEntry, name string) string {
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) && !e.IsDir() {
			return e.Name()
		}
	}
	return ""
}

// entryStems are usual names of a bot's main file, in the order in which they are tried.
var entryStems = [...]string{"bot", "main", "player", "program", "index", "agent"}

// projects are files that imply the language of a folder.
var projects = [...]struct{ file, language string }{{"go.mod", "go"}, {"Cargo.toml", "rust"}, {pomName, "java"}}

// guess finds the language and the main file of a folder without a description.
func (s *Source) guess() error {
	for _, p := range projects {
		if s.has(p.file) {
			s.Language = p.language
			return nil
		}
	}
	sources, finished := s.candidates()
	for _, list := range [][]string{sources, finished} {
		switch {
		case len(list) == 1:
			s.main(list[0])
			return nil
		case len(list) > 1 && s.compiledTogether(list):
			return nil
		case len(list) > 1:
			return s.unclear(list)
		}
	}
	below, called := s.below()
	switch {
	case len(called) == 1 && !slices.Contains(together, languageOf(s.Root, called[0])):
		s.main(called[0])
		return nil
	case s.deeper():
		return nil
	case len(below) == 1:
		s.main(below[0])
		return nil
	case len(below) > 1:
		return s.unclear(below)
	}
	return &Unknown{"no bot found: it has no bot.toml, no bot.json, and no file called bot, main or player in a known language" +
		misnamed(s.Root, s.Files)}
}

// misnamed returns the end of a refusal if a file would be in a known language without what its name ends with, which nobody sees: spaces,
// dots, and the .txt that Windows hides.
func misnamed(root string, files []File) string {
	for _, f := range files {
		plain := strings.TrimRight(f.Name, " .")
		plain = strings.TrimSuffix(plain, ".txt")
		if plain != f.Name && languageOf(root, plain) != "" {
			return fmt.Sprintf("; rename %q to %q", f.Name, plain)
		}
	}
	return ""
}

// main takes a file as the bot's main file.
func (s *Source) main(name string) { s.Entry, s.Language = name, languageOf(s.Root, name) }

// unclear returns the refusal of a folder with several possible main files.
func (s *Source) unclear(names []string) error {
	return flaw("", "its folder holds %s, and its main file is unclear: write run = %q into a bot.toml, %s", firstOf(names), names[0],
		s.orName(names[0]))
}

// orName returns the end of a refusal: the command that plays one of the folder's files.
func (s *Source) orName(name string) string {
	file := shellword.Quote(filepath.Join(s.Root, filepath.FromSlash(name)))
	if s.kind != "" {
		file = "agon play " + s.kind + " " + file
	}
	return "or name the file: " + file
}

// firstOf returns the first of some names.
func firstOf(names []string) string {
	const most = 6
	list := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		list += ", …"
	}
	return list
}

// below returns the sources one folder below the top, and those of them that are called like a main file.
func (s *Source) below() (sources, called []string) {
	for _, f := range s.Files {
		folder, name, ok := strings.Cut(f.Name, "/")
		language := languageOf(s.Root, f.Name)
		if !ok || strings.Contains(name, "/") || f.Link != "" || language == "" || !isSource(language) || neverMain(f.Name) ||
			slices.Contains(noBotsIn, strings.ToLower(folder)) {
			continue
		}
		sources = append(sources, f.Name)
		if calledMain(name) {
			called = append(called, f.Name)
		}
	}
	return sources, called
}

// calledMain reports whether a file has a usual name of a main file.
func calledMain(name string) bool {
	return slices.ContainsFunc(entryStems[:], func(s string) bool { return strings.EqualFold(s, stem(name)) })
}

// noBotsIn are folders beside a bot's sources.
var noBotsIn = []string{"test", "tests", "spec", "doc", "docs", "example", "examples", "node_modules", "vendor"}

// neverMain reports whether a name is that of a test, of a tool's configuration or of a package's description, which no bot begins in.
func neverMain(name string) bool {
	base := strings.ToLower(path.Base(name))
	for _, pattern := range []string{
		"*_test.go", "test_*.py", "*_test.py", "conftest.py", "setup.py", "__init__.py", "*.test.?s", "*.spec.?s", "*.config.?s",
		"*.config.?js", "*.conf.js", "*.d.ts",
		"gulpfile.js", "gruntfile.js", "build.rs",
	} {
		if ok, _ := path.Match(pattern, base); ok {
			return true
		}
	}
	return false
}

// together are languages whose sources are all compiled into one program, whose entry point the compiler finds.
var together = []string{"java", "kotlin", "scala", "c", "c++", "c#", "f#", "vb.net", "d", "objective-c"}

// compiledTogether treats files of one language as one program.
func (s *Source) compiledTogether(names []string) bool {
	language := ""
	for _, name := range names {
		l := languageOf(s.Root, name)
		if language != "" && l != language || !slices.Contains(together, l) {
			return false
		}
		language = l
	}
	s.Language = language
	return language != ""
}

// deeper finds a program whose sources all lie in subfolders, such as packages.
func (s *Source) deeper() bool {
	var names []string
	for _, f := range s.Files {
		if l := languageOf(s.Root, f.Name); f.Link == "" && slices.Contains(together, l) && isSourceFile(l, f.Name) {
			names = append(names, f.Name)
		}
	}
	return s.compiledTogether(names)
}

// isSourceFile reports whether a name is a source of a language, and not a build result.
func isSourceFile(name, file string) bool {
	return slices.Contains(findLanguage(name).sources, strings.ToLower(path.Ext(file)))
}

// candidates returns the possible main files at the top of the folder: sources, and files that need no building.
func (s *Source) candidates() (sources, finished []string) {
	var all []string
	for _, f := range s.Files {
		if f.Link == "" && !strings.Contains(f.Name, "/") && languageOf(s.Root, f.Name) != "" && !neverMain(f.Name) {
			all = append(all, f.Name)
		}
	}
	for _, stem := range entryStems {
		for _, name := range all {
			if !strings.EqualFold(strings.TrimSuffix(name, path.Ext(name)), stem) {
				continue
			}
			if isSource(languageOf(s.Root, name)) {
				sources = append(sources, name)
				continue
			}
			finished = append(finished, name)
		}
		if len(sources) > 0 {
			return sources, finished
		}
	}
	if len(finished) > 0 {
		return nil, finished
	}
	for _, name := range all {
		if isSource(languageOf(s.Root, name)) {
			sources = append(sources, name)
		} else {
			finished = append(finished, name)
		}
	}
	return sources, finished
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
