package attack

import (
	"bytes"
	leb "encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// A module is a WebAssembly program of one function, _start, in parts.
type module struct {
	pages  uint64 // of memory at the start; 0: none
	table  bool   // of externref, empty
	locals uint64 // of type i32
	code   []byte // of _start, without its end; fd_write is function 0
}

// bytes assembles the module. Nothing but _start is exported.
func (m module) bytes() []byte {
	b := []byte("\x00asm\x01\x00\x00\x00")
	b = section(b, 1, "\x02\x60\x00\x00\x60\x04\x7f\x7f\x7f\x7f\x01\x7f") // types: () and (i32 i32 i32 i32) i32
	b = section(b, 2, "\x01\x16wasi_snapshot_preview1\x08fd_write\x00\x01")
	b = section(b, 3, "\x01\x00")
	if m.table {
		b = section(b, 4, "\x01\x6f\x00\x00")
	}
	if m.pages > 0 {
		b = section(b, 5, "\x01\x00"+string(leb.AppendUvarint(nil, m.pages)))
	}
	b = section(b, 7, "\x01\x06_start\x00\x01")
	body := []byte{0}
	if m.locals > 0 {
		body = append(leb.AppendUvarint([]byte{1}, m.locals), 0x7f)
	}
	body = append(append(body, m.code...), 0x0b)
	return section(b, 10, "\x01"+string(leb.AppendUvarint(nil, uint64(len(body))))+string(body))
}

func section(b []byte, id byte, content string) []byte {
	return append(leb.AppendUvarint(append(b, id), uint64(len(content))), content...)
}

// constant is the instruction that pushes an i32.
func constant(n int32) string {
	b := []byte{0x41}
	for {
		low := byte(n & 0x7f)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return string(append(b, low))
		}
		b = append(b, low|0x80)
	}
}

// flood writes a million pieces of 8 MiB each to standard error, in one host call.
func flood() module {
	const pieces = 1_000_000
	return module{
		pages: 256, locals: 1,
		code: []byte("\x03\x40" + // loop
			"\x20\x00" + constant(8<<20) + "\x36\x02\x04" + // i32.store offset=4: the piece's length
			"\x20\x00" + constant(8) + "\x6a\x22\x00" + // the next piece
			constant(pieces*8) + "\x48\x0d\x00\x0b" + // br_if
			constant(2) + constant(0) + constant(pieces) + constant(pieces*8) + "\x10\x00\x1a"), // call fd_write, drop
	}
}

// hoard grows a table to a GiB of the runtime's memory, and loops for ever.
func hoard() module {
	// table.grow, drop, loop
	return module{table: true, code: []byte("\xd0\x6f" + constant(1<<27) + "\xfc\x0f\x00\x1a" + "\x03\x40\x0c\x00\x0b")}
}

// nested is a function of blocks within blocks.
func nested(depth int) module {
	return module{code: append(bytes.Repeat([]byte("\x02\x40"), depth), bytes.Repeat([]byte{0x0b}, depth)...)}
}

// merging is a function in which each of some loops has to merge the values of all locals.
func merging(loops int, locals uint64) module {
	var set []byte
	for i := range locals {
		at := leb.AppendUvarint(nil, i)
		set = append(append(append(set, 0x20), at...), "\x41\x01\x6a\x21"...)
		set = append(set, at...)
	}
	var code []byte
	for range loops {
		code = append(append(append(code, 0x03, 0x40), set...), 0x20, 0, 0x0d, 0, 0x0b)
	}
	return module{locals: locals, code: code}
}

// playModule plays a short game of a module against a built-in.
func playModule(t *testing.T, code []byte, args ...string) (o outcome, log string) {
	t.Helper()
	dir := written(t, "")
	if err := os.WriteFile(filepath.Join(dir, "bot.wasm"), code, 0o644); err != nil {
		t.Fatal(err)
	}
	o = agon(t, dir, append([]string{"play", "colour-battle", "./bot.wasm", "builtin:steve", "--set", "rounds=4", "--seed", "7", "--log",
		"logs"}, args...)...)
	files, _ := filepath.Glob(filepath.Join(dir, "logs", "*"))
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		log += string(text)
	}
	return o, log
}

// TestModules plays WebAssembly modules that are made to harm the host instead of to play.
func TestModules(t *testing.T) {
	for _, tt := range []struct {
		name string
		code []byte
		args []string
		want string // what agon says of it
	}{
		{"all the memory there can be", module{pages: 65536}.bytes(), nil, "needs 4096 MiB of memory to start; its limit is 512"},
		{"one call of the host without end", flood().bytes(), []string{"--guard", "300ms"}, "no answer within 300ms"},
		{"a table as large as memory", hoard().bytes(), []string{"--sandbox", "none"}, "memory: it and the runtime ran out of memory"},
		{"blocks within blocks", nested(100_000).bytes(), nil, "compiling it takes more than"},
		{"loops that merge all locals", merging(2500, 1000).bytes(), nil, "compiling it takes more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "loops that merge all locals" { // it costs as much as the blocks
				tier.Long(t)
			}
			t.Parallel()
			o, log := playModule(t, tt.code, tt.args...)
			if !strings.Contains(o.Out+o.Err+log, tt.want) || strings.Contains(o.Err, "goroutine ") {
				t.Errorf("agon does not say %q\nexit %d\nstdout:\n%s\nstderr:\n%s\nlog:\n%.500s", tt.want, o.Code, o.Out, o.Err, log)
			}
		})
	}
}
