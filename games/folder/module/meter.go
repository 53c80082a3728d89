package module

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// left is the name under which a metered module exports how many steps it has left.
const left = "agon_steps_left"

/*
metered returns a module that counts its steps, and ends by a trap when it has used up those that the global named [left] held when it
was called. A step is a call of a function, a turn of a loop, or 64 bytes that one instruction fills or copies. So a call that would not
return ends in every process at the same step, and nobody has to watch it: a runtime that can be interrupted starts a goroutine for each
call.

The global is added behind the module's own, and the functions in whose place memory is filled and copied behind its functions, so no
index changes. The format is that of the WebAssembly core specification, version 2, chapter 5.
*/
func metered(code []byte, steps int64) (out []byte, err error) {
	defer func() {
		if cut := recover(); cut == errCut {
			err = errCut
		} else if cut != nil {
			panic(cut)
		}
	}()
	const header = 8
	if len(code) < header || string(code[:header]) != "\x00asm\x01\x00\x00\x00" {
		return nil, errors.New("it is no WebAssembly module of version 1")
	}
	m := meter{sections: map[byte][]byte{}}
	out = append(out, code[:header]...)
	var order []byte
	for r := (reader{rest: code[header:]}); len(r.rest) > 0; {
		id := r.byte()
		payload := r.bytes(int(r.uint()))
		if id == customSection {
			continue // names and notes
		}
		if _, twice := m.sections[id]; twice {
			return nil, fmt.Errorf("it has section %d twice", id)
		}
		m.sections[id], order = payload, append(order, id)
	}
	if len(m.sections[memorySection]) == 0 {
		return nil, errors.New("it has no memory of its own")
	}
	if err := m.add(steps); err != nil {
		return nil, err
	}
	for _, id := range []byte{typeSection, functionSection, globalSection, exportSection, codeSection} { // the module may have had none
		if !slices.Contains(order, id) {
			at := slices.IndexFunc(append(order, 255), func(other byte) bool { return other > id })
			order = slices.Insert(order, at, id)
		}
	}
	for _, id := range order {
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(m.sections[id])))
		out = append(out, m.sections[id]...)
	}
	return out, nil
}

// Sections of a module.
const (
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	codeSection     = 10
)

// errCut is a module that ends in the middle of something.
var errCut = errors.New("it is cut short, or no module")

// A reader reads a module. It panics with errCut at its end.
type reader struct{ rest []byte }

func (r *reader) byte() byte { return r.bytes(1)[0] }

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		panic(errCut)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// skip skips a number, signed or not.
func (r *reader) skip() {
	for r.byte()&0x80 != 0 {
	}
}

// uint reads an unsigned number.
func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		panic(errCut)
	}
	r.rest = r.rest[size:]
	return n
}

// A meter adds the counter to a module.
type meter struct {
	sections   map[byte][]byte
	global     uint64 // the index of the counter
	fill, copy uint64 // the indices of the functions that stand for the instructions
}

// add changes the sections.
func (m *meter) add(steps int64) error {
	functions, globals, err := m.imported()
	if err != nil {
		return err
	}
	types, _ := m.count(typeSection)
	defined, _ := m.count(functionSection)
	more, _ := m.count(globalSection)
	m.global, m.fill, m.copy = globals+more, functions+defined, functions+defined+1
	bodies, err := m.bodies()
	if err != nil {
		return err
	}
	const i32, i64, function, mutable, end = 0x7f, 0x7e, 0x60, 1, 0x0b
	m.append(typeSection, function, 3, i32, i32, i32, 0)
	for range 2 {
		m.append(functionSection, binary.AppendUvarint(nil, types)...)
	}
	m.append(globalSection, append(signed([]byte{i64, mutable, opI64Const}, steps), end)...)
	name := append([]byte{byte(len(left))}, left...)
	m.append(exportSection, binary.AppendUvarint(append(name, 3), m.global)...)
	m.sections[codeSection] = binary.AppendUvarint(nil, uint64(len(bodies)+2))
	bodies = append(bodies, m.standIn(opFill, 0), m.standIn(opCopy, 0, 0))
	for _, body := range bodies {
		m.sections[codeSection] = binary.AppendUvarint(m.sections[codeSection], uint64(len(body)))
		m.sections[codeSection] = append(m.sections[codeSection], body...)
	}
	return nil
}

// count returns how many entries a section has, and the entries.
func (m *meter) count(id byte) (n uint64, entries []byte) {
	if len(m.sections[id]) == 0 {
		return 0, nil
	}
	r := reader{m.sections[id]}
	n = r.uint()
	return n, r.rest
}

// append adds an entry to a section.
func (m *meter) append(id byte, entry ...byte) {
	n, entries := m.count(id)
	m.sections[id] = append(append(binary.AppendUvarint(nil, n+1), entries...), entry...)
}

// imported counts the functions and the globals that come from elsewhere, which have the first indices.
func (m *meter) imported() (functions, globals uint64, err error) {
	n, entries := m.count(importSection)
	r := reader{entries}
	for range n {
		r.bytes(int(r.uint()))
		r.bytes(int(r.uint()))
		switch kind := r.byte(); kind {
		case 0:
			functions++
			r.uint()
		case 1, 2:
			if kind == 1 {
				r.byte()
			}
			flags := r.uint()
			r.uint()
			if flags&1 != 0 {
				r.uint()
			}
		case 3:
			globals++
			r.bytes(2)
		default:
			return 0, 0, fmt.Errorf("it imports something of an unknown kind %d", kind)
		}
	}
	return functions, globals, nil
}

