package main

import (
	"os"

	"github.com/spf13/cobra"

	"agon/bot/wasm/inside"
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

// wasmCommand returns the command that compiles and runs modules, or nil if the path of this program is unknown; such bots report that as
// an error.
func wasmCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, "wasm"}
}
