package main

import (
	"github.com/spf13/cobra"

	"agon/lab/agents/edit"
)

// newEdit returns the hidden command that agon starts inside the sandbox, which becomes a coding agent or commits its workspace.
func newEdit() *cobra.Command {
	return &cobra.Command{
		Use:                edit.Command,
		Short:              "become a coding agent (agon starts this itself, inside the sandbox)",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if code := edit.Main(args); code != 0 {
				return &exit{code, nil}
			}
			return nil
		},
	}
}
