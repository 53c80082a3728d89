package contest

import (
	"context"
	"errors"
	"fmt"

	"agon/store"
	"agon/tournament"
	"agon/worker"
)

// A stageRun is the play of one stage in a run.
type stageRun struct {
	*run
	stage   Stage
	nth     int
	field   tournament.Field
	ledger  *tournament.Ledger
	over    bool // the plan is complete
	backlog *backlog
	held    []finished // results that wait until it is known whether their bots are retired
}

// begin begins a stage of these entries, whose first game has an ID.
func (r *run) begin(nth, first int, entries []int) *stageRun {
	s := &stageRun{
		run: r, nth: nth, stage: r.contest.Stages[nth], field: r.contest.stageField(nth, entries),
		ledger: tournament.NewLedger(nth, first), backlog: newBacklog(r.options.Cores),
	}
	if r.retiring != nil {
		r.retiring.begin(s.stage.play.Ahead())
		s.backlog.absent = func(f tournament.Fixture) map[int]string {
			who, _ := r.retiring.absent(f)
			return who
		}
	}
	return s
}

// restore enters what an earlier run has kept of the stage.
func (s *stageRun) restore(games []store.Game) error {
	for _, g := range games {
		if err := s.ledger.Plan(g.Fixture); err != nil {
			return fmt.Errorf("the ledger's plan: %w", err)
		}
		s.planned(g.Fixture)
	}
	for _, g := range games {
		if !g.Done {
			continue
		}
		if _, err := s.ledger.Enter(g.Result); err != nil {
			return fmt.Errorf("the ledger: %w", err)
		}
		s.entered(g.Fixture, g.Result)
		s.result.Games++
	}
	return nil
}

// end notes the stage's table, and returns who goes on.
func (s *stageRun) end(finished bool) (through []int) {
	table := s.stage.play.Table(&s.field, s.ledger.All())
	s.result.Stages = append(s.result.Stages, StageResult{Stage: s.stage, Field: s.field, Ledger: s.ledger, Table: table, Finished: finished})
	return table.Through()
}

// play plays the stage to its end.
func (s *stageRun) play(ctx context.Context) error {
	if err := s.plan(ctx); err != nil {
		return err
	}
	s.backlog.offer(s.ledger.Open())
	if s.complete() {
		return nil
	}
	work := schedule(ctx, s.backlog, s.pool(), s.pack)
	if err := s.keep(ctx, work); errors.Is(err, errStalled) {
		work.abandon()
		return err
	} else if err != nil {
		work.stop()
		return err
	}
	switch err := work.wait(); {
	case errors.Is(err, context.Canceled) && s.complete():
		return nil
	case err == nil && !s.complete():
		return fmt.Errorf("stage %s: the workers ended with %d of %d games played; run again to resume", s.stage.Name, s.ledger.Done(), s.ledger.Planned())
	default:
		return err
	}
}

// complete reports whether every game of a complete plan has a result.
func (s *stageRun) complete() bool { return s.over && s.ledger.Done() == s.ledger.Planned() }

// plan plans as much as the results allow, and keeps it.
func (s *stageRun) plan(ctx context.Context) error {
	for {
		fixtures, over := tournament.Next(s.stage.play, &s.field, s.ledger)
		if len(fixtures) == 0 {
			s.over = over
			return nil
		}
		if err := s.contest.store.Plan(ctx, fixtures...); err != nil {
			return fmt.Errorf("keep the plan: %w", err)
		}
		if err := s.ledger.Plan(fixtures...); err != nil {
			return err
		}
		s.planned(fixtures...)
	}
}

// pool are the workers of the stage.
func (s *stageRun) pool() *worker.Pool {
	c, o, limits := s.contest, s.options, s.contest.File.Limits
	pool := &worker.Pool{
		Kind: c.Kind, Settings: c.Settings, Entries: c.Entries, Seed: c.Seed, Secret: c.Secret,
		Cores: o.Cores, Lanes: o.Lanes, NoLimits: o.NoLimits, VoidStalled: o.VoidStalled, Times: o.Times, OneProcess: o.OneProcess, Pages: true,
		Guard: limits.Guard, Processor: limits.CPUClock, Logs: int(limits.Output), Strain: &s.strain,
	}
	if limits.Enforce {
		pool.Average = limits.Average
	}
	return pool
}
