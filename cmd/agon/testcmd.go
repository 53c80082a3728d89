package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/internal/wholefile"
	"agon/lab/cases"
	"agon/lab/text"
	"agon/play/worker"
	"agon/show/term/activity"
)

// testRun are the flags of agon test.
type testRun struct {
	bots  botFlags
	junit string
	json  bool
	jobs  int
}

func newTest(w *world) *cobra.Command {
	c := &testRun{}
	cmd := &cobra.Command{
		Use:   "test KIND BOT CASES...",
		Short: "run a bot against kept mistakes",
		Long: `Test runs cases that agon pin wrote, files or folders of them: the bot is started and asked for each move from the first one on as it was then, and in the
turn of the case it must do what the case says. It prints what failed with the board, and exits with 3 if any did.`,
		Example: `  agon test tron ./mybot cases
  agon test tron ./mybot cases --junit report.xml`,
		Args:              between(3, -1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, w, args[0], args[1], args[2:]) },
	}
	c.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&c.junit, "junit", "", "write the results to `FILE` as JUnit XML")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	f.IntVar(&c.jobs, "jobs", 0, "number of CPU cores (default: all)")
	return cmd
}

func (c *testRun) run(cmd *cobra.Command, w *world, name, ref string, places []string) error {
	s, err := c.bots.open(cmd.Flags(), false)
	if err != nil {
		return err
	}
	defer s.Close()
	if len(s.Set) > 0 || s.Seeded {
		return errors.New("--set and --seed do not apply: options and seed are those of the cases' games")
	}
	k, settings, err := s.Kind(name)
	if err != nil {
		return err
	}
	list, err := cases.ReadAll(k, places)
	if err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	line.Now(true, "building %s", ref)
	tested, err := s.Bot(cmd.Context(), s.Opener(k, bot.NewLog(0)), ref)
	if err != nil {
		return err
	}
	entries := []lineup.Entry{tested}
	if err := s.Launcher.Ready(entries); err != nil {
		return err
	}
	how := func(seed int64) worker.Play { return s.Play(k, settings, entries, seed) }
	verdicts, err := cases.RunAll(cmd.Context(), list, how, c.jobs, func(nth int, x *cases.Case) {
		line.Now(true, "case %d of %d: %s", nth, len(list), x.Name)
	})
	if err != nil {
		return host(err)
	}
	line.Clear()
	if c.junit != "" {
		if err := wholefile.Write(c.junit, func(out io.Writer) error { return cases.WriteJUnit(out, tested.Name, verdicts) }); err != nil {
			return host(fmt.Errorf("write the results: %w", err))
		}
	}
	values := cases.NewTested(tested.Name, verdicts)
	if c.json {
		err = printJSON(w.out, values)
	} else {
		err = text.Cases(w.out, verdicts)
	}
	if err == nil && !values.Passed {
		return &exit{exitFault, nil}
	}
	return host(err)
}
