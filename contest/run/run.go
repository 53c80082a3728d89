package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"agon/contest"
	"agon/contest/limit"
	"agon/contest/retire"
	"agon/contest/rounds"
	"agon/game"
	"agon/play/worker"
)

// Run plays the remaining games of a contest. When ctx is done it ends at once, with ctx's error and the result so far; the next Run
// continues.
func Run(ctx context.Context, c *contest.Contest, o Options) (*contest.Result, error) {
	if c.Kind.Uncertain && o.Remote != nil {
		if o.Cores < 0 {
			return &contest.Result{}, fmt.Errorf("games of %s are %s, so reports of workers cannot be checked: play them on this machine, "+
				"without --no-cores", c.Kind.Name, game.NotAgain)
		}
		if o.Remote = nil; o.Note != nil {
			o.Note(fmt.Sprintf("workers get no games of %s, which are %s: they are played on this machine alone", c.Kind.Name,
				game.NotAgain))
		}
	}
	switch {
	case o.Cores < 0 && o.Remote != nil:
		o.Cores = noCores
	case o.Cores <= 0:
		o.Cores = runtime.NumCPU()
	}
	o.Meter = cmp.Or(o.Meter, &limit.Meter{})
	begun, before := time.Now(), &contest.Result{}
	for {
		r := &run{contest: c, options: o, begun: begun, result: &contest.Result{
			Faults: map[string]map[string]int{}, PlayedNow: before.PlayedNow, Rounds: before.Rounds, CPU: before.CPU,
		}}
		err := r.stages(ctx)
		r.finish()
		var doubt *Distrust
		if !errors.As(err, &doubt) {
			return r.result, err
		}
		if err := r.audit(ctx, doubt); err != nil {
			return r.result, err
		}
		if err := r.disbelieve(context.WithoutCancel(ctx), doubt); err != nil {
			return r.result, fmt.Errorf("play games again (%w): %w", doubt, err)
		}
		before = r.result
	}
}

// noCores is the number of cores when no core of this machine plays.
const noCores = -1

// run is one run of a contest. It belongs to the goroutine that called Run; others use only contest, options, strain and retiring, which
// are safe for concurrent use.
type run struct {
	contest *contest.Contest
	options Options
	result  *contest.Result
	begun   time.Time
	strain  worker.Strain

	retiring *retire.Record // nil if each game or each move starts a new process
	without  map[int]int    // by retired entry: games decided without it

	reported time.Time // when progress was last reported
	newest   finished  // the last game that was entered
	current  *stageRun // the current stage; nil before the first
}

// stages plays the stages in order, each with the bots that advance from the one before.
func (r *run) stages(ctx context.Context) error {
	if err := r.settle(ctx); err != nil {
		return err
	}
	if err := r.logBroken(); err != nil {
		return err
	}
	kept := rounds.Read(ctx, r.contest.Store())
	defer kept.Close()
	if launch := r.contest.Kind.Launch; launch.Form != game.Fresh && !launch.PerGame {
		r.retiring, r.without = retire.New(), map[int]int{}
	}
	advancing, first := r.contest.Began(), 0
	for i := range r.contest.Stages {
		s, err := r.enter(i, first, advancing)
		if err != nil {
			return err
		}
		if s == nil {
			break
		}
		r.current = s
		if err := s.restore(ctx, kept); err != nil {
			return err
		}
		if s.paused = r.enough(i); !s.paused {
			err = s.play(ctx)
		}
		advancing = s.end(err == nil && !s.paused)
		if err != nil || s.paused {
			return err
		}
		first = s.ledger.Next()
	}
	r.result.Finished = true
	return nil
}

// enough reports whether a stage comes after those that are to be played. It is in the result without a game, as if the run had been
// stopped at its beginning.
func (r *run) enough(nth int) bool { return r.options.Stages > 0 && nth >= r.options.Stages }

// enter begins a stage after one from which some advance; nil if it is not played by those who are there.
func (r *run) enter(nth, first int, advancing []int) (*stageRun, error) {
	entries, err := r.contest.Entering(nth, advancing)
	if err != nil {
		return nil, err
	}
	s, err := r.begin(nth, first, entries)
	if err != nil {
		return nil, err
	}
	if r.result.Unplayed, err = r.contest.Unplayable(nth, entries); err != nil {
		return nil, err
	}
	if r.result.Unplayed == "" {
		return s, nil
	}
	if !r.enough(nth) {
		r.note(r.result.Unplayed)
	}
	return nil, nil
}

// note passes a message to the organiser.
func (r *run) note(text string) {
	if r.options.Note != nil {
		r.options.Note(text)
	}
}

// finish completes the result.
func (r *run) finish() {
	r.result.Wall = time.Since(r.begun)
	var now sum
	if r.current != nil {
		now = r.current.playing.sum()
		r.result.GivenUp = contest.GivenUp{Games: now.games, Spent: now.spent, Workers: r.current.backlog.remoteGames()}
	}
	r.result.Efficiency = r.efficiency(now.cpu)
	r.result.Retired = r.retired()
	r.result.Strain = r.strain.Report()
	if r.current != nil {
		r.current.report(true)
	}
}
