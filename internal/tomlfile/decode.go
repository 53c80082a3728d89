package tomlfile

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"agon/internal/nearest"
)

// A Describer describes how values of its type are written: `a size such as "512MiB"`.
type Describer interface{ Describe() string }

// Decode decodes a file into a struct: every key must have a field with its name as toml tag. name is the file in error messages; the error
// is an [*Error] at the first mistake.
func Decode(name string, text []byte, into any) (*Document, error) {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	var bad *toml.DecodeError
	if err := toml.Unmarshal(text, new(map[string]any)); errors.As(err, &bad) {
		line, column := bad.Position()
		return nil, &Error{File: name, Line: line, Column: column,
			Text: strings.TrimPrefix(bad.Error(), "toml: ") + "; https://toml.io shows the syntax"}
	} else if err != nil {
		return nil, &Error{File: name, Text: err.Error()}
	}
	d, top := index(name, text), reflect.TypeOf(into).Elem()
	var unknown *toml.StrictMissingError
	switch {
	case errors.As(err, &unknown):
		line, column := unknown.Errors[0].Position()
		return nil, d.unknown(d.offsetOf(line, column), top)
	case errors.As(err, &bad):
		return nil, d.mismatch(bad, top)
	case err != nil:
		return nil, d.refused(err, top)
	}
	if err := d.unknown(0, top); err != nil { // go-toml accepts keys in any case
		return nil, err
	}
	if err := d.shape(top); err != nil { // also [table] for [[table]]
		return nil, err
	}
	return d, nil
}

// unknown returns the error of the first key, from an offset on, that no field has in the same case; nil without any.
func (d *Document) unknown(offset int, top reflect.Type) error {
	for _, e := range d.entries {
		last := len(e.path) - 1
		table := typeAt(top, e.path[:last])
		if e.offset < offset || table == nil || table.Kind() != reflect.Struct || slices.Contains(fields(table), e.path[last]) {
			continue
		}
		in := ""
		if last > 0 {
			in = " in " + tableName(e.path[:last])
		}
		return d.Errorf(e.path, "unknown key %q%s%s", e.path[last], in, hint(e.path[last], fields(table)))
	}
	return nil
}

// tableName returns a table's header: [limits], or [[bots]] for an array of tables.
func tableName(path []string) string {
	name := strings.Join(slices.DeleteFunc(slices.Clone(path), isIndex), ".")
	if isIndex(path[len(path)-1]) {
		return "[[" + name + "]]"
	}
	return "[" + name + "]"
}

func hint(word string, names []string) string {
	if h := nearest.Hint(word, names); h != "" {
		return h
	}
	return "; known keys: " + strings.Join(names, ", ")
}

// mismatch returns the error for a value of the wrong type.
func (d *Document) mismatch(bad *toml.DecodeError, top reflect.Type) *Error {
	line, column := bad.Position()
	err := &Error{File: d.name, Line: line, Column: column, Text: strings.TrimPrefix(bad.Error(), "toml: ")}
	path := d.find(d.offsetOf(line, column))
	if path == nil {
		return err
	}
	err.Text = d.wanted(path, top)
	return err
}

// find returns the path of the value or the key that begins at an offset, or else of the key before, whose value it is if that is a list.
func (d *Document) find(offset int) []string {
	if e := d.values[offset]; e != nil {
		return e.path
	}
	var before []string
	for _, e := range d.entries {
		if e.offset == offset {
			return e.path
		}
		if e.offset < offset {
			before = e.path
		}
	}
	return before
}

// wanted describes the expected value of a key, and the actual one.
func (d *Document) wanted(path []string, top reflect.Type) string {
	name, key := path[len(path)-1], path
	for len(key) > 1 && isIndex(name) { // for an element of a list the list's type is described
		key = key[:len(key)-1]
		name = key[len(key)-1]
	}
	return fmt.Sprintf("%s must be %s, not %s", name, describe(typeAt(top, key), name), d.Value(path...))
}

func isIndex(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}

// refused finds the value that a type's UnmarshalText refused, since go-toml does not always report its position.
func (d *Document) refused(cause error, top reflect.Type) *Error {
	for _, e := range d.entries {
		t := typeAt(top, e.path)
		if t == nil {
			continue
		}
		if u, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler); ok && u.UnmarshalText([]byte(e.data)) != nil {
			return d.Errorf(e.path, "%s", d.wanted(e.path, top))
		}
	}
	return &Error{File: d.name, Text: strings.TrimPrefix(cause.Error(), "toml: "), Err: cause}
}

// shape returns an error for a [table] in place of a [[table]], which go-toml accepts.
func (d *Document) shape(top reflect.Type) error {
	for _, e := range d.entries {
		t := typeAt(top, e.path)
		if t != nil && t.Kind() == reflect.Slice && (e.kind == unstable.Table || e.kind == unstable.InlineTable) {
			return d.Errorf(e.path, "%s", d.wanted(e.path, top))
		}
	}
	return nil
}

// typeAt returns the type of the value at a path, without pointers; nil if any value is allowed.
func typeAt(t reflect.Type, path []string) reflect.Type {
	for _, name := range path {
		switch t = plain(t); t.Kind() {
		case reflect.Struct:
			f, ok := field(t, name)
			if !ok {
				return nil
			}
			t = f.Type
		case reflect.Slice, reflect.Map:
			t = t.Elem()
		default:
			return nil
		}
	}
	if t = plain(t); t.Kind() == reflect.Interface {
		return nil
	}
	return t
}

func plain(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// field returns the field of a struct for a key in any case.
func field(t reflect.Type, name string) (found reflect.StructField, ok bool) {
	for i := range t.NumField() {
		if f := t.Field(i); strings.EqualFold(keyOf(f), name) {
			return f, true
		}
	}
	return found, false
}

// keyOf returns the key of a field; empty if it has none.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	return key
}

// fields returns the keys of a table, in the order of its struct.
func fields(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		if name := keyOf(t.Field(i)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// describe describes how values of a type are written.
func describe(t reflect.Type, key string) string {
	if t == nil {
		return "something else"
	}
	if d, ok := reflect.New(t).Interface().(Describer); ok {
		return d.Describe()
	}
	switch t.Kind() {
	case reflect.String:
		return "a string in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0 to 4294967295"
	case reflect.Slice:
		if k := plain(t.Elem()).Kind(); k == reflect.Struct || k == reflect.Map {
			return fmt.Sprintf("a list of tables, each written as [[%s]]", key)
		}
		return `a list of strings such as ["one", "two"]`
	case reflect.Struct, reflect.Map:
		return fmt.Sprintf("a table, written as [%s]", key)
	}
	return t.String()
}
