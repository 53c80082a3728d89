package game

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"agon/internal/nearest"
)

// An Option is a choice of the organiser. The default plays the original rules.
type Option struct {
	Name     string
	Title    string   // in forms, a few words; empty: made of the name
	Default  any      // int, float64, bool, string, List or Until: the type of the option
	Min, Max int      // bounds of a number, or of each number of a list; both 0 means none
	Values   []string // the allowed values of a string option; none means any text
	About    string   // one sentence: its effect and its purpose
}

// Label returns what forms call the option: its title, or its name in words.
func (o Option) Label() string {
	if o.Title != "" {
		return o.Title
	}
	name := o.Name
	for _, unit := range [][2]string{{"_ms", " (milliseconds)"}, {"_s", " (seconds)"}, {"_percent", " (percent)"}} {
		if text, ok := strings.CutSuffix(name, unit[0]); ok {
			name = text + unit[1]
			break
		}
	}
	name = strings.NewReplacer("_", " ", ".", " ", "-", " ").Replace(name)
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// Settings are a kind's options with their values, checked and complete. They are immutable.
type Settings struct {
	options []Option
	values  map[string]any
}

// An OptionError is about the value of one option, or about one that does not exist.
type OptionError struct {
	Option string // its name, as it was given
	Err    error  // names the option
}

func (e *OptionError) Error() string { return e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }

// NewSettings checks chosen values against the options; others get their defaults. A value may have the option's type or be its text, so
// that the same check serves a file and a command line. The error for an unknown name suggests the nearest known one.
func NewSettings(options []Option, chosen map[string]any) (Settings, error) {
	s := Settings{options: options, values: make(map[string]any, len(options))}
	for _, o := range options {
		s.values[o.Name] = o.Default
	}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		o, err := findOption(options, name)
		if err != nil {
			return Settings{}, &OptionError{name, err}
		}
		v, err := o.value(chosen[name])
		if err != nil {
			return Settings{}, &OptionError{name, err}
		}
		s.values[name] = v
	}
	return s, nil
}

// Int returns the value of an int option. It panics if the kind has no such option.
func (s Settings) Int(name string) int { return s.values[name].(int) }

// Bool returns the value of a bool option.
func (s Settings) Bool(name string) bool { return s.values[name].(bool) }

// Float returns the value of a float64 option.
func (s Settings) Float(name string) float64 { return s.values[name].(float64) }

// Text returns the value of a string option.
func (s Settings) Text(name string) string { return s.values[name].(string) }

// Values returns every option's value by name, for JSON and templates.
func (s Settings) Values() map[string]any {
	all := make(map[string]any, len(s.values))
	maps.Copy(all, s.values)
	return all
}

// Texts returns every option as "name=value", sorted by name, as replays store them.
func (s Settings) Texts() []string {
	texts := make([]string, 0, len(s.values))
	for _, name := range slices.Sorted(maps.Keys(s.values)) {
		texts = append(texts, name+"="+fmt.Sprint(s.values[name]))
	}
	return texts
}

// Changed returns every option without its default, as "name=value" in the order of the kind's list.
func (s Settings) Changed() []string {
	var texts []string
	for _, o := range s.options {
		if s.values[o.Name] != o.Default {
			texts = append(texts, o.Name+"="+fmt.Sprint(s.values[o.Name]))
		}
	}
	return texts
}

func findOption(options []Option, name string) (Option, error) {
	names := make([]string, len(options))
	for i, o := range options {
		if o.Name == name {
			return o, nil
		}
		names[i] = o.Name
	}
	hint := nearest.Hint(name, names)
	if hint == "" && len(names) > 0 {
		hint = "; there are " + strings.Join(names, ", ")
	}
	return Option{}, fmt.Errorf("unknown option %q%s", name, hint)
}

// quoted returns a value as a message shows it: texts in quotation marks.
func quoted(v any) string {
	if text, ok := v.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(v)
}

func (o Option) value(v any) (any, error) {
	switch o.Default.(type) {
	case int:
		return o.whole(v)
	case float64:
		return o.float(v)
	case bool:
		b, err := strconv.ParseBool(fmt.Sprint(v))
		if err != nil {
			return nil, fmt.Errorf("option %s must be true or false, not %v", o.Name, v)
		}
		return b, nil
	case List:
		return o.list(v)
	case Until:
		return o.until(v)
	}
	t, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("option %s must be a text, not %v", o.Name, v)
	}
	if len(o.Values) == 0 || slices.Contains(o.Values, t) {
		return t, nil
	}
	return nil, fmt.Errorf("option %s must be one of %s, not %q%s", o.Name, strings.Join(o.Values, ", "), t, nearest.Hint(t, o.Values))
}

// whole parses a whole number within the bounds.
func (o Option) whole(v any) (any, error) {
	n, err := asInt(v)
	if err != nil {
		return nil, fmt.Errorf("option %s must be a whole number, not %s", o.Name, quoted(v))
	}
	if (o.Min != 0 || o.Max != 0) && (n < o.Min || n > o.Max) {
		return nil, fmt.Errorf("option %s must be from %d to %d, not %d", o.Name, o.Min, o.Max, n)
	}
	return n, nil
}

// float parses a number, which is finite.
func (o Option) float(v any) (float64, error) {
	f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	switch {
	case (o.Min != 0 || o.Max != 0) && (f < float64(o.Min) || f > float64(o.Max)):
		return 0, fmt.Errorf("option %s must be from %d to %d, not %v", o.Name, o.Min, o.Max, v)
	case err != nil || math.IsNaN(f) || math.IsInf(f, 0):
		return 0, fmt.Errorf("option %s must be a number, not %v", o.Name, v)
	}
	return f, nil
}

func asInt(v any) (int, error) {
	switch n := v.(type) {
	case int:
		return n, nil
	case int64:
		return int(n), nil
	case string:
		return strconv.Atoi(n)
	}
	return 0, fmt.Errorf("not a whole number")
}
