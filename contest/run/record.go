package run

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// finished is a game that has been played and is not stored yet. Its table and record are nil.
type finished struct {
	worker.Game
	result tournament.Result
	replay []byte
}

// pack converts a game to the data to store.
func (s *stageRun) pack(g worker.Game) finished {
	rep := replay.Replay{Record: g.Record, Seats: worker.ReplaySeats(s.contest.Entries, g.Entries()), Notes: replay.Notes{
		Contest: s.contest.File.Name, Stage: s.stage.Name, Game: g.Fixture.ID + 1, Sandbox: s.options.Sandbox,
	}}
	for i := range rep.Seats {
		if seat := &rep.Seats[i]; s.contest.Look(seat.Slot) != seat.Slot {
			seat.First = s.contest.Look(seat.Slot) + 1
		}
	}
	f := finished{Game: g, result: g.Result(), replay: replay.Encode(&rep, s.contest.Kind.Timed)}
	f.Table, f.Record = nil, nil // they belong to the referee
	return f
}

// Results are stored in batches: every keepEvery, when there are keepMany, or when no other game is in progress or waits to be stored.
const (
	keepEvery = 50 * time.Millisecond
	keepMany  = 1000
)

// keep receives games, stores them, and plans on, until the workers have ended. It closes the backlog when the stage is complete, which
// ends the workers.
func (s *stageRun) keep(ctx context.Context, work *scheduler) error {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	stalls := newWatchdog(s, work)
	var batch []finished
	for {
		if s.complete() {
			s.backlog.close()
		}
		select {
		case g, ok := <-work.games:
			stalls.moved()
			if ok {
				batch = append(batch, g)
			}
			if ok && len(batch) < keepMany && (len(work.games) > 0 || !s.backlog.drained()) {
				continue
			}
			if !ok && len(batch) == 0 {
				return nil
			}
		case <-tick.C:
			if err := stalls.tick(ctx); err != nil {
				return err
			}
		}
		// Games that have been played are stored even if the run is being cancelled.
		if err := s.keepBatch(context.WithoutCancel(ctx), batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
}

// keepBatch stores games, takes requests and reports progress.
func (s *stageRun) keepBatch(ctx context.Context, batch []finished) error {
	if len(batch) > 0 {
		if err := s.record(ctx, batch); err != nil {
			return err
		}
	} else if err := s.backlog.failure(); err != nil {
		return err
	}
	if err := s.requested(ctx); err != nil {
		return err
	}
	s.report(false)
	return nil
}

// record enters a batch, and plans on.
func (s *stageRun) record(ctx context.Context, batch []finished) error {
	if err := s.enterDecided(ctx, batch); err != nil {
		return err
	}
	return s.planOn(ctx)
}

// planOn plans as far as the results allow, and adds the new fixtures to the backlog.
func (s *stageRun) planOn(ctx context.Context) error {
	before := s.ledger.Next()
	if err := s.plan(ctx); err != nil {
		return err
	}
	var added []tournament.Fixture
	for id := before; id < s.ledger.Next(); id++ {
		added = append(added, s.ledger.Fixture(id))
	}
	s.backlog.offer(added)
	return nil
}

// enterDecided enters those results of a batch for which it is known which bots are retired, and that none has used its time. The others
// wait for the games that they depend on; games in which a retired bot moved are played again without it.
func (s *stageRun) enterDecided(ctx context.Context, batch []finished) error {
	for _, g := range batch {
		if s.ledger.GaveUp(g.result.Fixture) { // a change of the field cancelled it while it was played
			s.playing.ended(g.result.Fixture)
			continue
		}
		s.held = append(s.held, g)
	}
	for {
		ready := s.decided()
		if len(ready) == 0 {
			return nil
		}
		if err := s.enter(ctx, ready); err != nil {
			return err
		}
		if err := s.giveUpSpent(ctx); err != nil {
			return err
		}
	}
}

// decided removes from the held games those that can be entered, and offers games again that must be replayed.
func (s *stageRun) decided() (ready []finished) {
	var waiting []finished
	var again []tournament.Fixture
	slices.SortStableFunc(s.held, func(a, b finished) int { return a.result.Fixture - b.result.Fixture }) // as the time of bots counts
	for _, g := range s.held {
		f := s.ledger.Fixture(g.result.Fixture)
		absent, known := s.absent(f)
		switch {
		case !known:
			waiting = append(waiting, g)
		case !maps.Equal(absent, g.Absent):
			again = append(again, f)
		case s.spent != nil && !s.spent.Stands(f):
			waiting = append(waiting, g)
		default:
			if s.spent != nil {
				s.spent.Settle(f, g.result.Seats...)
			}
			ready = append(ready, g)
		}
	}
	s.held = waiting
	s.backlog.offerFirst(again)
	return ready
}

// enter stores a batch: replays first, so that no result stands without one, then the results, then the logs.
func (s *stageRun) enter(ctx context.Context, batch []finished) error {
	defer s.options.Meter.Storing.Since(time.Now())
	results := make([]tournament.Result, len(batch))
	for i, g := range batch {
		results[i] = g.result
	}
	if err := s.contest.Archive().Append(standing(batch, s.ledger)); err != nil {
		return err
	}
	verdicts, err := s.contest.Store().Record(ctx, results...)
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	for i, g := range batch {
		if verdicts[i] == store.Odd {
			s.result.Odd++
		}
		if err := s.enterOne(ctx, g); err != nil {
			return err
		}
	}
	return s.log(batch)
}

// enterOne enters a stored game into the stage's own ledger.
func (s *stageRun) enterOne(ctx context.Context, g finished) error {
	stands, err := s.ledger.Enter(g.result)
	if err != nil {
		return err
	}
	s.playing.ended(g.result.Fixture)
	fixture := s.ledger.Fixture(g.result.Fixture)
	if stands {
		s.count(g)
		s.entered(fixture, g.result)
	}
	for seat, entry := range g.Entries() {
		if why := g.Seats[seat].Doubt; why != "" {
			if err := s.contest.NoteDoubt(ctx, entry, why); err != nil {
				return err
			}
		}
	}
	return nil
}

// standing returns the replays of a batch that belong to results which will stand. If a game is played twice the first result stands, and
// a later replay would replace the one that belongs to it.
func standing(batch []finished, l *tournament.Ledger) []archive.Game {
	var games []archive.Game
	stands := make(map[int]bool, len(batch))
	for _, g := range batch {
		id := g.result.Fixture
		if stands[id] || l.Has(id) {
			continue
		}
		stands[id] = true
		games = append(games, archive.Game{ID: int64(id), Data: g.replay})
	}
	return games
}

// log appends the output of bots in a batch of games to their logs.
func (r *run) log(batch []finished) error {
	for _, g := range batch {
		for seat, entry := range g.Entries() {
			if err := r.contest.AppendLog(entry, g.Seats[seat].Log...); err != nil {
				return fmt.Errorf("write the log of %s: %w", r.contest.Entries[entry].Name, err)
			}
		}
	}
	return nil
}

// logBroken writes a log with the reason for each bot that cannot play.
func (r *run) logBroken() error {
	c := r.contest
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Broken == "" || c.Out(i) != "" {
			continue
		}
		reason := gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Note, Text: "it cannot play: " + e.Broken}
		if has, err := os.ReadFile(c.LogFile(i)); err == nil && bytes.HasSuffix(has, gamelog.Append(nil, reason)) {
			continue
		}
		if err := c.AppendLog(i, reason); err != nil {
			return fmt.Errorf("write the log of %s: %w", e.Name, err)
		}
	}
	return nil
}
