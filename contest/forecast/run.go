/*
Package forecast estimates how long a contest takes with many bots on many machines, how certain its ranks are then, what it costs and how
much it stores. It plans all stages with the formats of a run, and has package simulation play them without bots.
*/
package forecast

import (
	"context"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/simulation"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay"
	"agon/show/term/progress"
)

// A Setup describes what is simulated. The seed of the simulation is that of the contest's file.
type Setup struct {
	simulation.Config
	Price   float64 // of a core for an hour
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec

	// Bar shows the progress of a long simulation, of a number of games that is set later if it is 0.
	Bar func(title string, games int) *progress.Delayed
}

// Run simulates the contest of a file. It does so in a goroutine: a large field is planned in seconds, and when ctx is done the command
// ends at once. Nothing is lost, since nothing is stored.
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
	most := simulation.MostGames
	if s.Season != nil {
		most = 0 // it ends after its weeks
	}
	c, total, err := contest.Sketch(file, contest.Setup{Kinds: s.Kinds, Formats: s.Formats}, s.Bots, most)
	if err != nil {
		return nil, err
	}
	for nth, stage := range c.Stages {
		setup.Stages = append(setup.Stages, simulation.Stage{
			Name: stage.Name, Format: stage.Scheme(),
			Field: func(entries []int) tournament.Field { return c.StageField(nth, c.Reach(nth, entries)) },
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
		Contest: c.File.Name, Seed: c.Seed, Bots: s.Bots, Workers: s.Workers, Cores: cores, GameTime: s.GameTime.Seconds(),
		Wall: r.Wall.Seconds(), Games: r.Games, Lost: r.Lost,
		CPUHours: r.CPU / 3600, CoreHours: r.Wall.Hours() * float64(cores), Efficiency: r.Efficiency(cores),
	}
	d.Cost, d.Season = d.CoreHours*s.Price, seasonOf(r)
	for i, stage := range r.Stages {
		line := Stage{
			Name: stage.Name, Format: c.Stages[i].Format, Bots: stage.Field.Size(), Games: stage.Ledger.Done(),
			Rounds: stage.Ledger.Rounds(),
			Wall:   stage.Wall.Seconds(), Wait: stage.Wait.Seconds(), Early: stage.Early,
		}
		if stage.Certainty != nil {
			line.Ranks = &Ranks{stage.Certainty.Widest, stage.Certainty.More}
		}
		d.Stages = append(d.Stages, line)
	}
	return d
}

// What a game leaves in the ledger, in bytes: measured, see docs/sizing.md.
const (
	ledgerGame = 30
	ledgerSeat = 40 // for each of its seats
)

// usualTook is the shortest time of a move in a game whose size is estimated, and half of the longest.
const usualTook = 100 // µs

// storage estimates the size of a contest's ledger and replays, in bytes. Replays are those of games between the first built-in bot of the
// kind.
func storage(ctx context.Context, c *contest.Contest, r *simulation.Result) (sum int64, err error) {
	games := map[int]int64{} // by number of seats
	for _, stage := range r.Stages {
		for past, i := stage.Ledger.All(), 0; i < past.Len(); i++ {
			games[past.Game(i).Seats()]++
		}
	}
	for seats, n := range games {
		size, err := replaySize(ctx, c.Kind, c.Settings, seats)
		if err != nil {
			return 0, err
		}
		sum += n * int64(ledgerGame+ledgerSeat*seats+size)
	}
	return sum, nil
}

// replaySize returns the mean size of the replays of some games, in bytes.
func replaySize(ctx context.Context, k *game.Kind, settings game.Settings, seats int) (int, error) {
	const games = 3
	sum := 0
	for seed := range int64(games) {
		rep, err := builtinGame(ctx, k, settings, seed, seats)
		if err != nil {
			return 0, err
		}
		sum += len(replay.Encode(rep, k.Timed))
	}
	return sum / games, nil
}

// builtinGame plays a game of the first built-in bot against itself. Its moves take times as those of bots do, since they are kept.
func builtinGame(ctx context.Context, k *game.Kind, settings game.Settings, seed int64, seats int) (*replay.Replay, error) {
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(seed, seats); err != nil {
		return nil, err
	}
	t.KeepTimes()
	rep := &replay.Replay{}
	for seat := range seats {
		builtin, err := k.Builtin(k.Builtins[0].Name, nil)
		if err != nil {
			return nil, err
		}
		t.Sit(game.Seat(seat), builtin)
		rep.Seats = append(rep.Seats, replay.Seat{Name: builtin.Name})
	}
	var reply game.Reply
	dice := game.NewDice(seed, nil)
	for !t.Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			t.Consider(seat, &reply)
			reply.Took = usualTook + game.Micros(dice.Intn(usualTook))
			t.Settle(seat, &reply)
		}
		t.Step()
	}
	rep.Record = t.Record()
	return rep, nil
}
