package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	agonprotocol "agon/bot/program"
)

func newProtocol(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "protocol [KIND]",
		Short: "print the agon protocol for programs in any language",
		Long: `Print the definition of the agon protocol. With a kind of game, print a real exchange of that kind: the hello, the first prompts
and moves, and the end.`,
		Example: examples(`  agon protocol | less
  agon protocol {kind}`),
		Args:              between(0, 1),
		ValidArgsFunction: kindNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(w.out, agonprotocol.Protocol)
				return host(err)
			}
			k, err := findKind(args[0])
			if err != nil {
				return err
			}
			const turns = 3
			text, err := agonprotocol.AppendExchange(nil, k, turns)
			if err != nil {
				return host(err)
			}
			_, err = fmt.Fprintf(w.out, "%s\n> the arena, < the bot; agon protocol explains each line, agon games %s the fields and "+
				"moves.\n", text, k.Name)
			return host(err)
		},
	}
}
