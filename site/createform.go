package site

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"agon/contest/config"
	"agon/contest/draft"
	"agon/format/tournament"
	"agon/game"
	"agon/internal/pattern"
	"agon/site/people"
	"agon/site/schedule"
)

// contestForm is what the forms of a new contest and of a contest's settings have, as typed.
type contestForm struct {
	Name, Heading, PerAuthor string
	About                    string // Markdown
	Prizes                   string // a line each
	Private                  bool
	Builtins                 []builtinChoice
	Options                  []field
	Stages                   []stageForm
	Limits                   []field
	Times                    []dateField
	Formats                  []tournament.Spec

	AsFile  bool   // the form has the file in place of what the file is made of
	Text    string // of the file
	Preview string // of the file that the form makes; empty: none is shown

	base *draft.Draft
}

// stageForm is a stage in a form.
type stageForm struct {
	Number int // from 1
	Suffix string
	Title  string // as typed
	Format tournament.Spec
	Keys   []field
}

// builtinChoice is a built-in bot that may play in a contest.
type builtinChoice struct {
	game.BuiltinInfo
	Plays bool
}

// field is an option in a form.
type field struct {
	Name, Label, About string
	Usual              string // the default, as text
	Value              string // as typed; empty: the default
	Choices            []choice
	Number             bool
	Step               string
	Min, Max           int    // both 0: no bounds
	Wrong              string // why the value is not taken; empty: it is

	key string
}

// choice is a value that may be chosen, with what people read.
type choice struct{ Value, Label string }

// Prefixes of fields. Those of later stages have the stage's number behind the name: "key2.".
const (
	optionPrefix = "option."
	limitPrefix  = "limit."
)

// suffix returns what is behind the names of a stage's fields; nth is from 0.
func suffix(nth int) string {
	if nth == 0 {
		return ""
	}
	return strconv.Itoa(nth + 1)
}

// stageNames returns the formats of a form's stages, at least one; one without a name is the game's own.
func stageNames(form url.Values) []string {
	list := []string{form.Get("format")}
	for len(list) < mostStages && form.Get("format"+suffix(len(list))) != "" {
		list = append(list, form.Get("format"+suffix(len(list))))
	}
	return list
}

// read takes what a form says, for a draft with its formats; nil: the form has a file.
func (f *contestForm) read(form url.Values, d *draft.Draft) {
	f.Name, f.Text, f.Private = form.Get("name"), strings.ReplaceAll(form.Get("text"), "\r\n", "\n"), form.Get("private") != ""
	f.Heading, f.PerAuthor = form.Get("title"), form.Get("per_author")
	f.About, f.Prizes = form.Get("about"), form.Get("prizes")
	f.Times = timesOf(&schedule.State{})
	for i := range f.Times {
		f.Times[i].Value = form.Get(f.Times[i].Name)
	}
	if d == nil {
		return
	}
	f.base = d
	for _, b := range d.Kind.Builtins {
		f.Builtins = append(f.Builtins, builtinChoice{b, slices.Contains(form["builtin"], b.Name)})
	}
	f.Options = fields(d.Kind.Options, optionPrefix, form.Get)
	for i, s := range d.Stages {
		s.Name = form.Get("stage" + suffix(i))
		f.Stages = append(f.Stages, newStageForm(i, s, form.Get))
	}
	f.Limits = limitFields(form.Get)
}

// fill takes what a draft says.
func (f *contestForm) fill(d *draft.Draft) {
	f.base, f.Heading, f.About, f.Prizes = d, d.Name, d.About, strings.Join(d.Prizes, "\n")
	if d.PerAuthor > 0 {
		f.PerAuthor = strconv.Itoa(d.PerAuthor)
	}
	for _, b := range d.Kind.Builtins {
		plays := slices.ContainsFunc(d.Builtins, func(x game.BuiltinInfo) bool { return x.Name == b.Name })
		f.Builtins = append(f.Builtins, builtinChoice{b, plays})
	}
	f.Options = fields(d.Kind.Options, optionPrefix, func(name string) string { return d.Options[strings.TrimPrefix(name, optionPrefix)] })
	for i, s := range d.Stages {
		prefix := "key" + suffix(i) + "."
		f.Stages = append(f.Stages, newStageForm(i, s, func(name string) string { return s.Keys[strings.TrimPrefix(name, prefix)] }))
	}
	f.Limits = limitFields(func(name string) string { return d.Limits[strings.TrimPrefix(name, limitPrefix)] })
}

