/*
Package draft writes the contest.toml of a new contest: every option of the kind, every key of the formats and every limit, those that were
chosen with their values and the others as comments with their defaults. agon init writes one on the command line, a site in the browser.
A site also reads one back with [Of], so that a form can change the file.
*/
package draft

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
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
	Name      string   // its title
	About     string   // Markdown; empty: none
	Prizes    []string // of the first places
	Kind      *game.Kind
	Ref       string // of the kind in the file; empty: its name
	Stages    []Stage
	Seed      *int64             // nil: drawn when the contest is played
	Entries   bool               // bots come into the folder entries while it is played; else the file names submissions/*
	PerAuthor int                // bots of one author; 0: any number
	Promote   string             // as contest.toml has it; empty: always
	Sample    bool               // verify = "sample"
	Builtins  []game.BuiltinInfo // those that play too
	Options   map[string]string  // of the kind, by name; empty texts are left out
	Limits    map[string]string  // of bots, by their keys, as people type them; empty texts are left out
}

// A Stage is a stage of a draft.
type Stage struct {
	Name   string // empty: "final", or "stage 2"
	Format tournament.Spec
	Keys   map[string]string // of the format, by name; empty texts are left out
}

// written is a stage as the template has it.
type written struct {
	Name, Format string
	Keys         []line
}

// Text returns the file. The error is a sentence about the value that is wrong.
func (d *Draft) Text() (string, error) {
	options, err := lines(d.Kind.Options, d.Options)
	if err != nil {
		return "", err
	}
	var stages []written
	for i, s := range d.Stages {
		keys, err := lines(plain(s.Format.Keys), s.Keys)
		if err != nil {
			return "", fmt.Errorf("format %s: %w", s.Format.Name, err)
		}
		name := s.Name
		switch {
		case name != "":
		case len(d.Stages) == 1:
			name = "final"
		default:
			name = fmt.Sprintf("stage %d", i+1)
		}
		stages = append(stages, written{name, s.Format.Name, keys})
	}
	helpers := template.FuncMap{"quote": quote, "comment": comment, "multi": multi, "line": oneLine}
	t, err := template.New("contest.toml").Funcs(helpers).Parse(text)
	if err != nil {
		return "", err
	}
	kind := d.Ref
	if kind == "" {
		kind = d.Kind.Name
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"D": d, "File": "contest.toml", "Kind": kind, "Options": options, "Limits": d.limits(), "Stages": stages,
	})
	return b.String(), err
}

// limits returns the limits as they are written.
func (d *Draft) limits() (list []line) {
	for _, l := range config.LimitKeys {
		x := line{About: l.Title + ": " + l.About, Name: l.Key, Value: l.Example}
		if value := strings.TrimSpace(d.Limits[l.Key]); value != "" {
			x.Value, x.Chosen = config.WrittenLimit(l.Key, value), true
		}
		list = append(list, x)
	}
	return list
}

// Check returns why the file could not be played, in a sentence; nil if it could. The folder is where it will be.
func (d *Draft) Check(folder string) error {
	text, err := d.Text()
	if err != nil {
		return err
	}
	f, err := config.Confined(filepath.Join(folder, "contest.toml"), []byte(text))
	if err != nil {
		return err
	}
	if _, err := d.Kind.Settings(f.Options); err != nil {
		return err
	}
	for i, s := range f.Stages {
		if _, err := d.Stages[i].Format.Make(s.Keys); err != nil {
			return err
		}
	}
	return nil
}

// ErrForm reports that a contest.toml says more than a draft can.
var ErrForm = errors.New("the file says more than the form can")

