package module

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"agon/bot"
	"agon/games/folder/process"
	"agon/internal/regular"
)

// Limits of the process of a module. Its calls end by their steps long before.
const (
	processMemory = 1 << 30
	processTasks  = 24 // processes and threads that the runtime needs
	processCall   = 30 * time.Second
)

// A Confined is an engine whose module runs in the sandbox, in processes of agon's own, and is compiled there once for all of them.
type Confined struct {
	*process.Engine
	rules *Engine // whose module is compiled, and never run

	mu   sync.Mutex
	dir  string // of the compiled module, which processes read; empty: it is not compiled yet
	err  error  // why it cannot be
	done func() // removes dir
}

// NewConfined returns an engine whose module runs in the sandbox, in processes of c.Program. No code of the module runs in this process.
func NewConfined(c Config) *Confined {
	c.Cache = "" // it is this user's alone, and processes may run as another
	x := &Confined{rules: New(c), done: func() {}}
	program := c.Program
	if len(program) == 0 {
		program = []string{""}
	}
	x.Engine = process.New(process.Config{
		Command: bot.Command{
			Path: program[0], Args: slices.Clip(program[1:]), Dir: "/", Readable: []string{program[0], c.Folder},
			Env:    []string{"GOMAXPROCS=1"},
			Limits: bot.Limits{Memory: processMemory, Tasks: processTasks, Disk: 1 << 20},
		},
		Ready: x.complete,
		File:  c.File, Launcher: c.Launcher, Call: processCall, Draws: true,
	})
	return x
}

// complete adds to the command of a process what it runs, which the first call compiles.
func (x *Confined) complete(c *bot.Command) error {
	if c.Path == "" {
		return &bot.HostError{Err: errors.New("the rules are a module, which agon runs by itself in the sandbox, and the path of agon is " +
			"unknown")}
	}
	dir, err := x.compiled()
	if err != nil {
		return err
	}
	c.Args = append(c.Args, filepath.Join(x.rules.Folder, x.rules.File), strconv.FormatInt(x.rules.Steps, 10), dir)
	c.Readable = append(slices.Clip(c.Readable), dir)
	return nil
}

// compiled returns the folder of the compiled module, and compiles it at the first call.
func (x *Confined) compiled() (dir string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.dir != "" || x.err != nil {
		return x.dir, x.err
	}
	code, err := regular.Read(filepath.Join(x.rules.Folder, x.rules.File))
	if err != nil {
		return "", &bot.HostError{Err: fmt.Errorf("compile the rules in %s: %w", x.rules.File, err)}
	}
	dir, done, err := x.rules.compiledFolder(code)
	if err == nil {
		err = share(dir)
	}
	if host := (*bot.HostError)(nil); errors.As(err, &host) {
		done()
		return "", err // the next call may have more luck
	}
	x.dir, x.done, x.err = dir, done, err
	return dir, err
}

// share lets other users read a folder of a compiled module, and the folder in which it is.
func share(dir string) error {
	found, err := filepath.Glob(filepath.Join(dir, entries))
	if err != nil || len(found) != 1 {
		return &bot.HostError{Err: fmt.Errorf("share a compiled module: there are %d in %s, want 1", len(found), dir)}
	}
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(found[0]), 0o755),
		os.Chmod(found[0], 0o644)); err != nil {
		return &bot.HostError{Err: fmt.Errorf("share a compiled module: %w", err)}
	}
	return nil
}

// Close ends all processes, and removes the compiled module.
func (x *Confined) Close() error {
	err := errors.Join(x.Engine.Close(), x.rules.Close())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.done()
	x.dir, x.err = "", errors.New("the rules have been closed")
	return err
}

// Serve runs a module for the engine of [NewConfined], or compiles one for that of [New]. args are the module's file, the steps of a call
// and the folder of the compiled module; or "compile" and the steps of a call.
func Serve(args []string, in io.Reader, out io.Writer) error {
	if len(args) < 2 {
		return fmt.Errorf("the process of rules has %d arguments, and takes the module, the steps of a call and the folder of the "+
			"compiled module: agon starts it itself", len(args))
	}
	steps, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return fmt.Errorf("steps of a call: %w", err)
	}
	if args[0] == compileArg {
		return serveCompile(steps, in, out)
	}
	if len(args) != 3 {
		return fmt.Errorf("the process of rules in %s is given no folder of the compiled module: agon starts it itself", args[0])
	}
	rules := New(Config{Folder: filepath.Dir(args[0]), File: filepath.Base(args[0]), Steps: steps, Compiled: args[2]})
	defer rules.Close()
	return process.Serve(rules, in, out)
}
