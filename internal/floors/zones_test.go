package floors

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// zoneless are the files with forms of times without a zone, and why these have none.
var zoneless = map[string]string{
	"agon/internal/moment/moment.go": "it appends the zone",
	"agon/bot/build/repo/ref.go":     "it reads dates that people write, which mean UTC",
}

// A time that is shown has its zone: who reads it is elsewhere. Package moment writes times.
func TestTimesAreShownWithTheirZone(t *testing.T) {
	seen := map[string]bool{}
	for name, p := range house(t) {
		for file, parsed := range p.files {
			at := name + "/" + file
			for _, form := range timeForms(parsed) {
				if seen[at] = true; zoneless[at] == "" {
					t.Errorf("%s has the form %s of a time without its zone: write times by package internal/moment", at, form)
				}
			}
		}
	}
	for at := range zoneless {
		if !seen[at] {
			t.Errorf("%s has no form of a time any more: take it off the list", at)
		}
	}
}

// timeForms returns the forms of times of day in a file that have no zone.
func timeForms(file *ast.File) (forms []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			hours := strings.Contains(text, "15:04") || strings.Contains(text, "3:04")
			if n.Kind == token.STRING && err == nil && hours && !strings.Contains(text, "MST") && !strings.Contains(text, "Z07") {
				forms = append(forms, n.Value)
			}
		case *ast.SelectorExpr:
			switch of, ok := n.X.(*ast.Ident); {
			case !ok || of.Name != "time":
			case n.Sel.Name == "DateTime", n.Sel.Name == "TimeOnly", n.Sel.Name == "Kitchen", strings.HasPrefix(n.Sel.Name, "Stamp"):
				forms = append(forms, "time."+n.Sel.Name)
			}
		}
		return true
	})
	return forms
}
