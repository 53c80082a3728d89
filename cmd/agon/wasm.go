package main

import (
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

// newSeat returns the hidden command that engines start in place of their bots, and that starts engines with files.
func newSeat(w *world) *cobra.Command {
	return &cobra.Command{
		Use:                "seat",
		Short:              "stand for a bot in a game's engine (agon starts this itself, inside the sandbox)",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			code, err := shim.Main(args)
			if code != 0 {
				return &exit{code, err}
			}
			return err
		},
	}
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