// Instructions.
const (
	opUnreachable = 0x00
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opEnd         = 0x0b
	opBranches    = 0x0e
	opCall        = 0x10
	opSelect      = 0x1c
	opLocalGet    = 0x20
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opI64Const    = 0x42
	opF32Const    = 0x43
	opF64Const    = 0x44
	opI64Less     = 0x53 // signed
	opI64Sub      = 0x7d
	opI64Shift    = 0x88 // right, unsigned
	opI64Extend   = 0xad // from 32 bits, unsigned
	opMore        = 0xfc // the first byte of instructions for memory and tables, and of conversions
	opVector      = 0xfd // the first byte of those for vectors
	nothing       = 0x40 // the type of a block without values
)

// The second numbers of instructions that begin with opMore.
const (
	lastConversion = 7
	opInit         = 8
	opDataDrop     = 9
	opCopy         = 10
	opFill         = 11
	opElemDrop     = 13
	opTableSize    = 16
)

// take appends instructions that take what the stack holds, a 64-bit number, from the counter.
func (m *meter) take(body []byte) []byte {
	global := binary.AppendUvarint(nil, m.global)
	body = append(append(body, opGlobalSet), global...)
	body = append(append(body, opGlobalGet), global...)
	return append(body, opI64Const, 0, opI64Less, opIf, nothing, opUnreachable, opEnd)
}

// step appends instructions that take one from the counter.
func (m *meter) step(body []byte) []byte {
	body = binary.AppendUvarint(append(body, opGlobalGet), m.global)
	return m.take(append(body, opI64Const, 1, opI64Sub))
}

// standIn returns the body of a function that does what an instruction for memory does with three values, of which the last is a number of
// bytes.
func (m *meter) standIn(instruction ...byte) []byte {
	body := binary.AppendUvarint([]byte{0, opGlobalGet}, m.global) // it has no locals
	body = append(body, opLocalGet, 2, opI64Extend, opI64Const, 6, opI64Shift, opI64Sub)
	body = append(m.take(body), opLocalGet, 0, opLocalGet, 1, opLocalGet, 2, opMore)
	return append(append(body, instruction...), opEnd)
}

// bodies returns the functions with their counters.
func (m *meter) bodies() (all [][]byte, err error) {
	n, entries := m.count(codeSection)
	if n > uint64(len(entries)) {
		return nil, errCut
	}
	r := reader{entries}
	for range n {
		body, err := m.body(r.bytes(int(r.uint())))
		if err != nil {
			return nil, err
		}
		all = append(all, body)
	}
	return all, nil
}

// body copies a function, and adds a counter at its beginning and to each of its loops.
func (m *meter) body(code []byte) ([]byte, error) {
	r := reader{code}
	for range r.uint() {
		r.uint()
		r.byte()
	}
	out := m.step(append([]byte(nil), code[:len(code)-len(r.rest)]...))
	for len(r.rest) > 0 {
		from := r.rest
		op := r.byte()
		if op == opMore {
			if stood, err := m.more(&r, &out); err != nil {
				return nil, err
			} else if stood {
				continue
			}
		} else if err := skip(&r, op); err != nil {
			return nil, err
		}
		out = append(out, from[:len(from)-len(r.rest)]...)
		if op == opLoop {
			out = m.step(out)
		}
	}
	return out, nil
}

// more reads an instruction that begins with opMore. It writes a call in place of those that fill and copy memory, and refuses the others
// whose work is not bounded by the module.
func (m *meter) more(r *reader, out *[]byte) (stood bool, err error) {
	switch op := r.uint(); {
	case op <= lastConversion:
	case op == opDataDrop, op == opElemDrop, op == opTableSize:
		r.uint()
	case op == opCopy:
		r.bytes(2)
		*out = binary.AppendUvarint(append(*out, opCall), m.copy)
		return true, nil
	case op == opFill:
		r.byte()
		*out = binary.AppendUvarint(append(*out, opCall), m.fill)
		return true, nil
	default:
		return false, fmt.Errorf("its instruction 0xfc %d cannot be counted: of those for memory and tables agon knows memory.copy, "+
			"memory.fill, data.drop, elem.drop and table.size", op)
	}
	return false, nil
}

// skip reads what belongs to an instruction.
func skip(r *reader, op byte) error {
	switch {
	case op == opBranches:
		for range r.uint() + 1 {
			r.skip()
		}
	case op == opSelect:
		for range r.uint() {
			r.byte()
		}
	case op == opF32Const:
		r.bytes(4)
	case op == opF64Const:
		r.bytes(8)
	case op == 0x11, op >= 0x28 && op <= 0x3e: // an indirect call; loads and stores
		r.skip()
		r.skip()
	case op >= opBlock && op <= opIf, op == 0x0c, op == 0x0d, op == opCall, op >= opLocalGet && op <= 0x26, op >= 0x3f && op <= opI64Const,
		op == 0xd0, op == 0xd2:
		r.skip()
	case op == opVector:
		return skipVector(r)
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4, op == 0xd1:
	default:
		return fmt.Errorf("its instruction 0x%02x is unknown", op)
	}
	return nil
}

// skipVector reads what belongs to an instruction for vectors.
func skipVector(r *reader) error {
	switch op := r.uint(); {
	case op <= 11, op == 92, op == 93: // loads and stores
		r.skip()
		r.skip()
	case op == 12, op == 13:
		r.bytes(16)
	case op >= 21 && op <= 34:
		r.byte()
	case op >= 84 && op <= 91:
		r.skip()
		r.skip()
		r.byte()
	case op <= 0xff:
	default:
		return fmt.Errorf("its instruction 0xfd %d is unknown", op)
	}
	return nil
}

// signed appends a signed number.
func signed(out []byte, n int64) []byte {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
