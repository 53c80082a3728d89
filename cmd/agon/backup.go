package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"agon/show/report"
	"agon/show/term/progress"
	"agon/site/backup"
)

func newBackup(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE [DIR]",
		Short: "copy a contest site, which may be in use, into one file",
		Long: `Backup writes the site in DIR (default: here) into FILE, a tar archive compressed by zstd: accounts, submissions, and contests with their ledgers and
replays. The site may be serving and playing meanwhile. FILE appears when it is complete. It has everything that is private on the site, so
only its owner can read it.

A contest whose ledger is in PostgreSQL is refused: copy that database with pg_dump.`,
		Example: examples(`  agon backup site-monday.tar.zst ./site
  agon restore site-monday.tar.zst ./site-again`),
		Args: between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 2 {
				dir = args[1]
			}
			bar := (*progress.Bar)(nil)
			shown := 0
			size, err := backup.Write(cmd.Context(), args[0], dir, func(done, all int64) {
				if bar == nil {
					bar = progress.NewBar(os.Stderr, "KiB copied", int(all>>10), false)
				}
				bar.Add(int(done>>10) - shown)
				shown = int(done >> 10)
			})
			if bar != nil {
				bar.Close()
			}
			if err != nil {
				return host(err)
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return host(err)
			}
			fmt.Fprintf(w.err, "agon: %s has %d files of %s, %d KiB (%d KiB unpacked)\n", args[0], size.Files, dir, info.Size()>>10,
				size.Bytes>>10)
			return nil
		},
	}
}

func newRestore(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE DIR",
		Short: "make the folder of a contest site from a backup",
		Long: `Restore makes DIR, which must be empty or absent, from a file that agon backup wrote. Every database in it is read and checked before DIR gets its
name. Contests that were being played go on when agon serve opens DIR.`,
		Example: examples(`  agon restore site-monday.tar.zst ./site-again
  agon serve ./site-again`),
		Args: between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			checked, err := backup.Restore(cmd.Context(), args[0], args[1])
			if err != nil {
				return host(err)
			}
			fmt.Fprintf(w.err, "agon: %s is restored; its database and %s were read and are sound\n", args[1],
				report.Counted(checked, "ledger"))
			return nil
		},
	}
}
