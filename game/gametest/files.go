package gametest

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"agon/game"
)

// files checks a kind's files: its README for contestants, its script for pages, and its starters.
func files(t testing.TB, kind *game.Kind) {
	if kind.Files == nil {
		t.Error("Spec.Files is nil: agon games prints README.md from it. Write //go:embed README.md and var files embed.FS")
		return
	}
	readme, err := fs.ReadFile(kind.Files, "README.md")
	switch {
	case err != nil:
		t.Errorf("Spec.Files has no README.md, which agon games %s prints (%v): name it in the //go:embed line", kind.Name, err)
	case !strings.HasPrefix(string(readme), "# "):
		t.Errorf("README.md begins with %.40q; its first line must be a heading, # %s", readme, kind.Title)
	}
	if script, err := fs.ReadFile(kind.Files, "view.js"); err == nil {
		module(t, script)
	}
	starters, err := fs.ReadDir(kind.Files, "starters")
	if err != nil {
		return // a kind may have none
	}
	for _, language := range starters {
		inside, err := fs.ReadDir(kind.Files, path.Join("starters", language.Name()))
		if err != nil || len(inside) == 0 {
			t.Errorf("Spec.Files: starters/%s is not a folder with a bot in it, which agon new %s %s would write", language.Name(),
				kind.Name, language.Name())
		}
	}
}

// module checks a view.js: it parses, its exports are where pages look for them, and it imports nothing.
func module(t testing.TB, script []byte) {
	tree, err := js.Parse(parse.NewInputBytes(script), js.Options{})
	if err != nil {
		t.Errorf("view.js cannot be parsed: %v", err)
		return
	}
	var exports []string
	for _, statement := range tree.List {
		switch s := statement.(type) {
		case *js.ImportStmt:
			t.Errorf("view.js imports %s; it must not import anything", s.Module)
		case *js.ExportStmt:
			name := declared(s)
			if name == "" {
				t.Errorf("view.js has an export that pages cannot find: %.80s. Write export in front of a function, class, const or let",
					s.String())
			}
			exports = append(exports, name)
		}
	}
	if slices.Contains(exports, "draw") && !slices.Contains(exports, "size") {
		t.Error("view.js exports draw without size, so its canvas has no size")
	}
}

// declared returns the name that an export declares, empty if it declares none or is the default.
func declared(s *js.ExportStmt) string {
	if s.Default || s.Decl == nil {
		return ""
	}
	switch d := s.Decl.(type) {
	case *js.FuncDecl:
		return string(d.Name.Data)
	case *js.ClassDecl:
		return string(d.Name.Data)
	case *js.VarDecl:
		if v, ok := d.List[0].Binding.(*js.Var); ok && len(d.List) == 1 {
			return string(v.Data)
		}
	}
	return ""
}
