package gametest

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"agon/game"
)

// The kind of the walk-through in docs/new-kind.md, and what of it a kind made from it must replace.
const walkedThrough = "claim"

var (
	toDo    = regexp.MustCompile(`\bTODO\b.{0,60}`)
	example = regexp.MustCompile(`docs/new-kind\.md|\bagon (games|new|play) claim\b`)
)

// leftovers checks that a kind made by go run ./games/new has texts of its own: for contestants, for organisers, and in its starters.
func leftovers(t testing.TB, kind *game.Kind) {
	look := func(where, text string) {
		if left := toDo.FindString(text); left != "" {
			t.Errorf("%s still has %q: write it", where, left)
		}
		if left := example.FindString(text); left != "" && kind.Name != walkedThrough {
			t.Errorf("%s still has %q of the walk-through: replace it", where, left)
		}
	}
	look("Spec.Title", kind.Title)
	look("Spec.About", kind.About)
	look("Spec.Source", kind.Source)
	for _, o := range kind.Options {
		look(fmt.Sprintf("Spec.Options: the description of %s", o.Name), o.About)
	}
	for _, b := range kind.Builtins {
		look(fmt.Sprintf("Spec.Builtins: the description of %s", b.Name), b.About)
	}
	if kind.Files == nil {
		return
	}
	err := fs.WalkDir(kind.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !(name == "README.md" || name == "view.js" || strings.HasPrefix(name, "starters/")) {
			return err
		}
		text, err := fs.ReadFile(kind.Files, name)
		look(name, string(text))
		return err
	})
	if err != nil {
		t.Errorf("Spec.Files cannot be read: %v", err)
	}
}
