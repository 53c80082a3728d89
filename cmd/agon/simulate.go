package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/simulation"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
)

// simulating are the flags of agon simulate.
type simulating struct {
	bots, workers, cores       int
	gameTime, latency, restart time.Duration
	seed                       int64
	price, failures            float64
	json                       bool
}

func newSimulate(w *world) *cobra.Command {
	s := &simulating{}
	cmd := &cobra.Command{
		Use:   "simulate CONTEST.toml",
		Short: "estimate how long a contest takes with many bots on many machines",
		Long: `Simulate plans all stages of a contest with the formats of a run, gives their games to simulated cores, and prints how long that takes, how
many games until ranks settle, and what it costs. No bot is started and nothing is stored. The bots of the file do not play: their number is --bots.

Strengths of bots and outcomes of games are drawn from the seed; a game takes between half and one and a half times --game-time. See
agon run CONTEST.toml --dry-run for the time that a game takes on this machine. Equal seeds give equal games and tables, whatever the workers.`,
		Example: `  agon simulate contest.toml --bots 500 --workers 4 --cores 8 --game-time 2s
  agon simulate contest.toml --bots 100000 --workers 1000 --price 0.04`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.IntVar(&s.bots, "bots", 0, "number of bots")
	f.IntVar(&s.workers, "workers", 1, "number of machines")
	f.IntVar(&s.cores, "cores", 1, "number of CPU cores of each machine")
	f.DurationVar(&s.gameTime, "game-time", time.Second, "mean time of a game on one core")
	f.DurationVar(&s.latency, "latency", 50*time.Millisecond, "time between asking for a job and playing it")
	f.DurationVar(&s.restart, "restart", 10*time.Second, "time from the loss of a game until its core plays again")
	f.Int64Var(&s.seed, "seed", 0, "random seed (default: the contest file's, else 1)")
	f.Float64Var(&s.price, "price", 0, "price of a core for an hour, in any currency")
	f.Float64Var(&s.failures, "failures", 0, "fraction of the games that are lost with their core and played again, from 0 to 0.9")
	f.BoolVar(&s.json, "json", false, "print one JSON object")
	return cmd
}

// Limits of the flags.
const (
	mostBots  = 100_000
	mostPrice = 1_000_000_000
)

func (s *simulating) run(cmd *cobra.Command, w *world, path string) error {
	switch {
	case s.bots < 1 || s.bots > mostBots:
		return fmt.Errorf("--bots %d: set the number of bots, from 1 to %d", s.bots, mostBots)
	case !(s.price >= 0 && s.price <= mostPrice): // NaN too
		return fmt.Errorf("--price %v: set the price of a core for an hour, from 0 to %d", s.price, mostPrice)
	}
	setup := simulation.Config{
		Bots: s.bots, Workers: s.workers, Cores: s.cores, GameTime: s.gameTime, Latency: s.latency, Restart: s.restart, Failures: s.failures,
	}
	if err := setup.Check(); err != nil {
		return err
	}
	file, err := config.Read(path)
	if err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("seed"):
		file.Seed = s.seed
	case !file.Seeded:
		file.Seed = 1
	}
	setup.Seed = file.Seed
	output, err := s.simulate(cmd.Context(), file, setup)
	if err != nil {
		return err
	}
	if s.json {
		return printJSON(w.out, output)
	}
	return host(output.print(w.out))
}

// simulate runs the simulation in a goroutine: a large field is planned in seconds, and when ctx is done the command ends at once. Nothing is lost,
// since nothing is stored.
func (s *simulating) simulate(ctx context.Context, file *config.File, setup simulation.Config) (*simulated, error) {
	type progress struct{ games, total int }
	type end struct {
		output *simulated
		err    error
	}
	played, ended := make(chan progress), make(chan end, 1)
	go func() {
		output, err := s.estimate(ctx, file, setup, func(games, total int) {
			select {
			case played <- progress{games, total}:
			case <-ctx.Done():
			}
		})
		ended <- end{output, err}
	}()
	bar := &delayedBar{title: "simulate " + file.Name, begun: time.Now()}
	defer bar.Close()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case p := <-played:
			bar.total = p.total
			if p.total > 0 { // of best-of matches the least number is known
				p.games = min(p.games, p.total)
			}
			bar.Add(p.games - bar.done)
		case <-tick.C:
			if bar.total != 0 {
				bar.Add(0)
			}
		case e := <-ended:
			return e.output, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// estimate simulates the contest, and sums up. played is told how many games have been played, of about how many; -1 if that is unknown.
func (s *simulating) estimate(ctx context.Context, file *config.File, setup simulation.Config, played func(games, total int)) (*simulated, error) {
	c, total, err := contest.Sketch(file, contest.Setup{Kinds: findKind, Formats: formats.Formats}, s.bots, simulation.MostGames)
	if err != nil {
		return nil, err
	}
	for nth, stage := range c.Stages {
		setup.Stages = append(setup.Stages, simulation.Stage{
			Name: stage.Name, Format: stage.Scheme(), Field: func(entries []int) tournament.Field { return c.StageField(nth, entries) },
		})
	}
	played(0, total)
	setup.Progress = func(games int) { played(games, total) }
	result, err := simulation.Run(ctx, setup)
	if err != nil {
		return nil, err
	}
	output := s.sum(c, result)
	output.Stored, err = storage(ctx, c, result)
	return output, err
}

// sum converts a result to the output.
func (s *simulating) sum(c *contest.Contest, r *simulation.Result) *simulated {
	cores := s.workers * s.cores
	d := &simulated{
		Contest: c.File.Name, Seed: c.Seed, Bots: s.bots, Workers: s.workers, Cores: cores, GameTime: s.gameTime.Seconds(), Wall: r.Wall.Seconds(), Games: r.Games, Lost: r.Lost,
		CPUHours: r.CPU / 3600, CoreHours: r.Wall.Hours() * float64(cores), Efficiency: r.Efficiency(cores),
	}
	d.Cost = d.CoreHours * s.price
	for i, stage := range r.Stages {
		line := simulatedStage{
			Name: stage.Name, Format: c.Stages[i].Format, Bots: stage.Field.Size(), Games: stage.Ledger.Done(), Rounds: stage.Ledger.Rounds(),
			Wall: stage.Wall.Seconds(), Wait: stage.Wait.Seconds(), Early: stage.Early,
		}
		if stage.Certainty != nil {
			line.Ranks = &simulatedRanks{stage.Certainty.Widest, stage.Certainty.More}
		}
		d.Stages = append(d.Stages, line)
	}
	return d
}
