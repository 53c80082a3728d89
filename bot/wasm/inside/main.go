package inside

import (
	"fmt"
	"io"
	"strconv"

	"agon/bot/wasm"
)

// Streams are the standard streams of the process.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Exit codes of Main if no module has run.
const (
	done   = 0
	broken = 1 // the module is invalid; standard error says why
)

// Main carries out the arguments that package wasm defines, and returns the exit code. getenv reads the process's environment.
func Main(args []string, getenv func(string) string, s Streams) int {
	switch {
	case len(args) == 3 && args[0] == wasm.CompileVerb:
		if err := compile(args[1], args[2]); err != nil {
			fmt.Fprintln(s.Err, err)
			return broken
		}
		return done
	case len(args) >= 5 && args[0] == wasm.RunVerb:
		if share, err := strconv.ParseUint(args[1], 10, 64); err == nil {
			return run(&module{share: share, file: args[2], folder: args[3], args: args[4:], chance: newChance(getenv(wasm.SeedName))}, s)
		}
	}
	fmt.Fprintln(s.Err, "this command is for agon itself; its arguments are invalid")
	return wasm.Failed
}
