package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// nth names an argument of a command as its usage does: ": BOT"; "" if the usage has alternatives or fewer arguments.
func nth(cmd *cobra.Command, n int) string {
	words := strings.Fields(cmd.Use)[1:]
	if n >= len(words) || slices.Contains(words, "|") {
		return ""
	}
	return ": " + words[n]
}

// example returns the first example of a command's help.
func example(cmd *cobra.Command) string {
	first, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	first, _, _ = strings.Cut(first, "  #")
	if first == "" {
		return ""
	}
	return "; for example: " + strings.TrimSpace(first)
}

// between accepts least to most arguments; a negative most means any number. The error shows the command's usage.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("an argument is missing%s; usage: %s%s", nth(cmd, len(args)), cmd.UseLine(), example(cmd))
		case most >= 0 && len(args) > most:
			return fmt.Errorf("unexpected argument %q; usage: %s", args[most], cmd.UseLine())
		}
		return nil
	}
}
