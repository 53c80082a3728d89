package module

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"github.com/tetratelabs/wazero"
	"golang.org/x/sys/cpu"

	"agon/bot"
)

// Limits of the process that compiles a module. What a module costs here bounds what it costs the process that loads
// the result: reading and checking the module are part of both.
const (
	compileTime   = 20 * time.Second // of processor time
	compileMemory = 1 << 30
	compileDisk   = 128 << 20 // bytes of the compiled module

	lookEvery = 10 * time.Millisecond // at the time and the memory that it uses
	tooLarge  = 77                    // its exit code when it has used too much memory
)

// compileArg is the first argument of [Serve] in the process that compiles a module.
const compileArg = "compile"

// The first byte of what that process writes. The name of a file and its content follow, or why the module is invalid.
const (
	compiledByte = '+'
	invalidByte  = '-'
)

// entries matches the files of compiled modules in a folder, which has one.
const entries = "wazero-*/*"

// serveCompile compiles the module that it reads from in, and writes the result.
func serveCompile(steps int64, in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(compileMemory * 3 / 4)
	go limitMemory()
	code, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read the module: %w", err)
	}
	dir, err := os.MkdirTemp("", "agon-module")
	if err != nil {
		return fmt.Errorf("compile the module: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := compileInto(code, steps, dir); err != nil {
		_, err = fmt.Fprintf(out, "%c%v", invalidByte, err)
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, entries))
	if err != nil || len(names) != 1 {
		return fmt.Errorf("compile the module: %d files are in the cache, want 1", len(names))
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		return fmt.Errorf("compile the module: %w", err)
	}
	name, err := filepath.Rel(dir, names[0])
	if err == nil {
		_, err = fmt.Fprintf(out, "%c%s\n%s", compiledByte, name, text)
	}
	return err
}

// limitMemory ends this process when it has too much memory, which no launcher without a sandbox limits.
func limitMemory() {
	memory := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(lookEvery) {
		if metrics.Read(memory); memory[0].Value.Uint64()-memory[1].Value.Uint64() > compileMemory {
			os.Exit(tooLarge)
		}
	}
}

func compileInto(code []byte, steps int64, dir string) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("it crashes the compiler: %v", what)
		}
	}()
	runtime, _, err := load(code, steps, dir)
	if runtime != nil {
		runtime.Close(context.Background())
	}
	return err
}

// compiledFolder returns a folder with the compiled module, which another process compiles if it is not in the cache.
// done removes the folder if it is not to be kept.
func (e *Engine) compiledFolder(code []byte) (dir string, done func(), err error) {
	below, done := e.Cache, func() {}
	if !private(below) {
		if below, err = os.MkdirTemp("", "agon-modules"); err != nil {
			return "", done, &bot.HostError{Err: fmt.Errorf("compile the rules in %s: %w", e.File, err)}
		}
		done = func() { os.RemoveAll(below) }
	}
	info, err := os.Stat(e.Program[0])
	if err != nil {
		return "", done, &bot.HostError{Err: fmt.Errorf("compile the rules in %s with agon: %w", e.File, err)}
	}
	key := sha256.New()
	fmt.Fprintln(key, info.Size(), info.ModTime().UnixNano(), cpu.X86, cpu.ARM64, e.Steps)
	key.Write(code)
	dir = filepath.Join(below, fmt.Sprintf("%x", key.Sum(nil)[:16]))
	if found, _ := filepath.Glob(filepath.Join(dir, entries)); len(found) == 1 {
		return dir, done, nil
	}
	fresh, err := os.MkdirTemp(below, "fresh-")
	if err != nil {
		return "", done, &bot.HostError{Err: fmt.Errorf("compile the rules in %s: %w", e.File, err)}
	}
	defer os.RemoveAll(fresh)
	if err := e.compileApart(code, fresh); err != nil {
		return "", done, err
	}
	if err := os.Rename(fresh, dir); err != nil { // another agon has been faster, or an entry is broken
		os.RemoveAll(dir)
		err = os.Rename(fresh, dir)
		return dir, done, err
	}
	return dir, done, nil
}

