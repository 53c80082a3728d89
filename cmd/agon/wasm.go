package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"agon/bot/wasm/inside"
	"agon/games/folder/external/shim"
	"agon/games/folder/module"
)

// newWasm returns the hidden command that agon starts inside the sandbox to compile and run WebAssembly modules.
func newWasm(w *world) *cobra.Command {
	return &cobra.Command{
		Use:                "wasm",
		Short:              "compile or run a WebAssembly module (agon starts this itself, inside the sandbox)",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if code := inside.Main(args, os.Getenv, inside.Streams{In: w.in, Out: w.out, Err: w.err}); code != 0 {
				return &exit{code, nil}
			}
			return nil
		},
	}
}

// newRules returns the hidden command that agon starts inside the sandbox to run rules that are a module of another machine's.
func newRules(w *world) *cobra.Command {
	return &cobra.Command{
		Use:                "rules",
		Short:              "run the rules of a game that are a WebAssembly module (agon starts this itself, inside the sandbox)",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE:               func(_ *cobra.Command, args []string) error { return module.Serve(args, w.in, w.out) },
	}
}

// seat runs the command that engines start in place of their bots, and that starts engines with files. It returns the exit code. No flags
// and nothing of this program's other commands is needed, and each game of such an engine starts several.
func seat(args []string) int {
	code, err := shim.Main(args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "agon: %v\n", err)
		code = max(code, exitHost)
	}
	return code
}

// ownCommand returns this program and a command of it that it starts itself, or nil if its path is unknown; what needs it reports that as
// an error.
func ownCommand(name string) []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, name}
}
