package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"agon/lab/moves"
)

// newMoves returns the hidden command that a site starts for a session: one bot makes the moves in a game that is played elsewhere.
func newMoves(w *world) *cobra.Command {
	flags := &botFlags{}
	cmd := &cobra.Command{
		Use:    "moves CONTEST.toml BOT",
		Short:  "make the moves of a bot in a game that is told on standard input (agon serve starts this itself)",
		Hidden: true,
		Args:   between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := flags.open(cmd.Flags(), true)
			if err != nil {
				return err
			}
			defer s.Close()
			b := moves.Bot{Session: s, File: args[0], Ref: args[1]}
			err = b.Serve(cmd.Context(), w.in, w.out)
			if errors.Is(err, io.EOF) || cmd.Context().Err() != nil {
				return nil
			}
			return host(err)
		},
	}
	flags.add(cmd.Flags())
	return cmd
}
