package forecast

import (
	"context"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/simulation"
	"agon/format/tournament"
	"agon/game"
)

// A Setup says what is simulated. The seed of the simulation is that of the contest's file.
type Setup struct {
	simulation.Config
	Price   float64 // of a core for an hour
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec

	// Bar shows the progress of a long simulation, of a number of games that is set later if it is 0.
	Bar func(title string, games int) Bar
}

// A Bar shows how many games of a simulation are over.
type Bar interface {
	Of(games int)
	Add(games int)
	Close()
}

// Run simulates the contest of a file. It does so in a goroutine: a large field is planned in seconds, and when ctx is done the command ends at once. Nothing is lost,
// since nothing is stored.
func (s *Setup) Run(ctx context.Context, file *config.File) (*Forecast, error) {
	type progress struct{ games, total int }
	type end struct {
		output *Forecast
		err    error
	}
	played, ended := make(chan progress), make(chan end, 1)
	go func() {
		output, err := s.estimate(ctx, file, func(games, total int) {
			select {
			case played <- progress{games, total}:
			case <-ctx.Done():
			}
		})
		ended <- end{output, err}
	}()
	bar := s.Bar("simulate "+file.Name, 0)
	defer bar.Close()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	done, known := 0, false
	for {
		select {
		case p := <-played:
			bar.Of(p.total)
			known = p.total != 0
			if p.total > 0 { // of best-of matches the least number is known
				p.games = min(p.games, p.total)
			}
			bar.Add(p.games - done)
			done = p.games
		case <-tick.C:
			if known {
				bar.Add(0)
			}
		case e := <-ended:
			return e.output, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// estimate simulates the contest, and sums up. It calls played with the number of games that have been played, and about of
// how many; -1 if that is unknown.
func (s *Setup) estimate(ctx context.Context, file *config.File, played func(games, total int)) (*Forecast, error) {
	setup := s.Config
	c, total, err := contest.Sketch(file, contest.Setup{Kinds: s.Kinds, Formats: s.Formats}, s.Bots, simulation.MostGames)
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
func (s *Setup) sum(c *contest.Contest, r *simulation.Result) *Forecast {
	cores := s.Workers * s.Cores
	d := &Forecast{
		Contest: c.File.Name, Seed: c.Seed, Bots: s.Bots, Workers: s.Workers, Cores: cores, GameTime: s.GameTime.Seconds(), Wall: r.Wall.Seconds(), Games: r.Games, Lost: r.Lost,
		CPUHours: r.CPU / 3600, CoreHours: r.Wall.Hours() * float64(cores), Efficiency: r.Efficiency(cores),
	}
	d.Cost = d.CoreHours * s.Price
	for i, stage := range r.Stages {
		line := Stage{
			Name: stage.Name, Format: c.Stages[i].Format, Bots: stage.Field.Size(), Games: stage.Ledger.Done(), Rounds: stage.Ledger.Rounds(),
			Wall: stage.Wall.Seconds(), Wait: stage.Wait.Seconds(), Early: stage.Early,
		}
		if stage.Certainty != nil {
			line.Ranks = &Ranks{stage.Certainty.Widest, stage.Certainty.More}
		}
		d.Stages = append(d.Stages, line)
	}
	return d
}
