package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/ledger"
	"agon/contest/roundcap"
	"agon/contest/rounds"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
)

// A stageRun is the play of one stage in a run.
type stageRun struct {
	*run
	stage  contest.Stage
	nth    int
	field  tournament.Field
	ledger *tournament.Ledger
	over   bool // the plan is complete
	paused bool // nothing more is planned in this run
	after  bool // the stage is over, and changes are those between it and the next

	followed bool // the next stage has begun
	backlog  *backlog
	held     []finished                     // results that wait until it is known which of their bots are retired, or have used their time
	spent    *roundcap.Record               // nil: bots may use any time in a round of play
	reload   bool                           // a request to read the bots again has arrived
	polled   time.Time                      // when requests were last read
	gone     atomic.Pointer[map[int]string] // entries that are out of a stage that is drawn once, with the reasons
	idle     []int                          // entries that were noted not to play
	rounds   int64                          // of the games with a result, of earlier runs too
	playing  inPlay                         // without a result, on this machine
	gauge    gauge
	pace     pace
}

// begin starts a stage of these entries; first is the ID of its first game.
func (r *run) begin(nth, first int, entries []int) (*stageRun, error) {
	stage, err := r.contest.StageNow(nth)
	if err != nil {
		return nil, err
	}
	s := &stageRun{
		run: r, nth: nth, stage: stage, field: r.contest.StageField(nth, entries),
		ledger: tournament.NewLedger(nth, first),
	}
	if r.retiring != nil {
		r.retiring.Begin(s.stage.Scheme().Ahead())
	}
	if limit := r.contest.File.Limits.RoundCPU; limit > 0 && tournament.DrawnOnce(s.stage.Scheme()) {
		r.note(fmt.Sprintf("stage %s ignores limits.round_cpu, as each game of a %s is needed", stage.Name, stage.Format))
	} else if limit > 0 {
		s.spent = roundcap.New(game.Micros(limit.Microseconds()))
	}
	s.backlog = s.newBacklog()
	return s, nil
}

// newBacklog returns an empty backlog.
func (s *stageRun) newBacklog() *backlog {
	b := newBacklog(s.options.Cores)
	b.capped = s.spent != nil
	b.absent = func(f tournament.Fixture) map[int]string {
		who, _ := s.absent(f)
		return who
	}
	return b
}

// absent returns the entries of a fixture that are not started, with the reasons: they are retired, or out of a stage that is drawn once.
// known is false if it depends on games that have no result yet. It is safe for concurrent use.
func (s *stageRun) absent(f tournament.Fixture) (who map[int]string, known bool) {
	known = true
	if s.retiring != nil {
		who, known = s.retiring.Absent(f)
	}
	gone := s.gone.Load()
	if gone == nil {
		return who, known
	}
	for _, entry := range f.Seats {
		if why, out := (*gone)[entry]; out {
			if who == nil {
				who = map[int]string{}
			}
			who[entry] = why
		}
	}
	return who, known
}

// leave stores which entries are out of a stage that is drawn once: their remaining games are decided without them.
func (s *stageRun) leave() {
	if !tournament.DrawnOnce(s.stage.Scheme()) {
		return
	}
	gone, next := map[int]string{}, s.field.Successors(tournament.Now)
	for _, entry := range s.field.Entries {
		if _, replaced := next[entry]; !replaced && !s.field.Plays(entry, tournament.Now) {
			gone[entry] = "it is " + s.contest.Out(entry)
		}
	}
	s.gone.Store(&gone)
}

// players returns the bots by entry, as the stage plays them: in a stage that is drawn once, later versions play the games of earlier
// ones.
func (s *stageRun) players() []lineup.Entry {
	if !tournament.DrawnOnce(s.stage.Scheme()) || len(s.field.Changes) == 0 {
		return s.contest.Entries
	}
	entries := slices.Clone(s.contest.Entries)
	for old, newer := range s.field.Successors(tournament.Now) {
		entries[old] = entries[newer]
	}
	return entries
}

