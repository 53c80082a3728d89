package conduct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	"agon/format/tournament"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/show/report"
)

// A sample is a number of games that are played to estimate how long a contest will take.
const (
	sampleTime  = 5 * time.Second  // ends the sample if sampleGames are over
	sampleGames = 8                // by then
	sampleMost  = 40 * time.Second // ends it in any case
)

// DryRun prints what a run would play, how long it would take on this machine, and how certain the ranks would be. It plays a sample, which
// it deletes.
func (s *Setup) DryRun(ctx context.Context, file *config.File, out io.Writer) error {
	setup, err := s.opening(file)
	if err != nil {
		return err
	}
	if err := s.preview(ctx, file, setup, out); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "agon-dry-run-")
	if err != nil {
		return cause.Host(err)
	}
	defer os.RemoveAll(dir)
	begun, fresh, other := Dir(setup.Dir, file), setup.Fresh, setup.Recall
	setup.Dir, setup.Fresh, setup.Ledgers = filepath.Join(dir, "sample"), false, ledgers.Ledgers{}
	setup.Recall = func(ctx context.Context, of string) (*contest.Contest, error) {
		if of == setup.Dir && !fresh {
			of = begun // bots of other contests that it has entered
		}
		return other(ctx, of)
	}
	c, err := contest.Open(ctx, file, setup)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := s.Launcher.Ready(c.Entries); err != nil {
		return err
	}
	stages := c.Expect()
	for i, s := range stages {
		fmt.Fprintf(out, "Stage %d, %q: %s of %s, %s\n", i+1, s.Name, s.Format, report.Counted(s.Bots, "bot"), expectedGames(s))
	}
	for _, text := range c.Cautions() {
		fmt.Fprintln(out, clean.Text(text))
	}
	sample, result, err := s.sample(ctx, c)
	if err != nil {
		return folders.Error(c.Dir, err)
	}
	printTime(out, stages, sample)
	if len(result.Stages) > 0 {
		printCertainty(out, c, stages[0], result.Stages[0].Table)
	}
	return nil
}

// preview prints what has changed in a contest that has started.
func (s *Setup) preview(ctx context.Context, file *config.File, setup contest.Setup, out io.Writer) error {
	dir, ok := folders.Dir(cmp.Or(setup.Dir, file.Path))
	if !ok || setup.Fresh {
		return nil
	}
	live, err := contest.Running(dir)
	if err != nil {
		return folders.Error(dir, err)
	}
	ledger, err := setup.Ledgers.(ledgers.Ledgers).Read(ctx, dir, live)
	if err != nil {
		return folders.Error(dir, err)
	}
	defer ledger.Close()
	done, planned := 0, 0
	for g, err := range ledger.Games(ctx) {
		if err != nil {
			return folders.Error(dir, err)
		}
		planned++
		if g.Done {
			done++
		}
	}
	fmt.Fprintf(out, "%s: %d of %s planned so far have been played\n", dir, done, report.Counted(planned, "game"))
	prepared, err := contest.Prepare(ctx, file, setup)
	if err != nil {
		return err
	}
	printed, err := prepared.Preview(ctx, ledger)
	if err != nil {
		return err
	}
	for _, text := range printed {
		fmt.Fprintf(out, "  %s\n", clean.Text(text))
	}
	fmt.Fprintln(out, "The estimates below are for the whole contest.")
	return nil
}

func expectedGames(s contest.Expected) string {
	if s.Until != "" {
		return s.Until
	}
	if s.Games == 0 {
		return "no fixed number of games"
	}
	return fmt.Sprintf("about %s, %.0f of each bot", report.Counted(s.Games, "game"), s.Each)
}

// sampled is the result of a sample.
type sampled struct {
	games   int
	starts  time.Duration // until the first games were over
	perGame time.Duration // wall time with all cores busy; 0: no game was over
}

// sample plays games of the first stage for a while.
func (s *Setup) sample(ctx context.Context, c *contest.Contest) (sampled, *contest.Result, error) {
	show := s.Show()
	defer show.Close()
	for _, e := range c.Entries {
		if e.Broken != "" {
			show.Note(fmt.Sprintf("%s cannot play: %s", e.Name, e.Broken))
		}
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var found sampled
	first := 0
	d := &dashboard{sandbox: s.Launcher.Level(), contest: c, cores: s.cores(), show: show, command: "agon run --dry-run: a sample"}
	o := s.Options
	o.Cores, o.Times, o.Rounds, o.Sandbox, o.Note = s.cores(), false, 0, s.Launcher.About(), show.Note
	o.Progress = func(p run.Progress) {
		d.update(p)
		found.games = p.Done
		if first == 0 && p.Done > 0 {
			first, found.starts = p.Done, p.Elapsed
		}
		if over := p.Elapsed >= sampleTime && p.Done >= sampleGames || p.Elapsed >= sampleMost || p.Stage > 0; over {
			cancel()
		}
		if p.Done > first && p.Elapsed > found.starts {
			found.perGame = (p.Elapsed - found.starts) / time.Duration(p.Done-first)
		} else if p.Done > 0 {
			found.perGame = p.Elapsed / time.Duration(p.Done)
		}
	}
	result, err := run.Run(inner, c, o)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = nil
	}
	return found, result, err
}

// printTime prints how long the contest will take on this machine.
func printTime(out io.Writer, stages []contest.Expected, s sampled) {
	if s.perGame == 0 {
		fmt.Fprintf(out, "No game finished within %s.\n", sampleMost)
		return
	}
	games := 0
	for _, stage := range stages {
		games += stage.Games
	}
	fmt.Fprintf(out, "Sample of %s: %s per game on all cores, after %s to start.\n", report.Counted(s.games, "game"),
		s.perGame.Round(10*time.Microsecond), s.starts.Round(10*time.Millisecond))
	if games > 0 {
		whole := time.Duration(games)*s.perGame + s.starts
		fmt.Fprintf(out, "Estimated duration on this machine: %s.\n", whole.Round(max(time.Second, whole/100).Round(time.Second)))
		return
	}
	fmt.Fprintf(out, "About %d games per hour on this machine.\n", int(time.Hour/max(s.perGame, time.Microsecond)))
}

// printCertainty prints how certain the ranks will be if scores vary as much as in the sample.
func printCertainty(out io.Writer, c *contest.Contest, stage contest.Expected, t tournament.Table) {
	lines := slices.DeleteFunc(slices.Clone(t.Standings), func(s tournament.Standing) bool { return s.Played < 2 })
	if stage.Games == 0 || len(lines) < 2 || stage.Each < 2 || t.By == tournament.ByNothing {
		return
	}
	slices.SortStableFunc(lines, func(a, b tournament.Standing) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	apart := 0
	var close []string
	for i := 1; i < len(lines); i++ {
		a, b := lines[i-1], lines[i]
		reach := 1.96 * math.Hypot(a.Deviation, b.Deviation) / math.Sqrt(stage.Each)
		if a.Score-b.Score > reach {
			apart++
			continue
		}
		close = append(close, fmt.Sprintf("%s and %s", c.Entries[a.Entry].Name, c.Entries[b.Entry].Name))
	}
	fmt.Fprintf(out, "Expected certainty of stage %q, from the sample: %d of %s of neighbours will be statistically separated (95 %%).\n",
		stage.Name, apart, report.Counted(len(lines)-1, "pair"))
	for _, pair := range close[:min(len(close), 5)] {
		fmt.Fprintf(out, "  too close: %s\n", clean.Text(pair))
	}
	if len(close) > 5 {
		fmt.Fprintf(out, "  and %d more\n", len(close)-5)
	}
}
