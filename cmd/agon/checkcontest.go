package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/internal/traceback"
	"agon/lab/check"
	"agon/show/report"
	"agon/show/term/activity"
)

// contest checks every bot of a contest under the contest's own conditions.
func (c *checking) contest(cmd *cobra.Command, w *world, args []string) error {
	var err error
	if c.session, err = c.bots.open(cmd.Flags(), true); err != nil {
		return err
	}
	defer c.session.Close()
	if err := errors.Join(c.ofContest(len(args) == 1), c.session.Launcher.Check()); err != nil {
		return err
	}
	f, err := config.Read(args[0])
	if err != nil {
		return err
	}
	c.session = c.session.Under(f)
	if len(args) > 1 {
		k, err := findKind(f.Kind)
		if err != nil {
			return err
		}
		f.Only(args[1], builtins(k))
	}
	if !cmd.Flags().Changed("games") {
		c.games = 1
	}
	progress := activity.New(w.err)
	defer progress.End()
	progress.Now(true, "building the bots of %s", f.Name)
	seed := f.Seed
	if !f.Seeded || len(args) > 1 { // a newcomer's author learns the seeds of these games, which must not be the contest's
		seed = c.session.Draw()
	}
	for _, b := range f.Bots {
		c.session.Prepare(seed, b.Ref)
	}
	setup := contestSetup(c.session)
	setup.CountBroken = true
	ready, err := contest.Prepare(cmd.Context(), f, setup)
	if err != nil {
		return openError(c.session, err)
	}
	x := c.examination(ready.Kind, ready.Settings, seed)
	x.Sizes, x.Opener, x.Processor = ready.TableSizes(), c.session.OpenerFor(ready.Kind, f), f.Limits.CPUClock
	x.Limit, x.Enforced = f.Limits.Average, f.Limits.Enforce || f.Limits.Average == 0
	if f.Limits.Packages != nil {
		x.Packages = append([]string{}, *f.Limits.Packages...)
	}
	if len(args) > 1 {
		return c.newcomer(cmd.Context(), w, ready, x, seed, progress)
	}
	verdicts, err := c.all(cmd.Context(), w, ready, x, seed, progress)
	progress.Clear()
	if err != nil && cmd.Context().Err() != nil {
		return errors.Join(c.cut(w, verdicts, len(ready.Entries)+len(ready.Refused)), err)
	}
	if err != nil {
		return host(err)
	}
	return c.conclude(w, verdicts)
}

// ofContest returns an error for flags that do not go with a contest file, or with all of its bots.
func (c *checking) ofContest(whole bool) error {
	switch {
	case len(c.session.Set) > 0 || c.packages != nil:
		return errors.New("a contest file sets its own options and packages (--set and --packages work with agon check KIND BOT)")
	case c.problems && whole:
		return errors.New("--problems prints those of one bot: agon check contest.toml ./mybot --problems")
	}
	return nil
}

// newcomer checks the first of the bots, which is not in the contest's file.
func (c *checking) newcomer(ctx context.Context, w *world, ready *contest.Contest, x *check.Examination, seed int64, progress *activity.Line) error {
	v := &check.Verdict{Agon: 1}
	var stopped error
	if len(ready.Refused) > 0 {
		r := ready.Refused[0]
		v.Bot, v.Author = r.Name, r.Author
		v.Add(false, "let in", "%s", r.Why)
	} else {
		x.Progress = checkProgress{progress, "checking " + ready.Entries[0].Name, true}
		v, stopped = verdictOn(ctx, x, ready.Entries[0], seed)
		progress.Clear()
		if stopped != nil && !v.Stopped {
			return host(stopped)
		}
	}
	v.Sandbox = c.session.Launcher.About()
	if err := errors.Join(c.print(w.out, v, ready.File.Bots[0].Ref), stopped); err != nil {
		return host(err)
	}
	if !v.Passed {
		return &exit{exitFault, nil}
	}
	return nil
}

