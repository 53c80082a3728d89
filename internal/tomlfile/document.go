package tomlfile

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A Document is a decoded file and the positions of its keys. It is safe for concurrent use.
type Document struct {
	name    string
	text    []byte
	entries []*entry          // in the order of the file
	keys    map[string]*entry // by path
	values  map[int]*entry    // by the offset at which the value begins
}

// An entry is a key of a file, a table, or an element of an array.
type entry struct {
	path   []string // elements of arrays by their decimal index
	offset int      // of the key; of the value in an array
	kind   unstable.Kind
	data   string // of a scalar, unquoted
	raw    string // of a scalar, as written
}

// An Error is a mistake in a file.
type Error struct {
	File         string
	Line, Column int // counted from 1, the column in bytes; 0 for the whole file
	Text         string
	Err          error // the cause, if there is one
}

func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// Errorf returns an error at a key, given as a path of names and indices; if the file has no such key, at the nearest table above it, or
// else about the whole file.
func (d *Document) Errorf(path []string, format string, args ...any) *Error {
	err := &Error{File: d.name, Text: fmt.Sprintf(format, args...)}
	for n := len(path); n > 0; n-- {
		if e := d.keys[join(path[:n])]; e != nil {
			err.Line, err.Column = d.position(e.offset)
			break
		}
	}
	return err
}

// Has reports whether the file has a key or a table of that path.
func (d *Document) Has(path ...string) bool { return d.keys[join(path)] != nil }

// Value returns the value of a key as written, at most 60 bytes of it; for lists and tables only their type.
func (d *Document) Value(path ...string) string {
	e := d.keys[join(path)]
	if e == nil {
		return "nothing"
	}
	switch e.kind {
	case unstable.Table, unstable.InlineTable:
		return "a table"
	case unstable.ArrayTable, unstable.Array:
		return "a list"
	case unstable.String:
		return quote(e.data)
	default:
		return e.raw
	}
}

// Extent returns where the value of a key is written, as the offsets of its first byte and of the byte after its last; 0 and 0 without such
// a key.
func (d *Document) Extent(path ...string) (from, to int) {
	e := d.keys[join(path)]
	for offset, v := range d.values {
		if v == e {
			return offset, offset + len(e.raw)
		}
	}
	return 0, 0
}

func quote(text string) string {
	if len(text) > 60 {
		return strconv.Quote(text[:60]) + "…"
	}
	return strconv.Quote(text)
}

func join(path []string) string { return strings.Join(path, "\x00") }

func (d *Document) position(offset int) (line, column int) {
	before := d.text[:offset]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

// offsetOf returns the offset of a position in the text.
func (d *Document) offsetOf(line, column int) int {
	offset := 0
	for range line - 1 {
		offset += bytes.IndexByte(d.text[offset:], '\n') + 1
	}
	return offset + column - 1
}

// index records every key of a text without syntax errors.
func index(name string, text []byte) *Document {
	d := &Document{name: name, text: text, keys: map[string]*entry{}, values: map[int]*entry{}}
	counts := map[string]int{} // elements of arrays of tables so far
	var table []string
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.KeyValue:
			d.keyValue(table, e)
		case unstable.Table, unstable.ArrayTable:
			table = d.header(e, counts)
		}
	}
	sort.SliceStable(d.entries, func(i, j int) bool { return d.entries[i].offset < d.entries[j].offset })
	return d
}

// header records a table and its parents, and returns its path.
func (d *Document) header(n *unstable.Node, counts map[string]int) []string {
	var path []string
	for it := n.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		kind := unstable.Table
		if it.IsLast() {
			kind = n.Kind
		}
		d.addEntry(path, it.Node(), kind)
		if count, ok := counts[join(path)]; ok || kind == unstable.ArrayTable {
			if kind == unstable.ArrayTable {
				count++
				counts[join(path)] = count
			}
			path = append(path, strconv.Itoa(count-1))
			d.addEntry(path, it.Node(), unstable.Table)
		}
	}
	return path
}

// keyValue records a key, and the contents of its value.
func (d *Document) keyValue(table []string, n *unstable.Node) {
	path := append([]string(nil), table...)
	var e *entry
	for it := n.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		kind := unstable.Table
		if it.IsLast() {
			kind = n.Value().Kind
		}
		e = d.addEntry(path, it.Node(), kind)
	}
	d.value(e, n.Value())
}

func (d *Document) value(e *entry, n *unstable.Node) {
	e.data, e.raw = string(n.Data), string(d.text[n.Raw.Offset:n.Raw.Offset+n.Raw.Length])
	switch n.Kind {
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			d.keyValue(e.path, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := n.Children(); it.Next(); i++ {
			d.value(d.addEntry(append(e.path, strconv.Itoa(i)), it.Node(), it.Node().Kind), it.Node())
		}
		return // an array has no range of its own
	}
	d.values[int(n.Raw.Offset)] = e
}

// addEntry records an entry, unless its path is recorded.
func (d *Document) addEntry(path []string, n *unstable.Node, kind unstable.Kind) *entry {
	if e := d.keys[join(path)]; e != nil {
		return e
	}
	e := &entry{path: append([]string(nil), path...), offset: int(n.Raw.Offset), kind: kind}
	d.keys[join(path)] = e
	d.entries = append(d.entries, e)
	return e
}
