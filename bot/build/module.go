package build

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"

	"agon/bot/wasm"
)

// planWasm compiles and runs a module, both in a process of agon's own binary.
func planWasm(p *plan) error {
	if err := p.needsEntry(".wasm"); err != nil {
		return err
	}
	if len(p.tools.Modules) == 0 {
		return errors.New("no command compiles WebAssembly modules: set Tools.Modules")
	}
	p.module = path.Clean(filepath.ToSlash(p.source.Entry))
	p.memory = wasm.Usual
	p.env = append(p.env, "GOMAXPROCS=1", "MALLOC_ARENA_MAX=1")
	p.run = tool{path: p.tools.Modules[0], readable: p.tools.Modules[:1]}
	return p.compileModule()
}

// compileModule adds the step that compiles the module. The result depends on agon's binary and on the processor's features.
func (p *plan) compileModule() error {
	own, err := inspect(p.tools.Modules[0])
	if err != nil {
		return err
	}
	own.mark += fmt.Sprint(cpu.X86, cpu.ARM64)
	own.readable = p.tools.Modules[:1]
	p.step(own, append(p.tools.Modules[1:len(p.tools.Modules):len(p.tools.Modules)], wasm.CompileArgs("./"+p.module, wasm.Folder)...)...)
	return nil
}

// runModule returns how the module in the bot's folder is run.
func (p *plan) runModule(r *Program) error {
	run := wasm.Run{Name: p.source.Name, Module: filepath.Join(r.Dir, filepath.FromSlash(p.module)),
		Folder: filepath.Join(r.Dir, wasm.Folder), Memory: p.use.Memory}
	if run.Memory == 0 {
		run.Memory = wasm.Usual
	}
	info, err := os.Stat(run.Module)
	if err != nil {
		return fmt.Errorf("look at the module: %w", err)
	}
	run.Size = info.Size()
	pages, err := modulePages(run.Folder)
	if err != nil {
		return err
	}
	if needs := pages * wasm.Page; needs > run.Share() {
		return flaw("", "it needs %d MiB of memory to start; its limit is %d with the runtime's own", needs>>20, run.Memory>>20)
	}
	r.Args = append(append(p.tools.Modules[1:len(p.tools.Modules):len(p.tools.Modules)], run.Args()...), r.Args...)
	r.PerGame, r.Seed, r.Ending, r.Tasks = true, wasm.SeedName, run.Ending, wasm.Tasks
	return nil
}

// modulePages returns how many pages of memory a compiled module needs to start. The number comes from an untrusted build.
func modulePages(folder string) (int64, error) {
	const most = 65536
	text, err := os.ReadFile(filepath.Join(folder, wasm.NeedsName))
	if err != nil {
		return 0, fmt.Errorf("look at the compiled module: %w", err)
	}
	pages, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || pages < 0 || pages > most {
		return 0, flaw("", "its build left no valid compiled module")
	}
	return pages, nil
}