// restore restores what the ledger has of the stage, and takes what has changed since.
func (s *stageRun) restore(ctx context.Context, kept *rounds.Reader) error {
	if err := s.restoreGames(kept, s.contest.InStage(s.nth)); err != nil {
		return err
	}
	return s.takePending(context.WithoutCancel(ctx))
}

// restoreGames enters the stage's stored games, round by round while the ledger is read. All changes are applied first, so that the format
// can process complete rounds.
func (s *stageRun) restoreGames(kept *rounds.Reader, changes []store.Change) error {
	for _, c := range changes {
		s.field.Change(ledger.Turns(&s.field, c)...)
	}
	s.leave()
	given := ledger.GivenUp(changes)
	for {
		games, err := kept.Round(s.nth)
		if err != nil {
			return err
		}
		if len(games) == 0 {
			break
		}
		if err := s.restoreRound(games, given); err != nil {
			return err
		}
		tournament.Prepare(s.stage.Scheme(), &s.field, s.ledger)
	}
	for _, c := range changes { // gives up games that were not in the plan before
		settle := s.ledger.GiveUp
		if c.What == store.Again {
			settle = s.ledger.TakeBack
		}
		if err := settle(c.Games...); err != nil {
			return fmt.Errorf("the ledger's changes: %w", err)
		}
	}
	next, err := kept.Peek(s.nth+1, 1)
	s.followed = s.contest.Begun(s.nth+1, len(next))
	return err
}

// restoreRound enters a round of play. All its games are planned before the first result is entered.
func (s *stageRun) restoreRound(games []store.Game, given map[int]bool) error {
	plan := rounds.Fixtures(games)
	if err := s.ledger.Plan(plan...); err != nil {
		return fmt.Errorf("the ledger's plan: %w", err)
	}
	s.planned(plan, given)
	for i := range games {
		if given[games[i].ID] {
			if err := s.ledger.GiveUp(games[i].ID); err != nil {
				return err
			}
		}
	}
	for i := range games {
		g := &games[i]
		if !g.Done {
			continue
		}
		entered, err := s.ledger.Enter(g.Result)
		if err != nil {
			return fmt.Errorf("the ledger: %w", err)
		}
		if entered {
			s.entered(g.Fixture, g.Result)
			s.rounds += int64(g.Result.Rounds)
			s.result.Games++
		}
	}
	return nil
}

// takePending applies the changes and requests since the last run, if this is the current stage. A stage after the first takes none before
// its first round of play is planned: those are between it and the one before.
func (s *stageRun) takePending(ctx context.Context) error {
	c := s.contest
	if err := s.takeGrowth(ctx); err != nil {
		return err
	}
	early := s.nth > 0 && !c.Begun(s.nth, s.ledger.Planned())
	if !s.after && (early || s.nth+1 < len(c.Stages) && s.ended()) {
		return nil
	}
	if err := s.leaveLate(ctx); err != nil {
		return err
	}
	if pending := c.TakePending(); len(pending) > 0 {
		if err := s.enact(s.contest.Enact(ctx, s.state(), pending...)); err != nil {
			return err
		}
	}
	return s.takeRequests(ctx)
}

// ended reports whether the stage is over for good: with more bots it would not go on.
func (s *stageRun) ended() bool {
	over := tournament.Finished(s.stage.Scheme(), &s.field, s.ledger)
	return over && (s.followed || !tournament.Deserted(s.stage.Scheme(), &s.field, s.ledger))
}

// takeLast applies the changes and requests since the stage ended, if the next has not begun: who leaves is not in it.
func (s *stageRun) takeLast(ctx context.Context) error {
	if s.followed || s.nth+1 == len(s.contest.Stages) {
		return nil
	}
	s.after = true
	if err := s.takePending(ctx); err != nil || !s.reload {
		return err
	}
	return s.reread(ctx)
}

