package pattern

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestEachTextIsValid compiles each text that the module's sources pass to Of.
func TestEachTextIsValid(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if of, ok := call.Fun.(*ast.SelectorExpr); !ok || of.Sel.Name != "Of" {
				return true
			} else if in, ok := of.X.(*ast.Ident); !ok || in.Name != "pattern" {
				return true
			}
			n++
			text, ok := call.Args[0].(*ast.BasicLit)
			if !ok {
				t.Errorf("%v: the text is not a literal", files.Position(call.Pos()))
				return true
			}
			value, err := strconv.Unquote(text.Value)
			if err == nil {
				_, err = regexp.Compile(value)
			}
			if err != nil {
				t.Errorf("%v: %v", files.Position(call.Pos()), err)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 50 {
		t.Errorf("%d texts were found", n)
	}
}

func TestOf(t *testing.T) {
	word := Of(`^\w+$`)
	first := word()
	if !first.MatchString("word") || first != word() {
		t.Error("it is not one expression")
	}
}
