/*
Package pages writes the pairs that package similar found as a folder that a browser opens from the disk: index.html, and a page for each
pair with both sources side by side, in which lines that match have the same colour and number. A page is whole in itself and has no script.

Sources and names are untrusted text: html/template escapes them by their context, control characters are escaped before (package clean),
and the policy of each page allows its own style sheet alone. The folder is for its owner alone.
*/
package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"agon/game/palette"
	"agon/internal/clean"
	"agon/internal/numerals"
	"agon/lab/similar"
	"agon/lab/starter"
	"agon/show/web"
)

//go:embed templates
var files embed.FS

var pages = sync.OnceValue(func() *template.Template {
	words := template.FuncMap{"clean": clean.Text, "percent": Percent, "page": page, "counted": numerals.Counted,
		"line": func(nth int) int { return nth + 1 }}
	return template.Must(template.New("").Funcs(words).ParseFS(files, "templates/*"))
})

// Percent writes a share: "83 %".
func Percent(share float64) string { return numerals.Decimals(100*share, 0) + " %" }

// page returns the file of the page of a pair, from 0.
func page(nth int) string { return fmt.Sprintf("pair-%03d.html", nth+1) }

// view is the data of the templates.
type view struct {
	*similar.Result
	Title, Policy string
	Style         template.HTML
	Pair          *similar.Pair // whose page it is; nil: it is the index
	Sides         []side
}

// A side is one of the two columns of a page. Spans are named by Own and their number, and Across on the other side.
type side struct {
	similar.Side
	Own, Across string
	Sources     []source
}

// A source is a file with its lines.
type source struct {
	Name  string
	Lines []line
}

// A line is one of a source, with the span that it is in, from 1, and the look of that; 0: it matches nothing.
type line struct {
	Text       string
	Span, Look int
	First      bool
}

// Write writes the pages into a folder, which it makes, or which is empty.
func Write(dir, title string, r *similar.Result) error {
	if err := starter.Empty(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	own, err := files.ReadFile("templates/similar.css")
	if err != nil {
		return err
	}
	sheet := "\n" + web.ReportSheets() + string(own)
	sum := sha256.Sum256([]byte(sheet))
	v := &view{Result: r, Title: title, Style: template.HTML("<style>" + sheet + "</style>"),
		Policy: "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-" +
			base64.StdEncoding.EncodeToString(sum[:]) + "'"}
	err = v.write(filepath.Join(dir, "index.html"), "index")
	for nth := 0; nth < len(r.Pairs) && err == nil; nth++ {
		v.Pair = &r.Pairs[nth]
		v.Sides = []side{{v.Pair.One, "a", "b", nil}, {v.Pair.Other, "b", "a", nil}}
		for i := range v.Sides {
			for _, f := range v.Sides[i].Files {
				v.Sides[i].Sources = append(v.Sides[i].Sources, sourceOf(f, v.Pair.Spans, i == 0))
			}
		}
		err = v.write(filepath.Join(dir, page(nth)), "pair")
	}
	return err
}

func (v *view) write(file, name string) error {
	var text bytes.Buffer
	if err := pages().ExecuteTemplate(&text, name, v); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o600)
}

// mostLine is the number of characters of a line that a page shows.
const mostLine = 1000

// sourceOf returns the lines of a file of one side or the other.
func sourceOf(f similar.File, spans []similar.Span, one bool) source {
	s := source{Name: f.Name}
	for text := range strings.Lines(f.Text) {
		text = strings.TrimSuffix(text, "\n")
		if letters := []rune(text); len(letters) > mostLine {
			text = string(letters[:mostLine]) + " …"
		}
		s.Lines = append(s.Lines, line{Text: text})
	}
	for i, span := range spans {
		lines, first := span.Other, true
		if one {
			lines = span.One
		}
		for n := lines.From; lines.File == f.Name && n <= lines.To; n++ {
			if l := &s.Lines[n-1]; l.Span == 0 {
				l.Span, l.Look, l.First, first = i+1, i%len(palette.Slots), first, false
			}
		}
	}
	return s
}
