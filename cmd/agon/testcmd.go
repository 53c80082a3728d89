package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/clutter"
	"agon/internal/wholefile"
	"agon/lab/cases"
	"agon/lab/session"
	"agon/show/report"
	"agon/show/term/activity"
)

// testRun are the flags of agon test.
type testRun struct {
	bots    botFlags
	session *session.Session // of the flags
	junit   string
	json    bool
	jobs    int
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
	var err error
	if c.session, err = c.bots.open(cmd.Flags(), false); err != nil {
		return err
	}
	defer c.session.Close()
	if len(c.session.Set) > 0 || c.session.Seeded {
		return errors.New("--set and --seed do not apply: options and seed are those of the cases' games")
	}
	k, settings, err := c.session.Kind(name)
	if err != nil {
		return err
	}
	list, err := readCases(k, places)
	if err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	line.Now(true, "building %s", ref)
	tested, err := c.session.Bot(cmd.Context(), c.session.Opener(k, bot.NewLog(0)), ref)
	if err != nil {
		return err
	}
	if err := c.session.Launcher.Ready([]lineup.Entry{tested}); err != nil {
		return err
	}
	verdicts, err := c.runCases(cmd.Context(), list, k, settings, tested, line)
	if err != nil {
		return host(err)
	}
	line.Clear()
	if c.junit != "" {
		if err := wholefile.Write(c.junit, func(out io.Writer) error { return cases.WriteJUnit(out, tested.Name, verdicts) }); err != nil {
			return host(fmt.Errorf("write the results: %w", err))
		}
	}
	if c.json {
		err = printJSON(w.out, testedOf(tested.Name, verdicts))
	} else {
		err = printTested(w.out, verdicts)
	}
	if err != nil {
		return host(err)
	}
	for _, v := range verdicts {
		if !v.Passed() {
			return &exit{exitFault, nil}
		}
	}
	return nil
}

// readCases reads files, and all files of folders, in the order of their names.
func readCases(k *game.Kind, places []string) (list []*cases.Case, err error) {
	add := func(file string) error {
		c, err := cases.Read(file, func(name string) (*game.Kind, error) {
			if name != k.Name {
				return nil, fmt.Errorf("the case is of the kind %q, not of %s", name, k.Name)
			}
			return k, nil
		})
		if err == nil {
			list = append(list, c)
		}
		return err
	}
	for _, place := range places {
		err := filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path != place && (filepath.Ext(path) != ".toml" || clutter.File(d.Name())) {
				return err
			}
			return add(path)
		})
		if err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no cases: agon pin writes them", strings.Join(places, ", "))
	}
	return list, nil
}

// runCases runs cases on all cores, and returns the verdicts in their order.
func (c *testRun) runCases(ctx context.Context, list []*cases.Case, k *game.Kind, settings game.Settings, e lineup.Entry, line *activity.Line) ([]*cases.Verdict, error) {
	cores := c.jobs
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	verdicts := make([]*cases.Verdict, len(list))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cores)
	for i, x := range list {
		g.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			line.Now(true, "case %d of %d: %s", i+1, len(list), x.Name)
			verdicts[i], err = x.Run(ctx, c.session.Play(k, settings, []lineup.Entry{e}, x.Game.Record.Seed))
			return err
		})
	}
	return verdicts, g.Wait()
}

// printTested prints a line for each case, with the board of those that failed.
func printTested(out io.Writer, verdicts []*cases.Verdict) error {
	passed := 0
	for _, v := range verdicts {
		if v.Passed() {
			passed++
			fmt.Fprintf(out, "ok    %s\n", printable(v.Case.Name))
			continue
		}
		fmt.Fprintf(out, "FAIL  %s: %s\n", printable(v.Case.Name), printable(v.Why))
		fmt.Fprintf(out, "      seat %d, turn %d\n", v.Case.Seat, v.Case.Turn)
		for line := range strings.Lines(v.Board) {
			fmt.Fprintf(out, "      %s\n", strings.TrimRight(line, "\n"))
		}
	}
	_, err := fmt.Fprintf(out, "%d of %s passed\n", passed, report.Counted(len(verdicts), "case"))
	return err
}

// tested is what agon test prints as JSON.
type tested struct {
	Agon   int          `json:"agon"` // version of the format
	Bot    string       `json:"bot"`
	Passed bool         `json:"passed"`
	Cases  []testedCase `json:"cases"`
}

type testedCase struct {
	Name     string  `json:"name"`
	Seat     int     `json:"seat"`
	Turn     int     `json:"turn"`
	Passed   bool    `json:"passed"`
	Answered string  `json:"answered"`
	Why      string  `json:"why,omitempty"`
	Differed int     `json:"differed,omitempty"` // answers before the turn that were others than the recorded ones
	Millis   float64 `json:"ms"`
}

func testedOf(name string, verdicts []*cases.Verdict) tested {
	t := tested{Agon: 1, Bot: name, Passed: true}
	for _, v := range verdicts {
		t.Passed = t.Passed && v.Passed()
		t.Cases = append(t.Cases, testedCase{
			v.Case.Name, int(v.Case.Seat), v.Case.Turn, v.Passed(), v.Answered, v.Why, v.Differed, float64(v.Took.Microseconds()) / 1e3,
		})
	}
	return t
}
