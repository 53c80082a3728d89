package main

import (
	"os"

	"github.com/spf13/cobra"

	"agon/bot/wasm/inside"
)

// newWasm is what agon starts itself as to compile and to run WebAssembly modules inside the sandbox. Nobody types it.
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

// wasmCommand is how this program is started to compile and to run modules. Where nobody can tell where the program lies, such bots say so.
func wasmCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, "wasm"}
}
