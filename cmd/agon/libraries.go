package main

import (
	"github.com/spf13/cobra"

	"agon/contest/config"
)

// newLibraries returns the hidden command that a site starts before it checks a submission, so that its author's time is not used for what
// all builds of a language share.
func newLibraries(w *world) *cobra.Command {
	flags := &botFlags{}
	cmd := &cobra.Command{
		Use:    "libraries CONTEST.toml BOT",
		Short:  "compile what all builds of a bot's language share (agon serve starts this itself)",
		Hidden: true,
		Args:   between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := flags.open(cmd.Flags(), true)
			if err != nil {
				return err
			}
			defer s.Close()
			f, err := config.Read(args[0])
			if err != nil {
				return err
			}
			k, err := findKind(f.Kind)
			if err != nil {
				return err
			}
			f.Bots = nil
			return host(s.Libraries(cmd.Context(), s.OpenerFor(k, f), args[1]))
		},
	}
	flags.add(cmd.Flags())
	return cmd
}
