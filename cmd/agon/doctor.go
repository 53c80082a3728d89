package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest/store/ledgers"
)

func newDoctor(w *world) *cobra.Command {
	v := &verification{w: w, repair: true}
	cmd := &cobra.Command{
		Use:   "doctor CONTEST",
		Short: "repair a contest's folder: agon verify --repair",
		Long: `Doctor is agon verify --repair for one contest. It compares the ledger with the replays, logs and report, rebuilds a damaged index of the
replays, truncates what a killed process had not finished writing, removes leftovers, and rewrites a report that is missing, changed or older
than the ledger. It lists what it repaired and what it cannot repair.

The ledger is never changed, and damaged bytes are never removed. A result whose replay is lost stands; the report says that the replay is
lost. Lost games are not played again: that needs their bots, and proves something only for deterministic bots.

The exit code is 3 if something cannot be repaired, or with --dry-run if anything is wrong.`,
		Example: `  agon doctor out/final
  agon doctor contest.toml --dry-run`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := v.repairable(args[0]); err != nil {
				return err
			}
			return v.verifyContests(cmd.Context(), args)
		},
	}
	v.repairFlags(cmd.Flags())
	return cmd
}

// repairable returns an error if a name is not that of a contest with a ledger.
func (v *verification) repairable(name string) error {
	if _, ok := contestFolder(name); ok {
		return nil
	}
	if _, err := os.Stat(name); err != nil {
		return fmt.Errorf("%s: no such file or folder", name)
	}
	return fmt.Errorf("%s has no ledger, and tables cannot be computed without it: restore a copy of %s", name, strings.Join(ledgers.Names, " or "))
}
