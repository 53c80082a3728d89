package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"agon/bot/sandbox"
)

// engineText describes engines, in addition to the levels.
const engineText = `
--sandbox engine (or docker, or podman) hands bots to a container engine instead: what it keeps from them is the engine's affair, starts are
many times slower, and whoever may use the engine is root on this machine: give nobody the right for agon's sake.
`

func newSandbox(w *world) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "show what the sandbox enforces on this machine and what is missing",
		Args:  between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			report := sandbox.Probe()
			if asJSON {
				return printJSON(w.out, report)
			}
			_, err := fmt.Fprint(w.out, report, engineText)
			return host(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
