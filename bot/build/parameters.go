package build

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"agon/internal/tomlfile"
)

// A Parameter is a number that a bot declares in its bot.toml, so that it can be changed without a change of its code. A program gets it in
// the environment, and in the words of run that name it; a class in the environment of its process.
type Parameter struct {
	Name     string // letters, digits and _, a small letter first
	Value    float64
	From, To float64 // the range in which it may be changed
	Whole    bool    // whole numbers only
}

// Variable returns the name of the environment variable with its value: BOT_ and its name in capitals.
func (p Parameter) Variable() string { return "BOT_" + strings.ToUpper(p.Name) }

// Text returns a value as the bot gets it.
func (p Parameter) Text(value float64) string {
	if p.Whole {
		return strconv.FormatInt(int64(math.Round(value)), 10)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// Environment returns variables with the values of parameters, as NAME=VALUE.
func Environment(all []Parameter) (env []string) {
	for _, p := range all {
		env = append(env, p.Variable()+"="+p.Text(p.Value))
	}
	return env
}

// ReadParameters returns the parameters that the bot.toml of a folder declares, none without one. The error is a [Flaw] of the bot or the
// host's.
func ReadParameters(folder string) ([]Parameter, error) {
	text, err := readSmall(filepath.Join(folder, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, _, err := decodeParameters(text)
	return all, misread(err)
}

// decodeParameters returns the parameters that the text of a bot.toml declares.
func decodeParameters(text []byte) ([]Parameter, *tomlfile.Document, error) {
	var m manifest
	var err error
	if m.doc, err = tomlfile.Decode(manifestName, text, &m); err != nil {
		return nil, nil, err
	}
	all := m.parameters()
	return all, m.doc, m.err
}

var parameterName = regexp.MustCompile(`^[a-z][a-zA-Z0-9_]{0,63}$`)

// largestParameter bounds parameters: up to it whole numbers are exact.
const largestParameter = 1 << 53

// parameters returns the parameters by name.
func (m *manifest) parameters() (all []Parameter) {
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		path := []string{"parameters", name}
		table, ok := m.Parameters[name].(map[string]any)
		switch {
		case !parameterName.MatchString(name):
			m.fail(path, "parameter %q: a name is a small letter, then letters, digits and _, at most 64", name)
		case !ok:
			m.fail(path, "parameter %s must be a table such as { value = 3, from = 1, to = 8 }, not %s", name, m.doc.Value(path...))
		default:
			all = append(all, m.parameter(name, table))
		}
	}
	for i, p := range all {
		for _, other := range all[:i] {
			if p.Variable() == other.Variable() {
				m.fail([]string{"parameters", p.Name}, "parameters %s and %s have one environment variable, %s: rename one", other.Name,
					p.Name, p.Variable())
			}
		}
	}
	return all
}

func (m *manifest) parameter(name string, table map[string]any) Parameter {
	known := []string{"value", "from", "to"}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(known, key) {
			m.fail([]string{"parameters", name, key}, "unknown key %q of parameter %s%s", key, name, hint(key, known))
		}
	}
	p := Parameter{Name: name, Whole: true}
	for i, into := range []*float64{&p.Value, &p.From, &p.To} {
		path := []string{"parameters", name, known[i]}
		switch v := table[known[i]].(type) {
		case int64:
			*into = float64(v)
		case float64:
			*into, p.Whole = v, false
		case nil:
			m.fail(path[:2], "parameter %s has no %s: a parameter is a table such as { value = 3, from = 1, to = 8 }", name, known[i])
		default:
			m.fail(path, "%s of parameter %s must be a number, not %s", known[i], name, m.doc.Value(path...))
		}
		if math.IsNaN(*into) || math.Abs(*into) > largestParameter {
			m.fail(path, "%s of parameter %s is %v, want -2^53 to 2^53", known[i], name, *into)
		}
	}
	switch {
	case p.From >= p.To:
		m.fail([]string{"parameters", name}, "parameter %s is from %s to %s: from must be smaller", name, p.Text(p.From), p.Text(p.To))
	case p.Value < p.From || p.Value > p.To:
		m.fail([]string{"parameters", name, "value"}, "parameter %s is %s, which is not in its range from %s to %s", name, p.Text(p.Value),
			p.Text(p.From), p.Text(p.To))
	}
	return p
}

// fill replaces {name} in words by the values of parameters.
func fill(words []string, all []Parameter) []string {
	if len(all) == 0 {
		return words
	}
	var pairs []string
	for _, p := range all {
		pairs = append(pairs, "{"+p.Name+"}", p.Text(p.Value))
	}
	values := strings.NewReplacer(pairs...)
	filled := make([]string, len(words))
	for i, w := range words {
		filled[i] = values.Replace(w)
	}
	return filled
}

// ChangeParameters returns the text of a bot.toml with other values of its parameters, by name. All else stays as it is written. It fails
// if text is not a valid bot.toml, or has not got one of the parameters.
func ChangeParameters(text []byte, values map[string]float64) ([]byte, error) {
	all, doc, err := decodeParameters(text)
	if err != nil {
		return nil, err
	}
	type change struct {
		from, to int
		text     string
	}
	var changes []change
	for name, value := range values {
		at := slices.IndexFunc(all, func(p Parameter) bool { return p.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("%s has no parameter %s", manifestName, name)
		}
		from, to := doc.Extent("parameters", name, "value")
		changes = append(changes, change{from, to, decimal(all[at], value)})
	}
	slices.SortFunc(changes, func(a, b change) int { return b.from - a.from })
	for _, c := range changes {
		text = slices.Concat(text[:c.from], []byte(c.text), text[c.to:])
	}
	return text, nil
}

// decimal returns a value as TOML: one that is not of whole numbers has a point, so that it stays so.
func decimal(p Parameter, value float64) string {
	text := p.Text(value)
	if !p.Whole && !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
