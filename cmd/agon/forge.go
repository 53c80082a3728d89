package main

import (
	"os"

	"github.com/spf13/cobra"

	"agon/bot/build/forge"
)

// newForge is what agon starts itself as to build a bot inside the sandbox. Nobody types it.
func newForge(w *world) *cobra.Command {
	return &cobra.Command{
		Use:    "forge",
		Short:  "build a bot from an order on standard input (agon starts this itself, inside the sandbox)",
		Hidden: true,
		Args:   between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if code := forge.Main(w.in, w.out, w.err); code != forge.Done {
				return &exit{code, nil}
			}
			return nil
		},
	}
}

// forgeCommand is how this program is started as the forge. Where nobody can tell where the program lies, builds say so.
func forgeCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, "forge"}
}
