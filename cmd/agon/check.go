package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/traceback"
	"agon/lab/check"
	"agon/lab/session"
	"agon/lab/text"
	"agon/show/report"
	"agon/show/term/activity"
)

// checking are the flags of agon check.
type checking struct {
	bots     botFlags
	games    int
	packages []string
	json     bool
	problems bool
}

func newCheck(w *world) *cobra.Command {
	c := &checking{}
	cmd := &cobra.Command{
		Use:   "check KIND BOT | CONTEST.toml [BOT]",
		Short: "test a bot: start, protocol, time limits, memory",
		Long: `Check starts a bot as a contest does, plays games against built-in bots with few and with many seats, and lists every fault with the prompt
and the bytes of the answer, the move times and the peak memory. It shows one move in full, the first that failed if any did: the prompt or
the folder, the answer, the error output, the time and, for bots started per move, the exit code. It also reports whether equal seeds gave
equal games, which is not required. While none of these games had 20 moves of the bot, it plays up to 8 more with each number of seats,
against strong bots and against the bot itself.

With a contest file it checks every bot under the contest's seats, options, limits and packages, one line per bot, and plays no game of the
contest. With a bot beside it, it checks that bot alone, which need not be in the contest. It exits with 3 if a bot failed, as the check of a
single bot does.`,
		Example: examples(`  agon check {kind} ./mybot.py
  agon check {kind} ./mybot.py --packages numpy,scipy
  agon check contest.toml
  agon check contest.toml ./mybot`),
		Args:              between(1, 2),
		ValidArgsFunction: kindNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd, w, args)
		},
	}
	c.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&c.games, "games", 3, "games per number of seats (for a contest's bots 1)")
	f.StringSliceVar(&c.packages, "packages", nil, "Python `PACKAGES` that bots may import (default: any)")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	f.BoolVar(&c.problems, "problems", false, "print only what failed, a line each, as compilers do: FILE:LINE: error: TEXT")
	cmd.MarkFlagsMutuallyExclusive("json", "problems")
	return cmd
}

// A checker is a check under way.
type checker struct {
	flags   checking
	games   int // with each number of seats
	world   *world
	session *session.Session
	line    *activity.Line
	built   string // how a newcomer was built; empty: it was not
}

func (c *checking) run(cmd *cobra.Command, w *world, args []string) error {
	ofContest := strings.HasSuffix(args[0], ".toml")
	if !ofContest && len(args) == 1 {
		return fmt.Errorf("name a bot: agon check %s ./mybot, or check a whole contest: agon check contest.toml", args[0])
	}
	s, err := c.bots.open(cmd.Flags(), ofContest)
	if err != nil {
		return err
	}
	defer s.Close()
	x := &checker{flags: *c, games: c.games, world: w, session: s, line: activity.New(w.err)}
	defer x.line.End()
	if !ofContest {
		return x.bot(cmd.Context(), args[0], args[1])
	}
	if !cmd.Flags().Changed("games") {
		x.games = 1
	}
	return x.contest(cmd.Context(), args)
}

// bot checks the bots of a reference.
func (c *checker) bot(ctx context.Context, name, ref string) error {
	k, settings, err := c.session.Kind(name)
	if err != nil {
		return err
	}
	c.line.Now(true, "building %s", ref)
	looked, seed := bot.NewLog(0), c.session.Draw()
	c.session.Prepare(seed, ref)
	entries, err := c.session.Bots(ctx, c.session.Opener(k, looked), []string{ref})
	if err != nil {
		return err
	}
	passed := true
	var stopped error
	for _, e := range entries {
		v := &check.Verdict{Agon: 1, Bot: e.Name, Author: e.Author, Passed: true}
		if e.Broken != "" {
			printed := traceback.Short(clean.End(looked.Text()))
			v.Add(false, "starts", "%s", strings.TrimRight(strings.TrimRight(e.Broken+"\n"+printed, "\n")+"\n"+e.Taken(), "\n"))
			v.Locate(e.Ref, traceback.Mistake(e.Broken+"\n"+printed), cmp.Or(traceback.Cause(printed), e.Broken))
		} else {
			x := c.examination(k, settings, seed)
			x.Sizes, x.Opener, x.Packages, x.Repeat, x.Enforced = check.Sizes(k), c.session.Opener(k, bot.NewLog(0)), c.flags.packages,
				true, true
			x.Enough = check.LongEnough
			x.Progress = checkProgress{Line: c.line, label: "checking " + e.Name}
			stopped = x.Examine(ctx, v, e, seed)
			if stopped != nil && !v.Stopped {
				return host(stopped)
			}
		}
		c.line.Clear()
		v.Sandbox = c.session.Launcher.About()
		passed = passed && v.Passed
		err = c.print(c.world.out, v, ref)
		if err := errors.Join(err, stopped); err != nil {
			return host(err)
		}
	}
	if !passed {
		return &exit{exitFault, nil}
	}
	return nil
}

// print prints the verdict on one bot.
func (c *checker) print(out io.Writer, v *check.Verdict, ref string) error {
	switch {
	case c.flags.json:
		return printJSON(out, v)
	case c.flags.problems:
		return text.Problems(out, v, ref)
	}
	return text.Verdict(out, v)
}

// examination returns a check of bots of a kind under the command's flags.
func (c *checker) examination(k *game.Kind, settings game.Settings, seed int64) *check.Examination {
	return &check.Examination{Play: c.session.Play(k, settings, nil, seed), Options: c.session.Set, Games: c.games}
}

// checkProgress shows how a check goes on.
type checkProgress struct {
	*activity.Line
	label string // what is being done
	quiet bool   // on a pipe only what takes long is reported
}

func (p checkProgress) Begin(games, seats int) {
	p.Now(p.quiet, "%s: %s with %s", p.label, report.Counted(games, "game"), report.Counted(seats, "seat"))
}