// newStageForm returns a stage in a form; value returns what fields have, nil: their defaults.
func newStageForm(nth int, s draft.Stage, value func(name string) string) stageForm {
	if value == nil {
		value = func(string) string { return "" }
	}
	x := stageForm{Number: nth + 1, Suffix: suffix(nth), Title: s.Name, Format: s.Format}
	x.Keys = fields(s.Format.Keys, "key"+x.Suffix+".", value)
	return x
}

// renumber gives the stages the numbers of their places.
func (f *contestForm) renumber() {
	for i := range f.Stages {
		x := &f.Stages[i]
		x.Number, x.Suffix = i+1, suffix(i)
		for k := range x.Keys {
			x.Keys[k].Name = "key" + x.Suffix + "." + x.Keys[k].key
		}
	}
}

// fields returns options as a form has them.
func fields(options []game.Option, prefix string, value func(name string) string) (list []field) {
	for _, o := range options {
		f := field{
			Name: prefix + o.Name, Label: o.Label(), About: beside(o.Label(), inWords(o.About, options)), Usual: fmt.Sprint(o.Default),
			Value: value(prefix + o.Name), key: o.Name,
		}
		for _, v := range o.Values {
			f.Choices = append(f.Choices, choice{v, strings.ReplaceAll(v, "_", " ")})
		}
		switch o.Default.(type) {
		case int:
			f.Number, f.Step, f.Min, f.Max = true, "1", o.Min, o.Max
		case float64:
			f.Number, f.Step = true, "any"
		case bool:
			f.Choices = []choice{{"true", "yes"}, {"false", "no"}}
		}
		if text := strings.TrimSpace(f.Value); text != "" {
			if _, err := game.NewSettings(options, map[string]any{o.Name: text}); err != nil {
				f.Wrong = strings.Replace(sentence(err), sentenceStart(o.Name), f.Label, 1)
			}
		}
		list = append(list, f)
	}
	return list
}

