package wasm

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"agon/bot"
	"agon/bot/program"
)

// A Module is a compiled bot. Players of any number of goroutines share it.
type Module struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	name     string
	args     []string
	memory   uint64 // bytes that an instance may have
}

// page is the unit of a module's memory.
const page = 64 << 10

// most is the memory of a module without a limit, all that there can be.
const most = 65536 * page

// Compile makes a bot of the code of a module. Of the limits Memory is heeded. An error is the module's own, in words for its author.
func Compile(ctx context.Context, name string, code []byte, limits bot.Limits, args ...string) (*Module, error) {
	m := &Module{name: name, args: args, memory: most}
	if limits.Memory > 0 {
		m.memory = min(uint64(limits.Memory), most)
	}
	// Only with this a module can be stopped while it works.
	m.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCloseOnContextDone(true))
	if err := m.compile(ctx, code); err != nil {
		m.runtime.Close(ctx)
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

func (m *Module) compile(ctx context.Context, code []byte) (err error) {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		return err
	}
	if m.compiled, err = m.runtime.CompileModule(ctx, code); err != nil {
		return fmt.Errorf("it is no WebAssembly module: %w", err)
	}
	if _, ok := m.compiled.ExportedFunctions()["_start"]; !ok {
		return fmt.Errorf("it has no function _start: build it as a program (a WASI command), not as a library")
	}
	for _, f := range m.compiled.ImportedFunctions() {
		if module, function, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("it imports %s from %s; there is only %s", function, module, wasi_snapshot_preview1.ModuleName)
		}
	}
	for _, memory := range m.compiled.ExportedMemories() {
		if needs := uint64(memory.Min()) * page; needs > m.memory {
			return fmt.Errorf("it needs %d MiB of memory to start and may have %d", needs>>20, m.memory>>20)
		}
	}
	return nil
}

// Player makes a player of the module.
func (m *Module) Player(log *bot.Log, caps program.Caps) *program.Player {
	return program.NewAgonOf(func() (program.Life, error) { return m.start(log), nil }, true, log, caps)
}

// Close frees the code. The players must have been closed.
func (m *Module) Close() error { return m.runtime.Close(context.Background()) }
