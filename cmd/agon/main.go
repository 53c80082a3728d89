// Command agon hosts bot-programming contests: it plays games between bots in any language, runs whole contests, and shows and verifies
// games. The same binary is for organisers and for authors of bots.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"agon/internal/cause"
	"agon/internal/clean"
	_ "agon/internal/firstgc"
)

// Exit codes, the same for every command. The help of agon lists them.
const (
	exitDone  = 0
	exitHost  = 1 // the host failed: no interpreter, no disk, an unreadable file; or a signal stopped the command
	exitUsage = 2 // wrong usage or bad input
	exitFault = 3 // a check of a bot failed, a comparison did not find it better, or any command found a damaged or wrong ledger or replay
)

const exitCodes = `Exit codes: 0 done; 1 the host failed (no interpreter, full disk, unreadable file) or a signal stopped the command;
2 wrong usage or bad input; 3 a bot failed its check or is not better, or a ledger or replay is damaged or wrong. A second
signal ends the command at once, with 128 and the number of the signal.`

func main() {
	if len(os.Args) > 1 && os.Args[1] == "seat" {
		os.Exit(seat(os.Args[2:]))
	}
	known()
	os.Exit(execute(untilSignal(), os.Args[1:], &world{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// execute runs a command line and returns its exit code.
func execute(ctx context.Context, args []string, w *world) int {
	ownGames.Until(ctx)
	root := newRoot(w)
	root.SetArgs(args)
	root.SetIn(w.in)
	root.SetOut(w.out)
	root.SetErr(w.err)
	err := root.ExecuteContext(ctx)
	ownGames.Close()
	if err == nil {
		return exitDone
	}
	var ended *exit
	if !errors.As(err, &ended) {
		ended = &exit{codeOf(err), err}
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		ended = &exit{exitHost, errors.New("stopped")}
	}
	if ended.err != nil {
		fmt.Fprintf(w.err, "agon: %s\n", clean.Text(ended.err.Error()))
	}
	return ended.code
}

// exit is an error with its exit code. A nil err prints nothing.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// host marks an error as the host's.
func host(err error) error { return cause.Host(err) }