// compileApart compiles a module in a process in the sandbox, and writes the result to a folder.
func (e *Engine) compileApart(code []byte, dir string) error {
	p, err := e.Launcher().Start(bot.Command{
		Path: e.Program[0], Args: append(e.Program[1:len(e.Program):len(e.Program)], compileArg, strconv.FormatInt(e.Steps, 10)),
		Dir: "/", Readable: e.Program[:1], Env: []string{"GOMAXPROCS=2"},
		Limits: bot.Limits{Memory: compileMemory, Tasks: processTasks, CPU: e.Compile, Disk: compileDisk},
	})
	if err != nil {
		return &bot.HostError{Err: fmt.Errorf("compile the rules in %s: %w", e.File, err)}
	}
	defer p.Close()
	done, late := make(chan struct{}), make(chan bool, 1)
	go func() { late <- e.watch(p, done) }()
	go func() {
		p.In.Write(code)
		p.In.Close()
	}()
	printed := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(p.Err, longestReason))
		io.Copy(io.Discard, p.Err)
		printed <- text
	}()
	invalid, wrote := receive(p.Out, dir)
	exit := p.Wait()
	close(done)
	slow := <-late
	select {
	case <-e.Ended:
		return fmt.Errorf("compile the rules in %s: %w", e.File, context.Canceled)
	default:
	}
	switch cause := exit.Cause(); {
	case slow, cause == bot.CPULimit:
		return e.failure("the file", fmt.Sprintf("compiling it took more than %v of processor time: "+
			"split it into smaller functions with fewer nested blocks", e.Compile))
	case cause == bot.MemoryLimit, exit.Code == tooLarge:
		return e.failure("the file", fmt.Sprintf("compiling it took more than %d MiB of memory: "+
			"make it smaller, and split its largest functions", compileMemory>>20))
	case exit.Signal != 0:
		return &bot.HostError{Err: fmt.Errorf("compile the rules in %s: the process ended by signal: %v", e.File, exit.Signal)}
	case exit.Code != 0:
		return &bot.HostError{Err: fmt.Errorf("compile the rules in %s: the process ended with code %d: %s",
			e.File, exit.Code, bytes.TrimSpace(<-printed))}
	case invalid != "":
		return e.failure("the file", invalid)
	case wrote != nil:
		return &bot.HostError{Err: fmt.Errorf("compile the rules in %s: %w", e.File, wrote)}
	}
	return nil
}

// watch kills the process when agon ends, or when it has used up its time, which no launcher without a sandbox limits.
// It reports whether that was so.
func (e *Engine) watch(p *bot.Process, done <-chan struct{}) (slow bool) {
	loading := bot.NewLoading(p, e.Compile, nil)
	for !loading.Over() {
		select {
		case <-e.Ended:
			p.Kill()
			return false
		case <-done:
			return false
		case <-time.After(lookEvery):
		}
	}
	p.Kill()
	return true
}

// receive reads what the process writes, and writes a compiled module to a folder.
func receive(from io.Reader, dir string) (invalid string, err error) {
	r := bufio.NewReader(io.LimitReader(from, compileDisk+longestReason))
	status, err := r.ReadByte()
	if err != nil {
		return "", err
	}
	if status != compiledByte {
		text, err := io.ReadAll(io.LimitReader(r, longestReason))
		return string(text), err
	}
	name, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	name = name[:len(name)-1]
	if ok, _ := filepath.Match(entries, filepath.ToSlash(name)); !ok || !filepath.IsLocal(name) {
		return "", fmt.Errorf("unexpected file %q", name)
	}
	path := filepath.Join(dir, name)
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, r)
	return "", errors.Join(err, f.Close())
}

// private makes a folder, and reports whether others cannot put code there.
func private(dir string) bool {
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	info, err := os.Stat(dir)
	return err == nil && info.Mode().Perm()&0o077 == 0
}

// cached returns the configuration with a cache in a folder, if there is one.
func cached(config wazero.RuntimeConfig, dir string) (wazero.RuntimeConfig, error) {
	if dir == "" {
		return config, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, err
	}
	return config.WithCompilationCache(cache), nil
}
