/*
Command new creates the folder of a new kind of game, from the walk-through in docs/new-kind.md:

	go run ./games/new my-game

The folder is games/mygame. It compiles, plays, and is a small game to start from. Its test fails until the texts that begin with TODO
are written.
*/
package main

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agon/internal/guides"
)

func main() {
	if err := run(os.Args[1:], ".", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
}

// The kind of the walk-through, and its title.
const (
	example      = "claim"
	exampleTitle = "Claim"
)

// taken are folder names that Go reserves or that would collide.
var taken = []string{"main", "internal", "vendor", "testdata", "game", "gametest", "embed", "errors"}

var name = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// run writes the folder of a kind into the module at root.
func run(args []string, root string, out io.Writer) error {
	if len(args) != 1 || !name.MatchString(args[0]) {
		return fmt.Errorf("name the kind, in lower-case letters, digits and hyphens: go run ./games/new my-game (got %q)", args)
	}
	kind := args[0]
	folder := strings.ReplaceAll(kind, "-", "")
	if token.IsKeyword(folder) || slices.Contains(taken, folder) {
		return fmt.Errorf("a folder called %q cannot be a kind's package: choose another name", folder)
	}
	if text, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil || !strings.HasPrefix(string(text), "module agon\n") {
		return errors.New("this is not the folder of module agon: run it in the folder with agon's go.mod")
	}
	dir := filepath.Join(root, "games", folder)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("games/%s exists already: choose another name", folder)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "new-kind.md"))
	if err != nil {
		return err
	}
	for _, f := range files(kind, string(page)) {
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, `wrote games/%s, a game to start from; docs/new-kind.md explains its files. Write the texts that begin with TODO: its test names them. Next:
  go generate ./games/all
  go test ./games/%[1]s
  go run ./cmd/agon play %s --watch
`, folder, kind)
	return err
}

// toDo replaces the texts of the walk-through that say what its game is, which no other game may keep.
var toDo = strings.NewReplacer(
	"Walk over a board; a tile belongs to who stepped on it first.", "TODO: what the players do and who wins, in one sentence.",
	"the walk-through of docs/new-kind.md", "TODO: the contest and the document that the rules come from",
	"All seats walk over a square board", "TODO: the rules of your game in place of these.\n\nAll seats walk over a square board",
	`"Nearest in Python"`, `"TODO: the name of the bot"`,
)

// files returns the files of the walk-through under the name of another kind.
func files(kind, page string) []guides.File {
	folder := strings.ReplaceAll(kind, "-", "")
	renamed := strings.NewReplacer(
		"package "+example, "package "+folder,
		"Package "+example, "Package "+folder,
		`"`+example+`"`, `"`+kind+`"`,
		" "+example+" ", " "+kind+" ",
		exampleTitle, title(kind),
	)
	list := guides.Files(page)
	for i := range list {
		list[i].Text = toDo.Replace(renamed.Replace(list[i].Text))
	}
	return list
}

// title returns the name of a kind for people: "My Game" of "my-game".
func title(kind string) string {
	words := strings.Split(kind, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
