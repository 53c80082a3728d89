package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// between accepts so many arguments, from least to most; a negative most is any number. The error shows how the command is used.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s: an argument is missing; usage: %s", cmd.CommandPath(), cmd.UseLine())
		case most >= 0 && len(args) > most:
			return fmt.Errorf("%s: unexpected argument %q; usage: %s", cmd.CommandPath(), args[most], cmd.UseLine())
		}
		return nil
	}
}
