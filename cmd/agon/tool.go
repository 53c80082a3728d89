package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/lab/tools"
)

func newTool(w *world) *cobra.Command {
	t := &toolFlags{}
	cmd := &cobra.Command{
		Use:   "tool [NAME [KEY=VALUE...]]",
		Short: "call one of the tools of agon mcp; list them without a name",
		Long: `Call a tool of agon mcp, with its inputs as KEY=VALUE; a list has commas between its texts. It prints a text or one JSON
object. Without a name it lists the tools with their inputs.

In an edit of a contest of agents (AGON_TOOLS is set) these are the tools of the edit, submit and budget among them.`,
		Example: examples(`  agon tool
  agon tool play kind={kind} bots=mybot.py,builtin:{bot} games=4
  agon tool submit bot=mybot`),
		Args: between(0, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := t.caller(cmd, w, "")
			if err != nil {
				return err
			}
			all, err := c.Tools(cmd.Context())
			switch {
			case err != nil:
				return host(err)
			case len(args) == 0:
				return host(listTools(w, all))
			}
			return callTool(cmd.Context(), w, c, all, args)
		},
	}
	t.add(cmd.Flags())
	return cmd
}

// listTools prints the tools with their inputs.
func listTools(w *world, all []tools.Tool) error {
	for _, t := range all {
		if _, err := fmt.Fprintf(w.out, "%s\n    %s\n", t.Name, t.About); err != nil {
			return err
		}
		for _, in := range t.Inputs() {
			needed := ""
			if in.Needed {
				needed = ", needed"
			}
			if _, err := fmt.Fprintf(w.out, "    %-9s %s%s: %s\n", in.Name, in.Type, needed, in.About); err != nil {
				return err
			}
		}
	}
	return nil
}

// callTool calls a tool with inputs KEY=VALUE, and prints what it gives.
func callTool(ctx context.Context, w *world, c tools.Caller, all []tools.Tool, args []string) error {
	var input json.RawMessage
	if at := slices.IndexFunc(all, func(t tools.Tool) bool { return t.Name == args[0] }); at >= 0 {
		var err error
		if input, err = tools.Words(all[at], args[1:]); err != nil {
			return err
		}
	}
	r, err := c.Call(ctx, args[0], input)
	switch {
	case errors.Is(err, tools.ErrUnknown):
		return fmt.Errorf("%w; agon tool lists them", err)
	case err != nil:
		return host(err)
	case r.Failed:
		return errors.New(r.Text)
	}
	if _, err := io.WriteString(w.out, strings.TrimSuffix(r.Content(), "\n")+"\n"); err != nil {
		return host(err)
	}
	if r.Bad {
		return &exit{exitFault, nil}
	}
	return nil
}
