/*
Package draft writes the contest.toml of a new contest: every option of the kind, every key of the format and every limit, those that were
chosen with their values and the others as comments with their defaults. agon init writes one on the command line, a site in the browser.
*/
package draft

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"agon/contest/config"
	"agon/format/tournament"
	"agon/game"
)

//go:embed contest.toml.tmpl
var text string

// A Draft is a contest that is to be written down.
type Draft struct {
	Name      string // its title
	Kind      *game.Kind
	Format    tournament.Spec
	Seed      *int64             // nil: drawn when the contest is played
	Entries   bool               // bots come into the folder entries while it is played; else the file names submissions/*
	PerAuthor int                // bots of one author; 0: any number
	Builtins  []game.BuiltinInfo // those that play too
	Options   map[string]string  // of the kind, by name; empty texts and defaults are left out
	Keys      map[string]string  // of the format, likewise
}

// Text returns the file. The error is a sentence about the value that is wrong.
func (d *Draft) Text() (string, error) {
	options, err := lines(d.Kind.Options, d.Options)
	if err != nil {
		return "", err
	}
	keys, err := lines(plain(d.Format.Keys), d.Keys)
	if err != nil {
		return "", fmt.Errorf("format %s: %w", d.Format.Name, err)
	}
	t, err := template.New("contest.toml").Funcs(template.FuncMap{"quote": strconv.Quote, "comment": comment}).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{"D": d, "File": "contest.toml", "Options": options, "Keys": keys})
	return b.String(), err
}

// Check returns why the file could not be played, in a sentence; nil if it could. The folder is where it will be.
func (d *Draft) Check(folder string) error {
	text, err := d.Text()
	if err != nil {
		return err
	}
	f, err := config.Parse(folder+"/contest.toml", []byte(text))
	if err != nil {
		return err
	}
	if _, err := d.Kind.Settings(f.Options); err != nil {
		return err
	}
	for _, s := range f.Stages {
		if _, err := d.Format.Make(s.Keys); err != nil {
			return err
		}
	}
	return nil
}

// line is an option in the file.
type line struct {
	About, Name, Value string
	Chosen             bool
}

// lines returns the options with their values.
func lines(options []game.Option, chosen map[string]string) (list []line, err error) {
	texts := map[string]any{}
	for name, text := range chosen {
		if text = strings.TrimSpace(text); text != "" {
			texts[name] = text
		}
	}
	settings, err := game.NewSettings(options, texts)
	if err != nil {
		return nil, err
	}
	values := settings.Values()
	for _, o := range options {
		list = append(list, line{o.About, o.Name, Value(values[o.Name]), values[o.Name] != o.Default})
	}
	return list, nil
}

// plain returns the keys of a format, those of inner tables last, because TOML needs them as dotted keys.
func plain(keys []game.Option) []game.Option {
	sorted := slices.Clone(keys)
	slices.SortStableFunc(sorted, func(a, b game.Option) int {
		return strings.Count(a.Name, ".") - strings.Count(b.Name, ".")
	})
	return sorted
}

// Value returns an option's value in TOML syntax.
func Value(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case game.List:
		if n := v.Ints(); len(n) == 1 {
			return strconv.Itoa(n[0])
		}
		return "[" + strings.ReplaceAll(string(v), ",", ", ") + "]"
	case game.Until:
		if v.Level() != 0 {
			return strconv.Quote(string(v))
		}
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	}
	return fmt.Sprint(v)
}

// commentWidth is the width of comments in a written file, in columns.
const commentWidth = 110

// comment returns a text as comment lines.
func comment(text string) string {
	var lines []string
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentWidth {
			lines, line = append(lines, line), "#"
		}
		line += " " + word
	}
	return strings.Join(append(lines, line), "\n")
}
