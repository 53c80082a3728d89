package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest/folders"
	"agon/internal/clean"
	"agon/lab/agents"
	"agon/show/report"
	"agon/show/report/folder"
)

func newPublish(w *world) *cobra.Command {
	var pages int
	var base string
	cmd := &cobra.Command{
		Use:   "publish CONTEST DIR",
		Short: "write a contest as a static site without anything private",
		Long: `Publish writes the report of a contest into DIR for any web server: standings, bots, games with their viewer, and a picture of the standings for links
on other sites (card.png). It leaves out logs, texts that bots printed, sources, folders of this machine, addresses of mail and secrets. While the contest
goes on it leaves out seeds and replays too, from which the seeds of the games to come could be computed.

DIR must be absent, empty, or published before; it is replaced in one step. A run may be in progress: what it has stored so far is published.`,
		Example: examples(`  agon publish contest.toml public
  agon publish contest.toml public --base https://contests.example.org/evening/`),
		Args:              between(2, 2),
		ValidArgsFunction: contests,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, ok := folders.Dir(args[0])
			if !ok {
				return fmt.Errorf("%s has not started: there is no ledger in %s", args[0], dir)
			}
			c, err := stored.Read(cmd.Context(), dir)
			if err != nil {
				return err
			}
			defer c.Close()
			run, err := stored.Recounted(cmd.Context(), c, pages)
			if err != nil {
				return folders.Error(dir, err)
			}
			run.Beside = agents.Public(dir)
			if run.Card = folder.CardFile; base != "" {
				run.Card = strings.TrimSuffix(base, "/") + "/" + folder.CardFile
			}
			if err := folder.Publish(args[1], run); err != nil {
				return host(fmt.Errorf("publish %s: %w", args[0], err))
			}
			fmt.Fprintf(w.err, "agon: %s has %s of %s\n", args[1], report.Counted(run.Played, "game"), clean.Text(run.Contest))
			return nil
		},
	}
	cmd.Flags().IntVar(&pages, "pages", 200, "number of game pages")
	cmd.Flags().StringVar(&base, "base", "", "`URL` at which DIR will be reached, for links on other sites")
	return cmd
}
