package game

import (
	"slices"
	"strconv"
	"strings"

	"agon/internal/jsontext"
)

// A Frame is one state as a viewer sees it: named fields of a few types, written as JSON for viewers and for bots with the agon protocol. A
// kind's View fills it; its buffers are reused from frame to frame.
//
// Types: a number, a text, a list of numbers (per seat, or per item on the board), a list of texts, and a grid.
type Frame struct {
	fields []field
	used   int
	only   []string // the fields that it takes; nil: all
	drawn  string   // see Sketch
}

type shape uint8

const (
	number shape = iota
	text
	numbers
	texts
	grid
)

type field struct {
	name  string
	shape shape
	n     int
	s     string
	list  []int
	words []string
	width int
}

// Only has the frame take only the fields with these names from now on, which saves the time of the others; nil: all.
func (f *Frame) Only(names []string) { f.only = names }

// takes reports whether the frame takes a field.
func (f *Frame) takes(name string) bool { return f.only == nil || slices.Contains(f.only, name) }

// Reset empties the frame but keeps its buffers.
func (f *Frame) Reset() { f.used, f.drawn = 0, "" }

// Sketch adds what the kind's own Draw needs beside the fields, as text of its own. No bot is sent it, and it is no part of the JSON.
func (f *Frame) Sketch(text string) { f.drawn = text }

// Sketched returns that text.
func (f *Frame) Sketched() string { return f.drawn }

func (f *Frame) field(name string, s shape) *field {
	if f.used == len(f.fields) {
		if f.used == 0 {
			f.fields = make([]field, 0, 8) // as many as most kinds have
		}
		f.fields = append(f.fields, field{})
	}
	p := &f.fields[f.used]
	f.used++
	p.name, p.shape = name, s
	p.list, p.words = p.list[:0], p.words[:0]
	return p
}

// Int adds a number.
func (f *Frame) Int(name string, n int) {
	if f.takes(name) {
		f.field(name, number).n = n
	}
}

// Bool adds a number that is 1 for true.
func (f *Frame) Bool(name string, b bool) {
	n := 0
	if b {
		n = 1
	}
	f.Int(name, n)
}

// Text adds a text.
func (f *Frame) Text(name, s string) {
	if f.takes(name) {
		f.field(name, text).s = s
	}
}

// Ints adds a list of n numbers, at(0) to at(n-1).
func (f *Frame) Ints(name string, n int, at func(i int) int) {
	if !f.takes(name) {
		return
	}
	p := f.field(name, numbers)
	p.list = slices.Grow(p.list, n)
	for i := 0; i < n; i++ {
		p.list = append(p.list, at(i))
	}
}

// Texts adds a list of n texts.
func (f *Frame) Texts(name string, n int, at func(i int) string) {
	if !f.takes(name) {
		return
	}
	p := f.field(name, texts)
	for i := 0; i < n; i++ {
		p.words = append(p.words, at(i))
	}
}

// Grid adds a grid of rows; at(x, y) is its value in column x of row y.
func (f *Frame) Grid(name string, width, height int, at func(x, y int) int) {
	if !f.takes(name) {
		return
	}
	p := f.field(name, grid)
	p.width = width
	p.list = slices.Grow(p.list, width*height)[:width*height]
	for y := 0; y < height; y++ {
		row := p.list[y*width:][:width]
		for x := range row {
			row[x] = at(x, y)
		}
	}
}

// Cells adds a grid of rows of this width: cells are its values row by row.
func Cells[N ~int8 | ~uint8 | ~int16 | ~int32](f *Frame, name string, width int, cells []N) {
	if !f.takes(name) {
		return
	}
	p := f.field(name, grid)
	p.width = width
	p.list = slices.Grow(p.list, len(cells))[:len(cells)]
	for i, n := range cells {
		p.list[i] = int(n)
	}
}

// Type returns the type of a field: "number", "text", "numbers", "texts" or "grid"; empty if there is no such field.
func (f *Frame) Type(name string) string {
	if p := f.find(name); p != nil {
		return [...]string{number: "number", text: "text", numbers: "numbers", texts: "texts", grid: "grid"}[p.shape]
	}
	return ""
}

// Names returns the names of the fields, in the order in which they were added.
func (f *Frame) Names() []string {
	names := make([]string, f.used)
	for i := range names {
		names[i] = f.fields[i].name
	}
	return names
}

// Number returns a number of the frame by name, 0 if there is none.
func (f *Frame) Number(name string) int {
	if p := f.find(name); p != nil {
		return p.n
	}
	return 0
}

// Word returns a text of the frame by name.
func (f *Frame) Word(name string) string {
	if p := f.find(name); p != nil {
		return p.s
	}
	return ""
}

// List returns a list of numbers of the frame by name; a grid is one list, row after row.
func (f *Frame) List(name string) []int {
	if p := f.find(name); p != nil {
		return p.list
	}
	return nil
}

// Words returns a list of texts of the frame by name.
func (f *Frame) Words(name string) []string {
	if p := f.find(name); p != nil {
		return p.words
	}
	return nil
}

