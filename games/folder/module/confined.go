package module

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"agon/bot"
	"agon/games/folder/process"
)

// Limits of the process of a module. Its calls end by their steps long before.
const (
	processMemory = 1 << 30
	processTasks  = 24 // processes and threads that the runtime needs
	processCall   = 30 * time.Second
)

// NewConfined returns an engine whose module runs in the sandbox, in processes of c.Program. No code of the module is read in this process.
func NewConfined(c Config) *process.Engine {
	c = c.complete()
	program := c.Program
	if len(program) == 0 {
		program = []string{""}
	}
	args := append(program[1:len(program):len(program)], filepath.Join(c.Folder, c.File), strconv.FormatInt(c.Steps, 10))
	return process.New(process.Config{
		Command: bot.Command{
			Path: program[0], Args: args, Dir: "/", Readable: []string{program[0], c.Folder}, Env: []string{"GOMAXPROCS=1"},
			Limits: bot.Limits{Memory: processMemory, Tasks: processTasks, Disk: 1 << 20},
		},
		Ready: func() error {
			if program[0] == "" {
				return errors.New("the rules are a module, which agon runs by itself in the sandbox, and the path of agon is unknown")
			}
			return nil
		},
		File: c.File, Launcher: c.Launcher, Call: processCall, Draws: true,
	})
}

// Serve runs a module for the engine of [NewConfined], or compiles one for that of [New]. args are the module's file, or "compile", and the
// steps of a call.
func Serve(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("the process of rules has %d arguments, and takes the module and the steps of a call: agon starts it itself",
			len(args))
	}
	steps, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return fmt.Errorf("steps of a call: %w", err)
	}
	if args[0] == compileArg {
		return serveCompile(steps, in, out)
	}
	rules := New(Config{Folder: filepath.Dir(args[0]), File: filepath.Base(args[0]), Steps: steps})
	defer rules.Close()
	return process.Serve(rules, in, out)
}
