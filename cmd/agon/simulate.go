package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/games/all"
	"agon/report"
	"agon/simulation"
	"agon/term/table"
	"agon/tournament"
	formats "agon/tournament/all"
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
		Long: `Simulate plans all stages of a contest with the formats of a run, gives their games to simulated cores, and prints how long that takes and
what it costs, and how much it stores and sends. No bot is started and nothing is stored. The bots of the file are not read.

Strengths of bots and outcomes of games are drawn from the seed; games take between half and one and a half times --game-time. See
agon run CONTEST.toml --dry-run for the time that a game takes on this machine.`,
		Example: `  agon simulate contest.toml --bots 500 --workers 4 --cores 8 --game-time 2s
  agon simulate contest.toml --bots 100000 --workers 1000 --game-time 2s --price 0.04`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.IntVar(&s.bots, "bots", 0, "number of bots")
	f.IntVar(&s.workers, "workers", 1, "number of machines")
	f.IntVar(&s.cores, "cores", 1, "number of CPU cores of each machine")
	f.DurationVar(&s.gameTime, "game-time", 0, "mean time of a game on one core, such as 2s")
	f.DurationVar(&s.latency, "latency", 50*time.Millisecond, "time between asking for a job and playing it")
	f.DurationVar(&s.restart, "restart", 10*time.Second, "time from the loss of a game until its core plays again")
	f.Int64Var(&s.seed, "seed", 0, "random seed (default: the contest file's, else 1)")
	f.Float64Var(&s.price, "price", 0, "price of a core for an hour, in any currency")
	f.Float64Var(&s.failures, "failures", 0, "part of the games that are lost with their core and played again, from 0 to 0.9")
	f.BoolVar(&s.json, "json", false, "print one JSON object")
	return cmd
}

// maxBots is the largest field that is simulated.
const maxBots = 1_000_000

func (s *simulating) run(cmd *cobra.Command, w *world, path string) error {
	switch {
	case s.bots < 1 || s.bots > maxBots:
		return fmt.Errorf("--bots %d: set the number of bots, from 1 to %d", s.bots, maxBots)
	case s.gameTime == 0:
		return errors.New("--game-time is missing: set the mean time of a game on one core, such as 2s; agon run CONTEST.toml --dry-run measures it")
	case !(s.price >= 0 && s.price <= 1e9):
		return fmt.Errorf("--price %v: set the price of a core for an hour, from 0 to 1e9", s.price)
	}
	file, err := contest.Read(path)
	if err != nil {
		return err
	}
	switch {
	case cmd.Flags().Changed("seed"):
		file.Seed = s.seed
	case !file.Seeded:
		file.Seed = 1
	}
	config := simulation.Config{
		Bots: s.bots, Workers: s.workers, Cores: s.cores, GameTime: s.gameTime, Latency: s.latency, Restart: s.restart, Failures: s.failures, Seed: file.Seed,
	}
	if err := config.Check(); err != nil {
		return err
	}
	c, err := contest.Sketch(file, contest.Setup{Kinds: all.Find, Formats: formats.Formats}, s.bots, simulation.MostGames)
	if err != nil {
		return err
	}
	for nth, stage := range c.Stages {
		config.Stages = append(config.Stages, simulation.Stage{
			Name: stage.Name, Format: stage.Play(), Field: func(entries []int) tournament.Field { return c.StageField(nth, entries) },
		})
	}
	games := gameCount{}
	config.Planned = games.add
	told := time.Now()
	config.Progress = func(stage, games int) {
		if time.Since(told) > time.Second {
			told = time.Now()
			fmt.Fprintf(w.err, "agon: stage %s: %s simulated\n", printable(c.Stages[stage].Name), report.Counted(games, "game"))
		}
	}
	result, err := simulation.Run(cmd.Context(), config)
	if err != nil {
		return err
	}
	output := s.describe(file, c, result)
	if output.Stored, output.Sent, output.Got, err = games.bytes(c.Kind, c.Settings); err != nil {
		return err
	}
	if s.json {
		return printJSON(w.out, output)
	}
	return output.print(w)
}

