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
	words := template.FuncMap{"clean": clean.Text, "percent": Percent, "page": page, "counted": numerals.Counted, "label": Label}
	return template.Must(template.New("").Funcs(words).ParseFS(files, "templates/*.html"))
})

// Percent writes a share: "83 %".
func Percent(share float64) string { return numerals.Decimals(100*share, 0) + " %" }

// Label names the version of a side: "rambo, version 3".
func Label(s similar.Side) string {
	if s.Version == 0 {
		return s.Bot
	}
	return fmt.Sprintf("%s, version %d", s.Bot, s.Version)
}

// page returns the file of the page of a pair, from 0.
func page(nth int) string { return fmt.Sprintf("pair-%03d.html", nth+1) }

// view is the data of the templates.
type view struct {
	*similar.Result
	Title, Policy string
	Style         template.HTML
	Pair          *similar.Pair // whose page it is; nil: it is the index
	Sides         [2]side
}

// A side is one of the two columns of a page.
type side struct {
	similar.Side
	Own, Across string // the beginnings of the names of its spans, and of those of the other side
	Sources     []source
}

// A source is a file with its lines.
type source struct {
	Name  string
	Lines []line
}

// A line is one of a source.
type line struct {
	Number int
	Text   string
	Span   int // from 1; 0: it matches nothing
	Look   int // of the span
	First  bool
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
	if err := v.write(filepath.Join(dir, "index.html"), "index"); err != nil {
		return err
	}
	for nth := range r.Pairs {
		p := &r.Pairs[nth]
		v.Pair = p
		v.Sides = [2]side{
			{p.One, "a", "b", sources(p.One.Files, p.Spans, func(s similar.Span) similar.Lines { return s.One })},
			{p.Other, "b", "a", sources(p.Other.Files, p.Spans, func(s similar.Span) similar.Lines { return s.Other })},
		}
		if err := v.write(filepath.Join(dir, page(nth)), "pair"); err != nil {
			return err
		}
	}
	return nil
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

// sources returns the lines of files, those of spans with the number of the span.
func sources(files []similar.File, spans []similar.Span, of func(similar.Span) similar.Lines) (list []source) {
	for _, f := range files {
		s := source{Name: f.Name}
		for text := range strings.Lines(f.Text) {
			text = strings.TrimSuffix(text, "\n")
			if letters := []rune(text); len(letters) > mostLine {
				text = string(letters[:mostLine]) + " …"
			}
			s.Lines = append(s.Lines, line{Number: len(s.Lines) + 1, Text: text})
		}
		for i, span := range spans {
			lines, first := of(span), true
			for n := lines.From; lines.File == f.Name && n <= min(lines.To, len(s.Lines)); n++ {
				if l := &s.Lines[n-1]; l.Span == 0 {
					l.Span, l.Look, l.First, first = i+1, i%len(palette.Slots), first, false
				}
			}
		}
		list = append(list, s)
	}
	return list
}
