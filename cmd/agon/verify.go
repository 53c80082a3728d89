package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/contest/verify"
	"agon/show/term/progress"
)

func newVerify(w *world) *cobra.Command {
	v := &verify.Verification{}
	cmd := &cobra.Command{
		Use:   "verify CONTEST|FILE|FOLDER...",
		Short: "re-simulate replays and compare a contest with its ledger",
		Long: `Verify re-simulates the game of every replay and compares digests. For a contest (its folder or its contest.toml) it also compares each
replay with the ledger: game, seed, seats, digest, places, scores and faults. It recomputes the plan from the seed and the results, and all
tables, and compares the tables with those of the report. It lists all errors and changes nothing. For kinds whose rules read times it cannot prove
that the times were measured correctly.

With --repair it rebuilds a damaged index of a contest's replays, truncates and removes what a killed process had not finished writing, and
rewrites a report that is missing, changed or older than the ledger. The ledger is never changed, and lost games are not played again.

The exit code is 3 if anything is wrong, with --repair if anything cannot be repaired. A contest that is still running is checked as far as it has come.`,
		Example: `  agon verify game.agon
  agon verify out/final
  agon verify contest.toml --repair`,
		Args: between(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if v.Dry && !v.Repair {
				return errors.New("--dry-run: it says what --repair would do: add --repair")
			}
			return verifyAll(cmd.Context(), w, v, args)
		},
	}
	cmd.Flags().BoolVar(&v.Repair, "repair", false, "repair what can be derived from the ledger")
	addRepairs(cmd.Flags(), v)
	return cmd
}

func newDoctor(w *world) *cobra.Command {
	v := &verify.Verification{Repair: true}
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
		RunE: func(cmd *cobra.Command, args []string) error { return verifyAll(cmd.Context(), w, v, args) },
	}
	addRepairs(cmd.Flags(), v)
	return cmd
}

func addRepairs(f *pflag.FlagSet, v *verify.Verification) {
	f.BoolVar(&v.Dry, "dry-run", false, "report what would be repaired, change nothing")
	f.IntVar(&v.Pages, "pages", 200, "number of game pages in a rewritten report")
}

func verifyAll(ctx context.Context, w *world, v *verify.Verification, names []string) error {
	v.Folders, v.Out, v.Err = stored, w.out, w.err
	v.Bar = progress.NewDelayed
	sound, err := v.Verify(ctx, names)
	if err == nil && !sound {
		err = &exit{exitFault, nil}
	}
	return err
}