// all checks the bots one after the other, and prints a line for each when it is done.
func (c *checking) all(ctx context.Context, w *world, ready *contest.Contest, x *check.Examination, seed int64, progress *activity.Line) ([]*check.Verdict, error) {
	var verdicts []*check.Verdict
	width := 4
	for _, e := range ready.Entries {
		width = max(width, utf8.RuneCountInString(printable(e.Name)))
	}
	for _, r := range ready.Refused {
		width = max(width, utf8.RuneCountInString(printable(r.Name)))
	}
	add := func(v *check.Verdict) error {
		v.Sandbox = c.session.Launcher.About()
		verdicts = append(verdicts, v)
		if c.json {
			return nil
		}
		_, err := fmt.Fprintln(w.out, verdictLine(v, width))
		return host(err)
	}
	for i, e := range ready.Entries {
		x.Progress = checkProgress{progress, fmt.Sprintf("checking %d of %d: %s", i+1, len(ready.Entries), e.Name), true}
		v, err := verdictOn(ctx, x, e, seed)
		progress.Clear()
		if err != nil && !v.Stopped {
			return nil, err
		}
		if err := errors.Join(add(v), err); err != nil {
			return verdicts, err
		}
	}
	for _, r := range ready.Refused {
		v := &check.Verdict{Agon: 1, Bot: r.Name, Author: r.Author}
		v.Add(false, "let in", "%s", r.Why)
		if err := add(v); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

func verdictOn(ctx context.Context, x *check.Examination, e lineup.Entry, seed int64) (*check.Verdict, error) {
	v := &check.Verdict{Agon: 1, Bot: e.Name, Author: e.Author, Passed: true}
	if e.Broken != "" {
		v.Add(false, "starts", "%s", e.Broken)
		v.Locate(e.Ref, traceback.Mistake(e.Broken), e.Broken)
		return v, nil
	}
	return v, x.Examine(ctx, v, e, seed)
}

// conclude prints how many bots failed. If any did, it returns an error.
func (c *checking) conclude(w *world, verdicts []*check.Verdict) error {
	failed := 0
	for _, v := range verdicts {
		if !v.Passed {
			failed++
		}
	}
	if c.json {
		if err := printJSON(w.out, map[string]any{"agon": 1, "passed": failed == 0, "bots": verdicts}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w.out, "%d of %s passed\n", len(verdicts)-failed, report.Counted(len(verdicts), "bot"))
	}
	if failed > 0 {
		return &exit{exitFault, nil}
	}
	return nil
}

// cut prints how far a check came that a signal has stopped.
func (c *checking) cut(w *world, verdicts []*check.Verdict, of int) error {
	passed := 0
	for _, v := range verdicts {
		if v.Passed && !v.Stopped {
			passed++
		}
	}
	if c.json {
		return printJSON(w.out, map[string]any{"agon": 1, "passed": false, "stopped": true, "bots": verdicts})
	}
	_, err := fmt.Fprintf(w.out, "stopped: %d of %s looked at, %d passed\n", len(verdicts), report.Counted(of, "bot"), passed)
	return err
}

// verdictLine returns a verdict in one line: a mark, the name, whether the bot builds and plays, the time of a move, and what is wrong.
func verdictLine(v *check.Verdict, width int) string {
	mark := "✓"
	switch {
	case !v.Passed:
		mark = "✗"
	case v.Stopped:
		mark = "…"
	}
	name := printable(v.Bot)
	name += strings.Repeat(" ", max(width-utf8.RuneCountInString(name), 0))
	builds, plays := "builds", fmt.Sprintf("plays %6d moves  %10v a move", v.Moves, check.Rounded(time.Duration(v.AvgUs*1e3)))
	var faults []string
	for _, f := range v.Findings {
		if f.Good {
			continue
		}
		if f.What == "starts" || f.What == "let in" {
			builds, plays = "-     ", strings.Repeat(" ", len("plays        moves             a move"))
		}
		if f.What == "round" && len(faults) > 0 {
			continue // the other finding says the same
		}
		if text := short(&f); text != "" {
			faults = append(faults, text)
		}
	}
	return strings.TrimRight(fmt.Sprintf("%s %s  %s  %s  %s", mark, name, builds, plays, strings.Join(faults, ", ")), " ")
}

// short returns a finding in one line: the count, and the first case.
func short(f *check.Finding) string {
	first, rest, _ := strings.Cut(printable(f.Told), "\n")
	if f.What == "answers" {
		_, first, _ = strings.Cut(first, ", ")
		if _, why, ok := strings.Cut(rest, ": "); ok {
			why, _, _ = strings.Cut(why, "\n")
			_, why, _ = strings.Cut(why, ": ") // drop the fault's name, which was printed
			first += ": " + why
		}
	}
	return first
}
