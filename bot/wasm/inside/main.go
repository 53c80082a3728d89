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

// How Main ends where no module has run.
const (
	done   = 0
	broken = 1 // the module is not sound; standard error says why
)

// Main carries out the arguments of a process that was started as package wasm says, and gives its exit code. getenv reads the
// environment of the process.
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
	fmt.Fprintln(s.Err, "agon starts this itself; the arguments are none of its own")
	return wasm.Failed
}
