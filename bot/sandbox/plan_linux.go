//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"fmt"
	"syscall"

	"agon/bot/sandbox/entry"
)

// A plan is what the launcher carries out: system calls by section, and the data that they point to.
type plan struct {
	steps    [entry.Count][]step
	data     []byte
	pointers []cell // words of data that hold the address of other data

	clone   cell
	groups  cell
	message cell
	size    int // of the message, in bytes
	sweep   bool
}

// A cell is an offset in the plan's data, a multiple of 8 bytes.
type cell int

// A value is an argument of a step.
type value struct {
	n    uint64
	kind kind
}

type kind uint8

const (
	plainNumber kind = iota
	pointer          // address of a cell
	content          // the content of a cell at that time
)

// A step is one system call. The name, such as "mount /proc", is for error messages.
type step struct {
	name    string
	nr      uintptr
	args    [6]value
	save    cell // where the result is stored; 0: nowhere
	mayFail bool
}

// number returns an argument with a fixed value; negative ones are passed in two's complement.
func number[N ~int | ~int64 | ~uint64 | ~uintptr | ~uint32](n N) value { return value{n: uint64(n)} }

func at(c cell) value   { return value{n: uint64(c), kind: pointer} }
func what(c cell) value { return value{n: uint64(c), kind: content} }

func newPlan() *plan {
	return &plan{data: make([]byte, 8, 8<<10)} // no cell is 0
}

// do adds a step.
func (p *plan) do(section int, name string, nr uintptr, args ...value) *step {
	s := step{name: name, nr: nr}
	copy(s.args[:], args)
	p.steps[section] = append(p.steps[section], s)
	return &p.steps[section][len(p.steps[section])-1]
}

// to stores the result of the step in a cell.
func (s *step) to(c cell) { s.save = c }

// orNot allows the step to fail.
func (s *step) orNot() { s.mayFail = true }

// room reserves size bytes.
func (p *plan) room(size int) cell {
	c := cell(len(p.data))
	p.data = append(p.data, make([]byte, (size+7)&^7)...)
	return c
}

func (p *plan) bytes(b []byte) cell {
	c := p.room(len(b))
	copy(p.data[c:], b)
	return c
}

// text adds a string that ends with a NUL byte.
func (p *plan) text(s string) cell {
	c := p.room(len(s) + 1)
	copy(p.data[c:], s)
	return c
}

func (p *plan) words(words ...uint64) cell {
	c := p.room(8 * len(words))
	for i, w := range words {
		binary.NativeEndian.PutUint64(p.data[int(c)+8*i:], w)
	}
	return c
}

// point makes the word at a cell hold the address of another.
func (p *plan) point(from, to cell) {
	binary.NativeEndian.PutUint64(p.data[from:], uint64(to))
	p.pointers = append(p.pointers, from)
}

// list adds an array of strings that ends with a null pointer, as execve takes it.
func (p *plan) list(texts []string) cell {
	c := p.room(8 * (len(texts) + 1))
	for i, t := range texts {
		p.point(c+cell(8*i), p.text(t))
	}
	return c
}

// encode returns the plan in the format that package entry describes.
func (p *plan) encode() []byte {
	steps := 0
	for _, s := range p.steps {
		steps += len(s)
	}
	data := uint64(entry.Header + steps*entry.StepWords) // offset of the first word of data
	words := make([]uint64, data, int(data)+len(p.data)/8+steps*6+len(p.pointers)+1)
	for i := 0; i < len(p.data); i += 8 {
		words = append(words, binary.NativeEndian.Uint64(p.data[i:]))
	}
	place := func(c cell) uint64 { return data + uint64(c)/8 }
	var moved []uint64 // the relocations
	for _, from := range p.pointers {
		words[place(from)] += data * 8
		moved = append(moved, place(from))
	}
	next := uint64(entry.Header)
	for section, list := range p.steps {
		words[entry.Sections+section] = next
		for _, s := range list {
			moved = append(moved, s.encode(words, next, data)...)
			next += entry.StepWords
		}
	}
	words[entry.End] = next
	words[entry.Clone] = place(p.clone)
	if p.groups != 0 {
		words[entry.Groups] = place(p.groups)
	}
	words[entry.Message], words[entry.MessageSize] = place(p.message), uint64(p.size)
	if p.sweep {
		words[entry.Sweep] = 1
	}
	words[entry.Relocations] = uint64(len(words))
	words = append(append(words, uint64(len(moved))), moved...)
	out := make([]byte, 0, 8*len(words))
	for _, w := range words {
		out = binary.NativeEndian.AppendUint64(out, w)
	}
	return out
}

// encode writes the step at an offset and returns the offsets of its pointers.
func (s *step) encode(words []uint64, to, data uint64) (moved []uint64) {
	words[to] = uint64(s.nr)
	for i, a := range s.args {
		w := to + 1 + uint64(i)
		switch a.kind {
		case plainNumber:
			words[w] = a.n
		case pointer:
			words[w] = data*8 + a.n
			moved = append(moved, w)
		case content:
			words[w] = data + a.n/8
			words[to+7] |= 1 << i
		}
	}
	if s.save != 0 {
		words[to+8] = data + uint64(s.save)/8
	}
	if s.mayFail {
		words[to+9] = 1
	}
	return moved
}

// failure turns a report of the launcher into an error.
func (p *plan) failure(section, place, errno uint64) error {
	err := syscall.Errno(errno)
	switch section {
	case entry.ReportClone:
		return fmt.Errorf("create its namespaces: %w", err)
	case entry.ReportMaps:
		return fmt.Errorf("map its user ID: %w", err)
	}
	at := uint64(entry.Header)
	for s, list := range p.steps {
		for i := range list {
			if uint64(s) == section && at == place {
				return fmt.Errorf("%s: %w", list[i].name, err)
			}
			at += entry.StepWords
		}
	}
	return fmt.Errorf("the launcher failed in section %d at %d: %w", section, place, err)
}
