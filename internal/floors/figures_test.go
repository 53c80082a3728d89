package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// saysZero matches what a field that is omitted if it is 0 says of 0: "0: none", or that it counts from 1.
var saysZero = regexp.MustCompile(`\b0(:| if| for| without)|\bfrom 1\b`)

// saysAbsent matches the same of all numbers of a struct.
var saysAbsent = regexp.MustCompile(`(?i)\babsent numbers are 0\b`)

// A figure of which 0 is a value is not omitted: who reads the JSON would take it for unknown, or show NaN. A number that is omitted
// says what its absence means, in its comment, in its doc tag or in the comment of its struct.
func TestFiguresAreNotOmitted(t *testing.T) {
	all := house(t)
	seen := 0
	for name, p := range all {
		for file := range p.files {
			source := filepath.Join("..", "..", filepath.FromSlash(strings.TrimPrefix(name, module)), file)
			seen += omitted(t, all, name, source)
		}
	}
	if seen < 30 {
		t.Errorf("only %d omitted numbers are found", seen)
	}
}

// omitted reports each number of a file that is omitted without a word about 0, and returns how many it found omitted.
func omitted(t *testing.T, all map[string]*pkg, name, source string) (seen int) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, source, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	about := comments(parsed)
	ast.Inspect(parsed, func(n ast.Node) bool {
		fields, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, f := range fields.Fields.List {
			if !omits(f) || !number(all, name, parsed, f.Type) {
				continue
			}
			seen++
			said := f.Doc.Text() + f.Comment.Text() + f.Tag.Value
			if !saysZero.MatchString(said) && !saysAbsent.MatchString(about[fields]) {
				t.Errorf("%s: a number is omitted if it is 0: %s; drop omitempty, or say what 0 means, as in // 0: none",
					files.Position(f.Pos()), f.Tag.Value)
			}
		}
		return true
	})
	return seen
}

// comments returns the comments of the types of a file.
func comments(file *ast.File) map[ast.Expr]string {
	found := map[ast.Expr]string{}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					found[s.Type] = g.Doc.Text() + s.Doc.Text()
				}
			}
		}
	}
	return found
}

// omits reports whether a field is left out of its encoded form if it is empty.
func omits(f *ast.Field) bool {
	if f.Tag == nil {
		return false
	}
	text, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return false
	}
	for _, form := range []string{"json", "toml"} {
		if _, options, _ := strings.Cut(reflect.StructTag(text).Get(form), ","); strings.Contains(options, "omit") {
			return true
		}
	}
	return false
}

// numbers matches Go's types of numbers.
var numbers = regexp.MustCompile(`^(u?int(8|16|32|64)?|uintptr|byte|rune|float(32|64)|Duration)$`)

// number reports whether a type of a file of a package is a number that is encoded as one.
func number(all map[string]*pkg, name string, file *ast.File, of ast.Expr) bool {
	switch of := of.(type) {
	case *ast.Ident:
		return numbers.MatchString(of.Name) || declaredNumber(all, name, of.Name)
	case *ast.SelectorExpr:
		from, ok := of.X.(*ast.Ident)
		if !ok {
			return false
		}
		if from.Name == "time" {
			return numbers.MatchString(of.Sel.Name)
		}
		for _, i := range file.Imports {
			imported, _ := strconv.Unquote(i.Path.Value)
			if path.Base(imported) == from.Name && declaredNumber(all, imported, of.Sel.Name) {
				return true
			}
		}
	}
	return false
}

// declaredNumber reports whether a package declares a type that is a number and has no encoded form of its own.
func declaredNumber(all map[string]*pkg, name, of string) bool {
	if all[name] == nil {
		return false
	}
	found := false
	for _, file := range all[name].files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.Name == of {
						basic, ok := s.Type.(*ast.Ident)
						found = ok && numbers.MatchString(basic.Name)
					}
				}
			case *ast.FuncDecl:
				if strings.HasPrefix(d.Name.Name, "Marshal") && receiver(d) == of {
					return false
				}
			}
		}
	}
	return found
}

// receiver returns the name of the type of a method; "" of a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	name, _ := of.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}
