package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"agon/bot"
	"agon/game"
)

// halt is a spectator that prints what bots have written to their error output in a turn, and waits for Enter, as the original's --debug
// did. At the end of standard input it does not wait.
type halt struct{ *oneGame }

func (g halt) Look(ctx context.Context, _ *game.Table, calls []*bot.Call) {
	grumbled := false
	for _, c := range calls {
		text := bytes.TrimSpace(c.Reply.Err)
		if len(text) == 0 {
			continue
		}
		grumbled = true
		fmt.Fprintf(g.world.err, "--- %s, turn %d, error output:\n%s\n", printable(g.entries[c.Seat].Name), c.Table.Turns(), strings.TrimRight(printable(string(text)), "\n"))
	}
	if !grumbled {
		return
	}
	fmt.Fprintln(g.world.err, "agon: press Enter to go on")
	read := make(chan bool, 1)
	go func() { read <- g.humans.reads("") == "" }()
	select {
	case <-read:
	case <-ctx.Done():
	}
}
