package inside

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"agon/bot/wasm"
)

// compile writes the compiled form of a module into a folder, or reports why it cannot to the module's author.
func compile(file, folder string) error {
	name := filepath.Base(file)
	code, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the module: %w", err)
	}
	ended := spend(name)
	defer ended()
	if err := compileCode(code, folder); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func compileCode(code []byte, folder string) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("it crashes the compiler: %v", what)
		}
	}()
	if err := os.RemoveAll(folder); err != nil { // files there that came with the bot are untrusted machine code
		return err
	}
	ctx := context.Background()
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return err
	}
	defer cache.Close(ctx)
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, code)
	if err != nil {
		return fmt.Errorf("not a WebAssembly module: %w", err)
	}
	if err := check(compiled); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, wasm.NeedsName), strconv.AppendUint(nil, needs(ctx, code), 10), 0o644)
}

// check returns an error for a module that is not a program.
func check(m wazero.CompiledModule) error {
	if _, ok := m.ExportedFunctions()["_start"]; !ok {
		return fmt.Errorf("it has no function _start: build it as a program (a WASI command), not as a library")
	}
	for _, f := range m.ImportedFunctions() {
		if module, function, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("it imports %s from %s; only %s is available", function, module, wasi_snapshot_preview1.ModuleName)
		}
	}
	for _, memory := range m.ImportedMemories() {
		module, name, _ := memory.Import()
		return fmt.Errorf("it imports its memory, %s from %s: it must define its own", name, module)
	}
	return nil
}

// needs returns how many pages of memory a valid module has when it starts. The runtime reports exported memory only, but refuses every
// memory above a limit and reports the excess.
func needs(ctx context.Context, code []byte) uint64 {
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithMemoryLimitPages(0))
	defer runtime.Close(ctx)
	_, err := runtime.CompileModule(ctx, code)
	if err == nil {
		return 0
	}
	var pages uint64
	if _, minimum, ok := strings.Cut(err.Error(), "min "); ok {
		fmt.Sscanf(minimum, "%d pages", &pages)
	}
	return pages
}
