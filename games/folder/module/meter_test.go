package module

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// section returns a section of a module that is shorter than 128 bytes.
func section(id byte, payload ...byte) []byte {
	return append([]byte{id, byte(len(payload))}, payload...)
}

// assemble returns a module with one function of no parameters and no results, exported as "f", and a memory of 17 pages.
func assemble(body ...byte) []byte {
	body = append(append([]byte{0}, body...), opEnd) // no locals
	code := append([]byte{1, byte(len(body))}, body...)
	var all []byte
	for _, s := range [][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"), section(1, 1, 0x60, 0, 0), section(3, 1, 0), section(5, 1, 0, 17), section(7, 1, 1, 'f', 0, 0),
		section(10, code...),
	} {
		all = append(all, s...)
	}
	return all
}

// run calls the function of a metered module, and returns the steps that are left.
func run(t *testing.T, code []byte, steps int64) (rest int64, err error) {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	code, err = metered(code, steps)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.InstantiateWithConfig(ctx, code, wazero.NewModuleConfig().WithStartFunctions())
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.ExportedFunction("f").Call(ctx)
	return int64(m.ExportedGlobal(left).(api.MutableGlobal).Get()), err
}

// Loops, calls, and bytes that are filled and copied are counted, and end a call that does not return.
func TestSteps(t *testing.T) {
	t.Parallel()
	loop := func(body ...byte) []byte { return append(append([]byte{opLoop, nothing}, body...), 0x0c, 0, opEnd) } // there and back
	megabyte := []byte{0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 0xc0, 0}                                               // 0, 0, 1 MiB
	for _, tt := range []struct {
		name string
		body []byte
		used int64 // of 100 000 steps; 0: all of them
	}{
		{"nothing", nil, 1},
		{"a loop that ends", []byte{opLoop, nothing, opEnd}, 2},
		{"a loop that does not", loop(), 0},
		{"a call of itself", []byte{opCall, 0}, 0},
		{"a fill", append(megabyte, opMore, opFill, 0), 1 + 1<<14},
		{"a copy", append(megabyte, opMore, opCopy, 0, 0), 1 + 1<<14},
		{"fills without end", loop(append(megabyte, opMore, opFill, 0)...), 0},
		{"numbers of ten bytes", []byte{opI64Const, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f, 0x1a}, 1},
	} {
		rest, err := run(t, assemble(tt.body...), 100_000)
		if tt.used == 0 && (rest >= 0 || err == nil || !strings.Contains(err.Error(), "unreachable")) || tt.used > 0 &&
			(rest != 100_000-tt.used || err != nil) {
			t.Errorf("%s: %d steps are left, want %d fewer than 100 000; %v", tt.name, rest, tt.used, err)
		}
	}
	if _, err := metered(assemble(append(megabyte, opMore, 17, 0)...), 1); err == nil ||
		!strings.Contains(err.Error(), "0xfc 17 cannot be counted") {
		t.Errorf("a table that is filled: %v", err)
	}
}

// FuzzMetered gives it anything.
func FuzzMetered(f *testing.F) {
	for _, name := range []string{"noughts", "stuck"} {
		code, err := os.ReadFile("../testdata/" + name + "/rules.wasm")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(code)
	}
	f.Add(assemble(opLoop, nothing, opEnd))
	f.Fuzz(func(t *testing.T, code []byte) {
		out, err := metered(code, 1)
		if err == nil && len(out) < len("\x00asm\x01\x00\x00\x00") {
			t.Error("no module, and no error")
		}
	})
}
