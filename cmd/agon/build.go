package main

import (
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
