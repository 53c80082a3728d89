package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	"agon/format/tournament"
	"agon/show/report"
	"agon/show/term/progress"
)

// A sample is a number of games that are played to estimate how long a contest will take.
const (
	sampleTime  = 5 * time.Second  // ends the sample if sampleGames are over
	sampleGames = 8                // by then
	sampleMost  = 40 * time.Second // ends it in any case
)

// dryRun prints what a run would play, how long it would take on this machine, and how certain the ranks would be. It plays a sample, which
// it deletes.
func (r *running) dryRun(ctx context.Context, w *world, file *config.File) error {
	if err := r.preview(ctx, w, file); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "agon-dry-run-")
	if err != nil {
		return host(err)
	}
	defer os.RemoveAll(dir)
	setup := r.setup()
	begun, fresh := r.dir(file), r.fresh
	setup.Dir, setup.Fresh, setup.Ledgers = filepath.Join(dir, "sample"), false, ledgers.Ledgers{}
	setup.Recall = func(ctx context.Context, of string) (*contest.Contest, error) {
		if of == setup.Dir && !fresh {
			of = begun // which bots of other contests it has entered
		}
		return recallOther(ctx, of)
	}
	c, err := contest.Open(ctx, file, setup)
	if err != nil {
		return r.refused(err)
	}
	defer c.Close()
	if err := r.ready(c.Entries); err != nil {
		return err
	}
	stages := c.Expect()
	for i, s := range stages {
		fmt.Fprintf(w.out, "Stage %d, %q: %s of %s, %s\n", i+1, s.Name, s.Format, report.Counted(s.Bots, "bot"), expectedGames(s))
	}
	for _, text := range c.Cautions() {
		fmt.Fprintln(w.out, printable(text))
	}
	sample, result, err := r.sample(ctx, c)
	if err != nil {
		return folderError(c.Dir, err)
	}
	r.tellTime(w, stages, sample)
	if len(result.Stages) > 0 {
		tellCertainty(w, c, stages[0], result.Stages[0].Table)
	}
	return nil
}

// preview prints what has changed in a contest that has started.
func (r *running) preview(ctx context.Context, w *world, file *config.File) error {
	dir, ok := contestFolder(file.Path)
	if r.out != "" {
		dir, ok = contestFolder(r.out)
	}
	if !ok || r.fresh {
		return nil
	}
	live, err := contest.Running(dir)
	if err != nil {
		return folderError(dir, err)
	}
	ledger, err := r.ledgers.Read(ctx, dir, live)
	if err != nil {
		return folderError(dir, err)
	}
	defer ledger.Close()
	done, planned := 0, 0
	for g, err := range ledger.Games(ctx) {
		if err != nil {
			return folderError(dir, err)
		}
		planned++
		if g.Done {
			done++
		}
	}
	fmt.Fprintf(w.out, "%s: %d of %s planned so far have been played\n", dir, done, report.Counted(planned, "game"))
	prepared, err := contest.Prepare(ctx, file, r.setup())
	if err != nil {
		return r.refused(err)
	}
	told, err := prepared.Preview(ctx, ledger)
	if err != nil {
		return err
	}
	for _, text := range told {
		fmt.Fprintf(w.out, "  %s\n", printable(text))
	}
	fmt.Fprintln(w.out, "The estimates below are for the whole contest.")
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
func (r *running) sample(ctx context.Context, c *contest.Contest) (sampled, *contest.Result, error) {
	show := progress.New(os.Stderr, r.plain || r.json)
	defer show.Close()
	for _, e := range c.Entries {
		if e.Broken != "" {
			show.Note(fmt.Sprintf("%s cannot play: %s", e.Name, e.Broken))
		}
	}
	cores := r.jobs
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var s sampled
	first := 0
	d := &dashboard{sandbox: r.Level(), contest: c, cores: cores, show: show, command: "agon run --dry-run: a sample"}
	result, err := run.Run(inner, c, run.Options{
		Cores: cores, Lanes: r.lanes, NoLimits: r.noLimits, VoidStalled: r.void, Sandbox: r.About(), OneProcess: r.together, Note: show.Note,
		Progress: func(p run.Progress) {
			d.update(p)
			s.games = p.Done
			if first == 0 && p.Done > 0 {
				first, s.starts = p.Done, p.Elapsed
			}
			if over := p.Elapsed >= sampleTime && p.Done >= sampleGames || p.Elapsed >= sampleMost || p.Stage > 0; over {
				cancel()
			}
			if p.Done > first && p.Elapsed > s.starts {
				s.perGame = (p.Elapsed - s.starts) / time.Duration(p.Done-first)
			} else if p.Done > 0 {
				s.perGame = p.Elapsed / time.Duration(p.Done)
			}
		},
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = nil
	}
	return s, result, err
}

// tellTime prints how long the contest will take on this machine.
func (r *running) tellTime(w *world, stages []contest.Expected, s sampled) {
	if s.perGame == 0 {
		fmt.Fprintf(w.out, "No game finished within %s.\n", sampleMost)
		return
	}
	games := 0
	for _, stage := range stages {
		games += stage.Games
	}
	fmt.Fprintf(w.out, "Sample of %s: %s per game on all cores, after %s to start.\n", report.Counted(s.games, "game"), s.perGame.Round(10*time.Microsecond), s.starts.Round(10*time.Millisecond))
	if games > 0 {
		whole := time.Duration(games)*s.perGame + s.starts
		fmt.Fprintf(w.out, "Estimated duration on this machine: %s.\n", whole.Round(max(time.Second, whole/100).Round(time.Second)))
		return
	}
	fmt.Fprintf(w.out, "About %d games per hour on this machine.\n", int(time.Hour/max(s.perGame, time.Microsecond)))
}

// tellCertainty prints how certain the ranks will be if scores vary as much as in the sample.
func tellCertainty(w *world, c *contest.Contest, stage contest.Expected, t tournament.Table) {
	lines := slices.DeleteFunc(slices.Clone(t.Standings), func(s tournament.Standing) bool { return s.Played < 2 })
	if stage.Games == 0 || len(lines) < 2 || stage.Each < 2 {
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
	fmt.Fprintf(w.out, "Expected certainty of stage %q, from the sample: %d of %s of neighbours will be statistically separated (95 %%).\n",
		stage.Name, apart, report.Counted(len(lines)-1, "pair"))
	for _, pair := range close[:min(len(close), 5)] {
		fmt.Fprintf(w.out, "  too close: %s\n", printable(pair))
	}
	if len(close) > 5 {
		fmt.Fprintf(w.out, "  and %d more\n", len(close)-5)
	}
}
