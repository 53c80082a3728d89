package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"agon/internal/nearest"
)

// A Type is the type of a field, as JSON schemas name it.
type Type string

// The types of fields.
const (
	Text   Type = "string"
	Number Type = "integer"
	Yes    Type = "boolean"
	List   Type = "array" // of texts
)

// A Field is a value of an input.
type Field struct {
	Name, About string
	Type        Type
	Needed      bool
	Least, Most int // of a number; of a list its length. Most 0: no bound
}

// Bounds of fields that have none of their own.
const (
	longestList = 64
	mostNumber  = 1<<53 - 1 // which every JSON parser preserves
)

// schema returns the JSON schema of an input.
func schema(fields []Field) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	for _, f := range fields {
		p := &jsonschema.Schema{Type: string(f.Type), Description: f.About}
		switch f.Type {
		case List:
			p.Items = &jsonschema.Schema{Type: string(Text)}
			p.MinItems, p.MaxItems = &f.Least, jsonschema.Ptr(cmp.Or(f.Most, longestList))
		case Number:
			p.Minimum, p.Maximum = jsonschema.Ptr(float64(f.Least)), jsonschema.Ptr(float64(cmp.Or(f.Most, mostNumber)))
		}
		s.Properties[f.Name] = p
		if f.Needed {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

// Inputs returns the inputs of a tool, the needed ones first.
func (t Tool) Inputs() (fields []Field) {
	for name, p := range t.Input.Properties {
		needed := slices.Contains(t.Input.Required, name)
		fields = append(fields, Field{Name: name, About: p.Description, Type: Type(p.Type), Needed: needed})
	}
	slices.SortFunc(fields, func(a, b Field) int {
		if a.Needed != b.Needed {
			return map[bool]int{true: -1, false: 1}[a.Needed]
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return fields
}

// An Input is the input of a call. Its methods return the zero value for what it does not have.
type Input map[string]any

// Text returns a text.
func (in Input) Text(name string) string { s, _ := in[name].(string); return s }

// List returns a list of texts.
func (in Input) List(name string) (texts []string) {
	list, _ := in[name].([]any)
	for _, v := range list {
		texts = append(texts, v.(string)) // the schema says so
	}
	return texts
}

// Number returns a number, or what is usual if there is none.
func (in Input) Number(name string, usual int) int {
	if n, ok := in[name].(int); ok {
		return n
	}
	return usual
}

// read reads the JSON of an input. No text and null are an empty object, and null is no value.
func (t Tool) read(text json.RawMessage) (Input, error) {
	var in Input
	if len(text) > 0 && json.Unmarshal(text, &in) != nil {
		return nil, errors.New("the input is not a JSON object")
	}
	if in == nil {
		in = Input{}
	}
	for name, v := range in {
		if v == nil {
			delete(in, name)
		}
	}
	known, err := t.Input.Resolve(nil)
	if err == nil {
		err = known.Validate(map[string]any(in))
	}
	if err != nil {
		return nil, errors.New(strings.NewReplacer("validating root: ", "", "validating /properties/", "").Replace(err.Error()))
	}
	for name, v := range in {
		if n, ok := v.(float64); ok {
			in[name] = int(n)
		}
	}
	return in, nil
}

// Words returns the input of a tool from words KEY=VALUE. A list is repeated, or has commas between its texts.
func Words(t Tool, words []string) (json.RawMessage, error) {
	fields, names, values := t.Inputs(), []string{}, map[string]any{}
	for _, f := range fields {
		names = append(names, f.Name)
	}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		at := slices.Index(names, key)
		if !ok || at < 0 {
			return nil, fmt.Errorf("%s takes KEY=VALUE with the keys %s, not %q%s", t.Name, strings.Join(names, ", "), word,
				nearest.Hint(key, names))
		}
		var err error
		switch fields[at].Type {
		case List:
			before, _ := values[key].([]string)
			values[key] = append(before, strings.Split(value, ",")...)
		case Yes:
			values[key], err = strconv.ParseBool(value)
		case Number:
			values[key], err = strconv.Atoi(value)
		default:
			values[key] = value
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not of the type %s", key, value, fields[at].Type)
		}
	}
	return json.Marshal(values)
}
