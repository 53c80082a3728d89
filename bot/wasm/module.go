package wasm

import (
	"context"
	"errors"
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
	cache    wazero.CompilationCache // may be nil
	memory   uint64                  // bytes that an instance may have
}

// page is the unit of a module's memory.
const page = 64 << 10

// most is the memory of a module without a limit, all that there can be.
const most = 65536 * page

// A Config says which module is to be played with, and how.
type Config struct {
	Name   string   // of the program, its argument 0
	Args   []string // further arguments
	Code   []byte   // the module
	Limits bot.Limits
	Cache  string // a folder that keeps compiled code from run to run; empty: none
}

// Compile makes a bot of the code of a module. Of the limits Memory is heeded. An error wraps program.ErrOwn where it is the module's
// own, in words for its author.
func Compile(ctx context.Context, c Config) (*Module, error) {
	m := &Module{name: c.Name, args: c.Args, memory: most}
	if c.Limits.Memory > 0 {
		m.memory = min(uint64(c.Limits.Memory), most)
	}
	// Only with this a module can be stopped while it works.
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true)
	if c.Cache != "" {
		cache, err := wazero.NewCompilationCacheWithDir(c.Cache)
		if err != nil {
			return nil, fmt.Errorf("keep compiled code in %s: %w", c.Cache, err)
		}
		m.cache, config = cache, config.WithCompilationCache(cache)
	}
	m.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		m.Close()
		return nil, fmt.Errorf("offer WASI: %w", err)
	}
	if err := m.compile(ctx, c.Code); err != nil {
		m.Close()
		return nil, fmt.Errorf("%s: %w: %w", c.Name, program.ErrOwn, err)
	}
	return m, nil
}

func (m *Module) compile(ctx context.Context, code []byte) (err error) {
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
func (m *Module) Close() error {
	ctx := context.Background()
	err := m.runtime.Close(ctx)
	if m.cache != nil {
		err = errors.Join(err, m.cache.Close(ctx))
	}
	return err
}