// end records the stage's table, and returns the entries that advance.
func (s *stageRun) end(finished bool) (through []int) {
	s.noteIdle()
	result := contest.StageResult{Stage: s.stage, Field: s.field, Ledger: s.ledger, Finished: finished}
	result.Count()
	if result.Early != "" && !s.options.EndsNoted {
		s.note(fmt.Sprintf("stage %s %s", s.stage.Name, result.Early))
	}
	s.result.Stages = append(s.result.Stages, result)
	return s.field.Advancing(result.Table)
}

// play plays the stage to its end.
func (s *stageRun) play(ctx context.Context) error {
	for {
		err := s.playOn(ctx)
		if err == nil && !s.paused {
			return s.takeLast(context.WithoutCancel(ctx))
		}
		if !errors.Is(err, errReload) {
			return err
		}
		if err := s.reread(ctx); err != nil {
			return err
		}
		s.backlog, s.held = s.newBacklog(), nil
		s.playing.clear()
	}
}

// playOn plays the stage until it is over, or its bots must be read again.
func (s *stageRun) playOn(ctx context.Context) error {
	s.backlog.took(s.field.Entries, func(i int) (games int, took game.Micros) {
		t := s.ledger.Tally(s.field.Entries[i])
		return t.Games, max(t.Took, t.CPU)
	})
	if err := s.giveUpSpent(ctx); err != nil {
		return err
	}
	if err := s.plan(ctx); err != nil {
		return err
	}
	s.backlog.offer(s.ledger.Open())
	if s.complete() {
		return nil
	}
	var remote *RemoteStage
	if s.options.Remote != nil {
		remote = &RemoteStage{run: s, entries: s.players()}
	}
	work := schedule(ctx, s.backlog, s.pool(), s.pack, remote)
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
		return fmt.Errorf("stage %s: the workers ended with %d of %d games played; run again to resume",
			s.stage.Name, s.ledger.Done(), s.ledger.Planned()-s.ledger.GivenUp())
	default:
		return err
	}
}

// complete reports whether every game of the plan has a result, and no more are to be planned.
func (s *stageRun) complete() bool { return (s.over || s.paused) && s.ledger.Settled() }

// plan plans as far as the results allow, and stores the plan.
func (s *stageRun) plan(ctx context.Context) error {
	for {
		if limit := s.options.Rounds; limit > 0 && s.ledger.Rounds() >= limit {
			s.paused = !tournament.Finished(s.stage.Scheme(), &s.field, s.ledger)
			s.over = !s.paused
			return nil
		}
		if err := s.bound(ctx); err != nil {
			return err
		}
		if err := s.spare(ctx); err != nil {
			return err
		}
		fixtures, over := tournament.Next(s.stage.Scheme(), &s.field, s.ledger)
		if len(fixtures) == 0 {
			s.over = over
			return nil
		}
		if err := s.contest.NoteDay(ctx, s.nth, fixtures[0].Round); err != nil {
			return err
		}
		if err := s.contest.Store().Plan(ctx, fixtures...); err != nil {
			return fmt.Errorf("keep the plan: %w", err)
		}
		if err := s.ledger.Plan(fixtures...); err != nil {
			return err
		}
		s.planned(fixtures, nil)
		s.noteIdle()
	}
}

// pool returns the workers of the stage.
func (s *stageRun) pool() *worker.Pool {
	o, pool := s.options, &worker.Pool{Play: s.contest.Play(), Strain: &s.strain}
	pool.Entries, pool.Cores, pool.Lanes, pool.NoLimits = s.players(), o.Cores, o.Lanes, o.NoLimits
	pool.VoidStalled, pool.Times, pool.OneProcess = o.VoidStalled, o.Times, o.OneProcess
	pool.Watch = s.playing.watch(s.watch())
	return pool
}
