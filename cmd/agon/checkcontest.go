package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"agon/contest"
	"agon/contest/conduct"
	"agon/contest/config"
	"agon/lab/check"
	"agon/lab/text"
	"agon/show/report"
)

// contest checks every bot of a contest under the contest's own conditions.
func (c *checker) contest(ctx context.Context, args []string) error {
	if err := errors.Join(c.ofContest(len(args) == 1), c.session.Launcher.Check()); err != nil {
		return err
	}
	f, err := config.Read(args[0])
	if err != nil {
		return err
	}
	if f.Agents != nil && len(args) == 1 {
		return fmt.Errorf("%s is a contest of agents, whose bots are checked when they are handed in: agon check %s ./mybot checks one "+
			"as they are", args[0], args[0])
	}
	c.session = c.session.Under(f)
	if len(args) > 1 {
		c.session.Built = func(_, log string) { c.built = log }
		k, err := findKind(f.Kind)
		if err != nil {
			return err
		}
		f.Only(args[1], conduct.Builtins(k))
	}
	c.line.Now(true, "building the bots of %s", f.Name)
	seed := f.Seed
	if !f.Seeded || len(args) > 1 { // a newcomer's author learns the seeds of these games, which must not be the contest's
		seed = c.session.Draw()
	}
	for _, b := range f.Bots {
		c.session.Prepare(seed, b.Ref)
	}
	setup := contestSetup(c.session)
	setup.CountBroken = true
	ready, err := contest.Prepare(ctx, f, setup)
	if err != nil {
		return openError(c.session, err)
	}
	x := c.examination(ready.Kind, ready.Settings, seed)
	x.Under(ready, c.session.OpenerFor(ready.Kind, f))
	if len(args) > 1 {
		return c.newcomer(ctx, ready, x, seed)
	}
	verdicts, err := c.all(ctx, ready, x, seed)
	c.line.Clear()
	if err != nil && ctx.Err() != nil {
		return errors.Join(c.cut(verdicts, len(ready.Entries)+len(ready.Refused)), err)
	}
	if err != nil {
		return host(err)
	}
	return c.conclude(verdicts)
}

// ofContest returns an error for flags that do not go with a contest file, or with all of its bots.
func (c *checker) ofContest(whole bool) error {
	switch {
	case len(c.session.Set) > 0 || c.flags.packages != nil:
		return errors.New("a contest file sets its own options and packages (--set and --packages work with agon check KIND BOT)")
	case c.flags.problems && whole:
		return errors.New("--problems prints those of one bot: agon check contest.toml ./mybot --problems")
	}
	return nil
}

// newcomer checks the first of the bots, which is not in the contest's file.
func (c *checker) newcomer(ctx context.Context, ready *contest.Contest, x *check.Examination, seed int64) error {
	var v *check.Verdict
	var stopped error
	if len(ready.Refused) > 0 {
		v = check.Refused(ready.Refused[0])
	} else {
		if c.built != "" {
			c.line.Note("It was built by:\n" + strings.TrimSuffix(c.built, "\n"))
		}
		x.Progress, x.Enough = checkProgress{c.line, "checking " + ready.Entries[0].Name, true}, check.LongEnough
		v, stopped = x.Verdict(ctx, ready.Entries[0], seed)
		c.line.Clear()
		if stopped != nil && !v.Stopped {
			return host(stopped)
		}
	}
	v.Sandbox = c.session.Launcher.About()
	if err := errors.Join(c.print(c.world.out, v, ready.File.Bots[0].Ref), stopped); err != nil {
		return host(err)
	}
	if !v.Passed {
		return &exit{exitFault, nil}
	}
	return nil
}

// all checks the bots one after the other, and prints a line for each when it is done.
func (c *checker) all(ctx context.Context, ready *contest.Contest, x *check.Examination, seed int64) ([]*check.Verdict, error) {
	var names []string
	for _, e := range ready.Entries {
		names = append(names, e.Name)
	}
	for _, r := range ready.Refused {
		names = append(names, r.Name)
	}
	f := check.Field{
		Examination: x, Seed: seed, Entries: ready.Entries, Refused: ready.Refused,
		Begin: func(label string) check.Progress { return checkProgress{c.line, label, true} },
		Done: func(v *check.Verdict) error {
			c.line.Clear()
			v.Sandbox = c.session.Launcher.About()
			if c.flags.json {
				return nil
			}
			_, err := fmt.Fprintln(c.world.out, text.VerdictLine(v, text.Widest(4, names...)))
			return host(err)
		},
	}
	return f.Check(ctx)
}

// conclude prints how many bots failed. If any did, it returns an error.
func (c *checker) conclude(verdicts []*check.Verdict) error {
	failed := 0
	for _, v := range verdicts {
		if !v.Passed {
			failed++
		}
	}
	if c.flags.json {
		if err := printJSON(c.world.out, map[string]any{"agon": 1, "passed": failed == 0, "bots": verdicts}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(c.world.out, "%d of %s passed\n", len(verdicts)-failed, report.Counted(len(verdicts), "bot"))
	}
	if failed > 0 {
		return &exit{exitFault, nil}
	}
	return nil
}

// cut prints how far a check came that a signal has stopped.
func (c *checker) cut(verdicts []*check.Verdict, of int) error {
	passed := 0
	for _, v := range verdicts {
		if v.Passed && !v.Stopped {
			passed++
		}
	}
	if c.flags.json {
		return printJSON(c.world.out, map[string]any{"agon": 1, "passed": false, "stopped": true, "bots": verdicts})
	}
	_, err := fmt.Fprintf(c.world.out, "stopped: %d of %s looked at, %d passed\n", len(verdicts), report.Counted(of, "bot"), passed)
	return err
}
