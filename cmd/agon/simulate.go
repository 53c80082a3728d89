package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"agon/contest/config"
	"agon/contest/forecast"
	"agon/contest/simulation"
	formats "agon/format/tournament/all"
	"agon/show/term/progress"
	"agon/show/term/table"
)

// simulating are the flags of agon simulate.
type simulating struct {
	forecast.Setup
	season simulation.Season
	seed   int64
	json   bool
}

func newSimulate(w *world) *cobra.Command {
	s := &simulating{}
	cmd := &cobra.Command{
		Use:   "simulate CONTEST.toml",
		Short: "estimate how long a contest takes with many bots on many machines",
		Long: `Simulate plans all stages of a contest with the formats of a run, gives their games to simulated cores, and prints how long that takes, how
many games until ranks settle, and what it costs. No bot is started and nothing is stored. The bots of the file do not play and need not
exist yet: their number is --bots.

Strengths of bots and outcomes of games are drawn from the seed; a game takes between half and one and a half times --game-time. See
agon run CONTEST.toml --dry-run for the time that a game takes on this machine. Equal seeds give equal games and tables, whatever the workers.

With --weeks it is a season: authors hand in new versions while a ladder is played every night, and near the end a strong bot comes. It prints
how far places are from the true ones at the end of each week, and after how much play the late bot is where it belongs.`,
		Example: `  agon simulate contest.toml --bots 500 --workers 4 --cores 8 --game-time 2s
  agon simulate contest.toml --bots 100000 --workers 1000 --price 0.04
  agon simulate course.toml --bots 200 --cores 4 --game-time 2s --weeks 10 --night 1h --versions 4 --broken 0.05`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.IntVar(&s.Bots, "bots", 0, "number of bots")
	f.IntVar(&s.Workers, "workers", 1, "number of machines")
	f.IntVar(&s.Cores, "cores", 1, "number of CPU cores of each machine")
	f.DurationVar(&s.GameTime, "game-time", time.Second, "mean time of a game on one core")
	f.DurationVar(&s.Latency, "latency", 50*time.Millisecond, "time between asking for a job and playing it")
	f.DurationVar(&s.Restart, "restart", 10*time.Second, "time from the loss of a game until its core plays again")
	f.Int64Var(&s.seed, "seed", 0, "random seed (default: the contest file's, else 1)")
	f.Float64Var(&s.Price, "price", 0, "price of a core for an hour, in any currency")
	f.Float64Var(&s.Failures, "failures", 0, "fraction of the games that are lost with their core and played again, from 0 to 0.9")
	f.IntVar(&s.season.Weeks, "weeks", 0, "number of weeks of a season, from 1 to 52; 0: the field does not change")
	f.DurationVar(&s.season.Night, "night", time.Hour, "time of play each night of a season")
	f.Float64Var(&s.season.Versions, "versions", 1, "number of versions that an author hands in each week of a season, on average")
	f.Float64Var(&s.season.Broken, "broken", 0, "fraction of the versions that fail their check, from 0 to 1")
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
	case s.Bots < 1 || s.Bots > mostBots:
		return fmt.Errorf("--bots %d: set the number of bots, from 1 to %d", s.Bots, mostBots)
	case !(s.Price >= 0 && s.Price <= mostPrice): // NaN too
		return fmt.Errorf("--price %v: set the price of a core for an hour, from 0 to %d", s.Price, mostPrice)
	}
	for _, name := range []string{"night", "versions", "broken"} {
		if s.season.Weeks == 0 && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is of a season: set --weeks, too", name)
		}
	}
	if cmd.Flags().Changed("weeks") {
		s.Season = &s.season
	}
	if err := s.Check(); err != nil {
		return err
	}
	file, err := config.ReadAhead(path)
	if err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("seed"):
		file.Seed = s.seed
	case !file.Seeded:
		file.Seed = 1
	}
	s.Seed, s.Kinds, s.Formats = file.Seed, findKind, formats.Formats
	s.Bar = progress.NewDelayed
	output, err := s.Run(cmd.Context(), file)
	if err != nil {
		return err
	}
	if s.json {
		return printJSON(w.out, output)
	}
	return host(output.Print(w.out, table.On(w.out, os.Environ())))
}
