package main

import (
	"os"

	"github.com/spf13/cobra"

	"agon/bot/build/inside"
)

// newBuild returns the hidden command that agon starts inside the sandbox to build a bot.
func newBuild(w *world) *cobra.Command {
	return &cobra.Command{
		Use:    "build-inside",
		Short:  "build a bot from a job on standard input (agon starts this itself, inside the sandbox)",
		Hidden: true,
		Args:   between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if code := inside.Main(w.in, w.out, w.err); code != inside.Done {
				return &exit{code, nil}
			}
			return nil
		},
	}
}

// buildCommand returns the command that builds a bot inside the sandbox, or nil if the path of this program is unknown; builds report that
// as an error.
func buildCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, "build-inside"}
}
