/*
Package markdown renders the README of a kind, or the description of a contest, as a part of a page.

A README is written for who reads it beside the project's files; a page has none of these. So links stay links only if they name another
site by http or https; of every other link, and of pictures, the words remain. Raw HTML is left out. Headings are one level lower,
because the page has a title of its own. Nothing has a style attribute, which the policy of pages would refuse.
*/
package markdown

import (
	"bytes"
	"html/template"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// renderer is made when the first text is rendered: other commands need none.
var renderer = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(fitting{}, 1000))),
	)
})

// HTML renders a text. Blocks of code can be scrolled with the keyboard.
func HTML(source []byte) (template.HTML, error) {
	var out bytes.Buffer
	if err := renderer().Convert(source, &out); err != nil {
		return "", err
	}
	return template.HTML(strings.ReplaceAll(out.String(), "<pre>", `<pre tabindex="0">`)), nil
}

// fitting changes a document so that it fits into a page.
type fitting struct{}

// Transform is called by the parser, once for each document.
func (fitting) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	var dead []ast.Node
	ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			n.Level = min(n.Level+1, 6)
		case *ast.Link:
			if !elsewhere(string(n.Destination)) {
				dead = append(dead, n)
			}
		case *ast.Image:
			dead = append(dead, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range dead {
		parent := n.Parent()
		for n.HasChildren() {
			parent.InsertBefore(parent, n, n.FirstChild())
		}
		parent.RemoveChild(parent, n)
	}
}

// elsewhere reports whether an address names another site.
func elsewhere(address string) bool {
	lower := strings.ToLower(address)
	return strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://")
}
