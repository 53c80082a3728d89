/*
Package beside has a site's untrusted work done by commands of agon's own in processes beside it: a bot is checked by agon check, plays a
match by agon play and a game elsewhere by agon moves, and what an address names is fetched by agon download. Whatever these do, the site
and its contests go on.

Matches, games elsewhere and fetching run on few processors with a low priority, so that a contest loses a bounded share of them; a fetching
process has bounded memory too.
*/
package beside

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"time"

	"agon/internal/clean"
)

// A Program starts agon's own commands. Its methods are what a site calls to have bots checked, fetched and played.
type Program struct {
	Bots    []string // arguments of commands that start bots: the sandbox, interpreters and libraries of the site
	Cores   int      // number of processors for matches, of those of this machine, the last ones; 0: commands run on all of them
	Private bool     // addresses in private networks are fetched too, and by http
	Log     *slog.Logger
}

// Exit codes of agon's commands.
const (
	usage = 2 // the bot is none that agon knows
	fault = 3 // the bot failed
)

// grace is the time that a process has to end when it is stopped.
const grace = 10 * time.Second

// command returns a command of this program for strangers' bots, under the site's sandbox.
func (p *Program) command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, own, append(args, p.Bots...)...)
	cmd.Args[0] = "agon"
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it ends its bots
	cmd.WaitDelay = grace
	return cmd, nil
}

// Check checks a submitted bot by agon check, in a process of its own, so that whatever the check does to it, the site goes on.
func (p *Program) Check(ctx context.Context, file, bot string, log io.Writer, idle func(waits bool)) (passed bool, verdict string,
	err error) {
	cmd, err := p.command(ctx, "check", file, bot, "--json")
	if err != nil {
		return false, "", err
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, log
	err = runWatched(cmd, idle)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, "", ctx.Err()
	case err == nil:
		return true, out.String(), nil
	case errors.As(err, &exit) && exit.ExitCode() == fault:
		return false, out.String(), nil
	case errors.As(err, &exit) && exit.ExitCode() == usage: // the bot is none that agon knows
		return false, "", nil
	}
	return false, "", fmt.Errorf("agon check: %w", err)
}

// Prepare compiles what all builds of a submitted bot's language share, unless it was done before.
func (p *Program) Prepare(ctx context.Context, file, bot string, _ io.Writer) error {
	cmd, err := p.command(ctx, "libraries", file, bot)
	if err != nil {
		return err
	}
	var complaint limited
	cmd.Stderr = &complaint
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit) && (exit.ExitCode() == usage || exit.ExitCode() == fault): // the check says what is wrong
	case err != nil:
		return fmt.Errorf("agon libraries: %w: %s", err, clean.End(complaint.Bytes()))
	}
	return nil
}