// A simulated is the output of agon simulate. Times are in seconds.
type simulated struct {
	Contest    string           `json:"contest"`
	Seed       int64            `json:"seed"`
	Bots       int              `json:"bots"`
	Workers    int              `json:"workers"`
	Cores      int              `json:"cores"` // of all workers
	Wall       float64          `json:"wall"`
	Games      int              `json:"games"`
	Lost       int              `json:"lost_games"`
	CPUHours   float64          `json:"cpu_hours"`
	CoreHours  float64          `json:"core_hours"`
	Cost       float64          `json:"cost"`
	Efficiency float64          `json:"efficiency"`
	Wait       float64          `json:"longest_wait"`
	Stored     int64            `json:"stored_bytes"`   // of the ledger and the replays, about
	Sent       int64            `json:"sent_bytes"`     // by workers, about
	Got        int64            `json:"received_bytes"` // by workers, beside the bots' files, about
	Stages     []simulatedStage `json:"stages"`
}

// A simulatedStage is a stage of it.
type simulatedStage struct {
	Name    string  `json:"name"`
	Format  string  `json:"format"`
	Bots    int     `json:"bots"`
	Games   int     `json:"games"`
	Rounds  int     `json:"rounds"`
	Wall    float64 `json:"wall"`
	Wait    float64 `json:"longest_wait"`
	Settled bool    `json:"settled"`              // it ended early, because what matters was certain
	Most    int     `json:"most_games,omitempty"` // that it could have had then
}

func (s *simulating) describe(file *contest.File, c *contest.Contest, r *simulation.Result) *simulated {
	cores := s.workers * s.cores
	d := &simulated{
		Contest: file.Name, Seed: file.Seed, Bots: s.bots, Workers: s.workers, Cores: cores, Wall: r.Wall.Seconds(), Games: r.Games, Lost: r.Lost,
		CPUHours: r.CPU.Hours(), CoreHours: r.Wall.Hours() * float64(cores), Efficiency: r.Efficiency(cores), Wait: r.Wait().Seconds(),
	}
	d.Cost = d.CoreHours * s.price
	for i, stage := range r.Stages {
		d.Stages = append(d.Stages, simulatedStage{
			stage.Name, c.Stages[i].Format, stage.Bots, stage.Games, stage.Rounds, stage.Wall.Seconds(), stage.Wait.Seconds(), stage.Settled, stage.Most,
		})
	}
	return d
}

// print prints a table of the stages, and sentences about the whole.
func (d *simulated) print(w *world) error {
	t := &table.Table{Title: d.Contest, Columns: []table.Column{
		{Head: "Stage", Width: 20}, {Head: "Bots", Width: 9}, {Head: "Games", Width: 11}, {Head: "Rounds", Width: 8}, {Head: "Time", Width: 14}, {Head: "Wait at the end", Width: 17}, {Head: "Ranks settled", Remark: true},
	}}
	for _, s := range d.Stages {
		settled := ""
		if s.Settled {
			settled = fmt.Sprintf("after %s", report.Counted(s.Games, "game"))
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(s.Name), table.Text(fmt.Sprint(s.Bots)), table.Text(fmt.Sprint(s.Games)), table.Text(fmt.Sprint(s.Rounds)),
			table.Text(seconds(s.Wall)), table.Text(seconds(s.Wait)), table.Text(settled),
		})
	}
	if err := t.Write(w.out, table.On(w.out, os.Environ())); err != nil {
		return err
	}
	lines := []string{
		fmt.Sprintf("%s on %s: %s for %s.", report.Counted(d.Bots, "bot"), report.Counted(d.Cores, "core"), seconds(d.Wall), report.Counted(d.Games, "game")),
		fmt.Sprintf("CPU hours of games: %.2f. Core hours: %.2f. Efficiency: %.1f %%.", d.CPUHours, d.CoreHours, 100*d.Efficiency),
	}
	if d.Lost > 0 {
		lines = append(lines, fmt.Sprintf("Games lost and played again: %d.", d.Lost))
	}
	lines = append(lines, fmt.Sprintf("Storage of ledger and replays: about %s. From workers: about %s; to them: %s, and the bots.", megabytes(d.Stored), megabytes(d.Sent), megabytes(d.Got)))
	if d.Cost > 0 {
		lines = append(lines, fmt.Sprintf("Cost: %.2f.", d.Cost))
	}
	_, err := fmt.Fprintln(w.out, strings.Join(lines, "\n"))
	return err
}

// megabytes formats a size for readers.
func megabytes(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// seconds formats a time for readers.
func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
