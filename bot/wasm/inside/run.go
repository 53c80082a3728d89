package inside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"agon/bot/wasm"
)

// module is a module to run.
type module struct {
	share  uint64 // of memory, in bytes
	file   string
	folder string   // of its compiled form
	args   []string // its name first
	chance io.Reader
}

// run runs a module to its end and returns the exit code for how it ended.
func run(m *module, s Streams) int {
	own, err := newMemory(m.share)
	if err == nil {
		err = m.run(experimental.WithMemoryAllocator(context.Background(), own), s)
	}
	var exit *sys.ExitError
	var large tooLarge
	code := 0
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		code = wasm.ModuleCode(exit.ExitCode())
		if code != 0 && uint32(code) != exit.ExitCode() {
			fmt.Fprintf(s.Err, "agon: the module ended with code %d\n", exit.ExitCode())
		}
	case errors.As(err, &large):
		fmt.Fprintf(s.Err, "agon: %v\n", err)
		return wasm.TooLarge
	default:
		fmt.Fprintf(s.Err, "agon: %v\n", err)
		code = wasm.TrapCode(err.Error())
	}
	if code != 0 && own.refused > 0 {
		fmt.Fprintf(s.Err, "agon: the module requested %d MiB of memory; its limit is %d\n", own.refused>>20, own.most>>20)
		return wasm.OutOfMemory
	}
	return code
}

func (m *module) run(ctx context.Context, s Streams) (err error) {
	defer func() {
		switch what := recover().(type) {
		case nil:
		case error:
			err = what
		default:
			err = fmt.Errorf("the runtime failed: %v", what)
		}
	}()
	usual := debug.SetGCPercent(-1) // nearly everything allocated by loading stays in use
	code, err := os.ReadFile(m.file)
	if err != nil {
		return fmt.Errorf("read the module: %w", err)
	}
	cache, err := wazero.NewCompilationCacheWithDir(m.folder)
	if err != nil {
		return fmt.Errorf("read the compiled module: %w", err)
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return fmt.Errorf("offer WASI: %w", err)
	}
	compiled, err := runtime.CompileModule(ctx, code)
	if err != nil {
		return fmt.Errorf("load the module: %w", err)
	}
	debug.SetGCPercent(usual)
	limit()
	config := wazero.NewModuleConfig().
		WithName("").
		WithArgs(m.args...).
		WithStdin(reader{s.In}).WithStdout(writer{s.Out}).WithStderr(writer{s.Err}).
		WithRandSource(m.chance).
		WithSysNanotime().
		WithSysNanosleep()
	_, err = runtime.InstantiateModule(ctx, compiled, config)
	return err
}

func (t tooLarge) Error() string {
	return fmt.Sprintf("the module needs %d MiB of memory to start", uint64(t)>>20)
}

// A module gets its streams without their other methods, so that the runtime does not treat them as files.
type (
	reader struct{ io.Reader }
	writer struct{ io.Writer }
)
