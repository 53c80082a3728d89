package conduct

import (
	"slices"
	"testing"

	"agon/game"
)

// TestNamed: the same kind, bots and options have the same folder, and others have another; without bots the built-in ones play.
func TestNamed(t *testing.T) {
	kind := &game.Kind{Info: game.Info{Name: "tag", Title: "Tag", Builtins: []game.BuiltinInfo{{Name: "ann"}, {Name: "bob"}}}}
	own, all := Named{Kind: kind, Games: 3}, Named{Kind: kind, Games: 3, Bots: []string{"builtin:ann", "builtin:bob"}}
	if own.Dir() != all.Dir() {
		t.Errorf("%s and %s", own.Dir(), all.Dir())
	}
	dirs := []string{own.Dir()}
	for _, n := range []Named{{Kind: kind}, {Kind: kind, Games: 3, Seed: 1}, {Kind: kind, Games: 3, Format: "arena"}, {Kind: kind, Games: 3,
		Bots: []string{"builtin:bob"}}} {
		if slices.Contains(dirs, n.Dir()) {
			t.Errorf("%+v has the folder of another", n)
		}
		dirs = append(dirs, n.Dir())
	}
	f, err := own.File()
	if err != nil || len(f.Bots) != 2 || f.Bots[1].Ref != "builtin:bob" || f.Stages[0].Keys["games"] != 3 || f.Name != "Tag" {
		t.Errorf("%+v, %v", f, err)
	}
}