// Of returns the draft of a contest whose file is in a folder. kind is the kind that the file names. The error is [ErrForm] if the draft
// would write another contest.
func Of(f *config.File, kind *game.Kind, formats []tournament.Spec) (*Draft, error) {
	dir := filepath.Dir(f.Path)
	d := &Draft{
		Name: f.Name, About: f.Description, Prizes: f.Prizes, Kind: kind, PerAuthor: f.MaxPerAuthor, Promote: f.Promote,
		Sample:  f.Sample,
		Entries: f.Folder == filepath.Join(dir, "entries"), Limits: f.Limits.Texts(),
	}
	if f.Kind != kind.Name {
		rel, err := filepath.Rel(dir, f.Kind)
		if err != nil {
			return nil, ErrForm
		}
		d.Ref = "./" + filepath.ToSlash(rel)
	}
	if f.Seeded {
		d.Seed = &f.Seed
	}
	var err error
	if d.Options, err = texts(kind.Options, f.Options); err != nil {
		return nil, ErrForm
	}
	for _, s := range f.Stages {
		name := s.Format
		if name == "" {
			name = kind.Format
		}
		format, err := tournament.Find(formats, name)
		if err != nil {
			return nil, ErrForm
		}
		keys, err := texts(format.Keys, s.Keys)
		if err != nil {
			return nil, ErrForm
		}
		d.Stages = append(d.Stages, Stage{s.Name, format, keys})
	}
	for _, b := range kind.Builtins {
		if slices.ContainsFunc(f.Bots, func(x config.Bot) bool { return x.Ref == "builtin:"+b.Name }) {
			d.Builtins = append(d.Builtins, b)
		}
	}
	return d, d.writes(f)
}

// writes returns [ErrForm] if the draft's file is another contest than f.
func (d *Draft) writes(f *config.File) error {
	text, err := d.Text()
	if err != nil {
		return ErrForm
	}
	again, err := config.Parse(f.Path, []byte(text))
	if err != nil {
		return ErrForm
	}
	was, now := comparable(f), comparable(again)
	for i := range now.Stages {
		if i < len(was.Stages) && was.Stages[i].Format == "" {
			now.Stages[i].Format = "" // the kind's own
		}
	}
	if !config.Same(was, now) {
		return ErrForm
	}
	return nil
}

// comparable returns a file without what differs between two ways to write it: the order of its bots, and tables without a key.
func comparable(f *config.File) *config.File {
	x := *f
	x.Bots, x.Finds, x.Stages = slices.Clone(f.Bots), slices.Clone(f.Finds), slices.Clone(f.Stages)
	x.Options = maps.Clone(f.Options)
	if len(x.Options) == 0 {
		x.Options = nil
	}
	for i := range x.Stages {
		if len(x.Stages[i].Keys) == 0 {
			x.Stages[i].Keys = nil
		}
	}
	for i := range x.Bots {
		x.Bots[i].Nth = 0
	}
	for i := range x.Finds {
		x.Finds[i].Nth, x.Finds[i].Ref = 0, ""
	}
	slices.SortFunc(x.Bots, func(a, b config.Bot) int { return strings.Compare(a.Ref, b.Ref) })
	return &x
}

// texts returns the chosen values as texts.
func texts(options []game.Option, chosen map[string]any) (map[string]string, error) {
	settings, err := game.NewSettings(options, chosen)
	if err != nil {
		return nil, err
	}
	list, values := map[string]string{}, settings.Values()
	for name := range chosen {
		list[name] = fmt.Sprint(values[name])
	}
	return list, nil
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
		_, set := texts[o.Name]
		list = append(list, line{o.About, o.Name, Value(values[o.Name]), set})
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
		return quote(v)
	case game.List:
		if n := v.Ints(); len(n) == 1 {
			return strconv.Itoa(n[0])
		}
		return "[" + strings.ReplaceAll(string(v), ",", ", ") + "]"
	case game.Until:
		if v.Level() != 0 {
			return quote(string(v))
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

// oneLine returns a text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// quote returns a text as a TOML string on one line.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// multi returns a text as a TOML string whose lines are lines of the file.
func multi(text string) string {
	var parts []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		quoted := quote(line)
		parts = append(parts, quoted[1:len(quoted)-1])
	}
	return "\"\"\"\n" + strings.Join(parts, "\n") + "\n\"\"\""
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