// sentenceStart returns a name as it begins a sentence.
func sentenceStart(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// keyMarks matches a remark that names a key, for those who write a file.
var keyMarks = pattern.Of(` \(key [a-z_.]+\)`)

// inWords returns what is said of an option without the names of keys.
func inWords(about string, options []game.Option) string {
	about = keyMarks().ReplaceAllString(about, "")
	for _, o := range options {
		if strings.ContainsAny(o.Name, "_.") {
			about = strings.ReplaceAll(about, o.Name, "“"+o.Label()+"”")
		}
		for _, v := range o.Values {
			if strings.Contains(v, "_") {
				about = strings.ReplaceAll(about, v, strings.ReplaceAll(v, "_", " "))
			}
		}
	}
	return about
}

// beside returns what is said of an option as it reads behind its label: without the label, with which some begin.
func beside(label, about string) string {
	if len(about) < len(label) || !strings.EqualFold(about[:len(label)], label) {
		return about
	}
	rest := about[len(label):]
	if next, _ := utf8.DecodeRuneInString(rest); unicode.IsLetter(next) {
		return about
	}
	return strings.TrimLeft(rest, " :;,.")
}

// limitFields returns the limits of bots as a form has them.
func limitFields(value func(name string) string) (list []field) {
	for _, l := range config.LimitKeys {
		name := limitPrefix + l.Key
		f := field{Name: name, Label: l.Title, About: beside(l.Title, l.About), Value: value(name), key: l.Key}
		for _, v := range l.Values {
			words := map[string]string{"true": "yes", "false": "no"}
			f.Choices = append(f.Choices, choice{v, cmp.Or(words[v], v)})
		}
		if len(l.Values) > 0 {
			f.Usual = l.Values[0]
		}
		if text := strings.TrimSpace(f.Value); text != "" {
			if err := (&config.Limits{}).Set(l.Key, text); err != nil {
				f.Wrong = strings.Replace(sentence(err), "Invalid limit: "+l.Key, l.Title, 1)
			}
		}
		list = append(list, f)
	}
	return list
}

// knownLimits returns a [*people.Problem] for limits that there are not, or whose values are none.
func knownLimits(limits map[string]string) error {
	for key, value := range limits {
		if !slices.ContainsFunc(config.LimitKeys, func(l config.Limit) bool { return l.Key == key }) {
			return &people.Problem{Text: fmt.Sprintf("There is no limit %q.", key)}
		}
		if value == "" {
			continue
		}
		if err := (&config.Limits{}).Set(key, value); err != nil {
			return &people.Problem{Text: sentence(err)}
		}
	}
	return nil
}

// wrong returns the first field whose value is not taken; nil if all are.
func (f *contestForm) wrong() *field {
	all := [][]field{f.Options, f.Limits}
	for i := range f.Stages {
		all = append(all, f.Stages[i].Keys)
	}
	for _, list := range all {
		for i := range list {
			if list[i].Wrong != "" {
				return &list[i]
			}
		}
	}
	return nil
}

// Changed reports whether a list of fields has a value that is not the default, or a wrong one.
func (f *contestForm) Changed(list []field) bool {
	return len(typed(list)) > 0 || slices.ContainsFunc(list, func(x field) bool { return x.Wrong != "" })
}

// draft returns the contest that a form describes. The error is a [*people.Problem].
func (f *contestForm) draft() (*draft.Draft, error) {
	if x := f.wrong(); x != nil {
		return nil, &people.Problem{Text: x.Wrong}
	}
	d := *f.base
	d.Name, d.About, d.Prizes = f.Heading, strings.TrimSpace(f.About), nil
	for line := range strings.SplitSeq(f.Prizes, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			d.Prizes = append(d.Prizes, line)
		}
	}
	d.Builtins = nil
	for _, b := range f.Builtins {
		if b.Plays {
			d.Builtins = append(d.Builtins, b.BuiltinInfo)
		}
	}
	d.PerAuthor = 0
	if f.PerAuthor != "" {
		var err error
		if d.PerAuthor, err = strconv.Atoi(f.PerAuthor); err != nil || d.PerAuthor < 1 || d.PerAuthor > 1<<20 {
			return nil, &people.Problem{Text: fmt.Sprintf("The bots of one person must be a number from 1, not %q.", f.PerAuthor)}
		}
	}
	d.Options, d.Limits, d.Stages = typed(f.Options), typed(f.Limits), nil
	for _, s := range f.Stages {
		d.Stages = append(d.Stages, draft.Stage{Name: strings.TrimSpace(s.Title), Format: s.Format, Keys: typed(s.Keys)})
	}
	return &d, nil
}

// typed returns what a form says of options that differ from their defaults.
func typed(fields []field) map[string]string {
	chosen := map[string]string{}
	for _, f := range fields {
		if text := strings.TrimSpace(f.Value); text != "" && text != f.Usual {
			chosen[f.key] = text
		}
	}
	return chosen
}

// dates returns the dates of the form. The error is a [*people.Problem].
func (f *contestForm) dates() (d schedule.Dates, err error) {
	for i, at := range []*time.Time{&d.Opens, &d.Closes, &d.Starts, &d.Ends, &d.Freezes} {
		given, err := dateOf(f.Times[i].Value, time.Local)
		if err != nil {
			return d, err
		}
		*at = undated(given)
	}
	return d, nil
}
