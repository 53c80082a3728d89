package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// between accepts least to most arguments; a negative most means any number. The error shows the command's usage.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("an argument is missing; usage: %s", cmd.UseLine())
		case most >= 0 && len(args) > most:
			return fmt.Errorf("unexpected argument %q; usage: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}