// Width returns the width of a grid of the frame, 0 when it has no such grid.
func (f *Frame) Width(name string) int {
	if p := f.find(name); p != nil && p.shape == grid {
		return p.width
	}
	return 0
}

// Items returns the parts of a field as lines of text: a number, a text, the items of a list, the rows of a grid with blanks between their
// cells; nil if there is no such field.
func (f *Frame) Items(name string) []string {
	p := f.find(name)
	if p == nil {
		return nil
	}
	var items []string
	switch p.shape {
	case number:
		return []string{strconv.Itoa(p.n)}
	case text:
		return []string{oneLine(p.s)}
	case texts:
		for _, word := range p.words {
			items = append(items, oneLine(word))
		}
	case numbers:
		for _, n := range p.list {
			items = append(items, strconv.Itoa(n))
		}
	case grid:
		for at := 0; at < len(p.list); at += p.width {
			var row []byte
			for i, n := range p.list[at : at+p.width] {
				if i > 0 {
					row = append(row, ' ')
				}
				row = strconv.AppendInt(row, int64(n), 10)
			}
			items = append(items, string(row))
		}
	}
	return items
}

// oneLine returns a text with blanks in place of the ends of its lines.
func oneLine(text string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(text) }

// Numbers calls visit for every field of numbers, in the order in which they were added: with the numbers of a list or, with its width, of
// a grid, row after row; a single number is a list of one, with single set. Lists are valid until the frame is reset.
func (f *Frame) Numbers(visit func(name string, list []int, width int, single bool)) {
	for i := range f.fields[:f.used] {
		switch p := &f.fields[i]; p.shape {
		case number:
			p.list = append(p.list[:0], p.n)
			visit(p.name, p.list, 0, true)
		case numbers:
			visit(p.name, p.list, 0, false)
		case grid:
			visit(p.name, p.list, p.width, false)
		}
	}
}

func (f *Frame) find(name string) *field {
	for i := range f.fields[:f.used] {
		if f.fields[i].name == name {
			return &f.fields[i]
		}
	}
	return nil
}

// CopyTo makes g equal to f, in g's own buffers.
func (f *Frame) CopyTo(g *Frame) {
	g.Reset()
	g.drawn = f.drawn
	for i := range f.fields[:f.used] {
		p, q := &f.fields[i], g.field(f.fields[i].name, f.fields[i].shape)
		q.n, q.s, q.width = p.n, p.s, p.width
		q.list = append(q.list, p.list...)
		q.words = append(q.words, p.words...)
	}
}

// AppendJSON appends the whole frame as one JSON object. Grids are lists of rows.
func (f *Frame) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range f.fields[:f.used] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = f.fields[i].appendJSON(dst)
	}
	return append(dst, '}')
}

// AppendDelta appends the differences from an earlier frame of the same game: changed fields whole, and grids of the same size as the list
// of their changed cells [x, y, value]. Removed fields are not reported; a kind shows the same fields throughout a game.
func (f *Frame) AppendDelta(dst []byte, before *Frame) []byte {
	dst = append(dst, '{')
	first := true
	for i := range f.fields[:f.used] {
		p := &f.fields[i]
		old := before.at(i, p.name)
		if old != nil && p.equal(old) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if old != nil && p.shape == grid && old.shape == grid && old.width == p.width && len(old.list) == len(p.list) {
			dst = p.appendCells(dst, old)
			continue
		}
		dst = p.appendJSON(dst)
	}
	return append(dst, '}')
}

// at returns a field, which is probably at the same index as in the other frame.
func (f *Frame) at(i int, name string) *field {
	if i < f.used && f.fields[i].name == name {
		return &f.fields[i]
	}
	return f.find(name)
}

func (p *field) equal(q *field) bool {
	if p.shape != q.shape {
		return false
	}
	switch p.shape {
	case number:
		return p.n == q.n
	case text:
		return p.s == q.s
	case texts:
		return slices.Equal(p.words, q.words)
	}
	return p.width == q.width && slices.Equal(p.list, q.list) || p.shape == numbers && slices.Equal(p.list, q.list)
}

func (p *field) appendJSON(dst []byte) []byte {
	dst = jsontext.AppendString(dst, p.name)
	dst = append(dst, ':')
	switch p.shape {
	case number:
		return strconv.AppendInt(dst, int64(p.n), 10)
	case text:
		return jsontext.AppendString(dst, p.s)
	case numbers:
		return appendInts(dst, p.list)
	case texts:
		dst = append(dst, '[')
		for i, w := range p.words {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsontext.AppendString(dst, w)
		}
		return append(dst, ']')
	}
	dst = append(dst, '[')
	for at := 0; at < len(p.list); at += p.width {
		if at > 0 {
			dst = append(dst, ',')
		}
		dst = appendInts(dst, p.list[at:at+p.width])
	}
	return append(dst, ']')
}

func (p *field) appendCells(dst []byte, old *field) []byte {
	dst = jsontext.AppendString(dst, p.name)
	dst = append(dst, ':', '[')
	first := true
	for i, v := range p.list {
		if v == old.list[i] {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, '[')
		dst = strconv.AppendInt(dst, int64(i%p.width), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(i/p.width), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(v), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendInts(dst []byte, list []int) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, ']')
}
