package gamefolder

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"agon/internal/regular"
)

//go:embed starters
var skeletons embed.FS

//go:embed functions
var functionStarters embed.FS

// functions are the starters of games whose bots may be functions.
var functions, _ = fs.Sub(functionStarters, "functions")

//go:embed skeleton/*/*
var games embed.FS

// files are those of a game's folder, and starters for the languages for which it has none.
type files struct {
	own, usual fs.FS
	function   string // the name of bots that are functions; empty: any, or there are none
}

// Open opens a file of the game, or else of the usual starters.
func (f files) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(f.own, name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: regular.ErrIrregular}
	}
	file, err := f.own.Open(name)
	if errors.Is(err, fs.ErrNotExist) && f.usual != nil && strings.HasPrefix(name, "starters") {
		return f.usual.Open(name)
	}
	return file, err
}

// ReadFile reads a file that Open finds. A function in a starter has the name by which agon calls it.
func (f files) ReadFile(name string) ([]byte, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if f.function != "" && name == "starters/python/bot.py" {
		text = bytes.Replace(text, []byte("def agent("), []byte("def "+f.function+"("), 1)
	}
	return text, err
}

// ReadDir lists the languages of both, and else what Open finds.
func (f files) ReadDir(name string) ([]fs.DirEntry, error) {
	own, err := fs.ReadDir(f.own, name)
	if f.usual == nil || name != "starters" && (err == nil || !strings.HasPrefix(name, "starters/")) {
		return own, err
	}
	all := map[string]fs.DirEntry{}
	usual, err := fs.ReadDir(f.usual, name)
	if err != nil && own == nil {
		return nil, err
	}
	for _, e := range append(usual, own...) {
		all[e.Name()] = e
	}
	var list []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[name])
	}
	return list, nil
}

// Languages are those in which [Skeleton] writes rules; "engine" is a program that plays the whole game.
func Languages() []string { return []string{"python", "go", "rust", "c", "assemblyscript", "engine"} }

// Skeleton returns the files of a small game to start from, by name.
func Skeleton(language, name string) (map[string]string, error) {
	root := "skeleton/" + language
	entries, err := fs.ReadDir(games, root)
	if err != nil {
		return nil, fmt.Errorf("there is no game to start from in %q: %s", language, strings.Join(Languages(), ", "))
	}
	title := strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
	all := map[string]string{}
	for _, e := range entries {
		text, err := fs.ReadFile(games, root+"/"+e.Name())
		if err != nil {
			return nil, err
		}
		// A file of this module is kept out of it by its first line, and one that would make a module of its folder by its name.
		plain := strings.Replace(string(text), "//go:build ignore\n", "//go:build wasip1\n", 1)
		all[strings.TrimSuffix(e.Name(), "_")] = strings.NewReplacer("NAME", name, "TITLE", title).Replace(plain)
	}
	return all, nil
}

// BuildOf returns the command that builds the rules of a [Skeleton]; empty if they are not built.
func BuildOf(files map[string]string) string {
	_, line, _ := strings.Cut(files[File], "\nbuild = \"")
	command, _, _ := strings.Cut(line, "\"\n")
	return command
}

// NameOf returns the name of a game for a folder: "My Game" is "my-game".
func NameOf(folder string) string {
	words := strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.TrimLeft(strings.Join(words, "-"), "0123456789-")
	if name == "" {
		return "my-game"
	}
	return name
}
