package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"agon/contest"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
)

// state returns how far the stage is played, with the round of play with which a change takes effect.
func (s *stageRun) state() contest.StageState {
	at := contest.StageState{Stage: s.nth, Round: s.ledger.Rounds(), Field: &s.field, Ledger: s.ledger}
	if s.after {
		at.Round = tournament.After
	}
	return at
}

// enact applies changes that the contest has enacted.
func (s *stageRun) enact(changes []store.Change, err error) error {
	if err != nil {
		return err
	}
	for _, change := range changes {
		if err := s.change(change); err != nil {
			return err
		}
		s.note(s.contest.Lineup().Describe(change, s.stage.Name))
	}
	return nil
}

// change applies a stored change.
func (s *stageRun) change(c store.Change) error {
	s.field.Change(ledger.Turns(&s.field, c)...)
	s.leave()
	switch c.What {
	case store.Again:
		return nil
	case store.Grown:
		stage, err := s.contest.StageAfter(s.nth, []store.Change{c})
		if err != nil {
			return err
		}
		s.stage = stage
	}
	if err := s.ledger.GiveUp(c.Games...); err != nil {
		return fmt.Errorf("the ledger's changes: %w", err)
	}
	s.backlog.drop(c.Games)
	for _, id := range c.Games {
		s.playing.ended(id)
		if s.spent != nil {
			s.spent.Settle(s.ledger.Fixture(id))
		}
	}
	s.held = slices.DeleteFunc(s.held, func(g finished) bool { return s.ledger.GaveUp(g.result.Fixture) })
	if s.retiring != nil {
		s.retiring.GiveUp(c.Games, s.ledger)
	}
	return nil
}

// takeGrowth stores the contest's growth, if this is the stage that takes it.
func (s *stageRun) takeGrowth(ctx context.Context) error {
	growth := s.contest.TakeGrowth(s.nth)
	if growth == nil {
		return nil
	}
	if err := s.goOn(*growth); err != nil {
		return err
	}
	err := s.enact(s.contest.Enact(ctx, s.state(), *growth))
	s.after = false
	return err
}

// goOn decides what a growth means for changes after the end of the stage: if the stage goes on with it they take effect in it, as
// [ledger.InStage] has them, and if it does not the growth is one of them.
func (s *stageRun) goOn(growth store.Change) error {
	if s.field.LastChange(tournament.After) != tournament.After {
		return nil
	}
	stage, err := s.contest.StageAfter(s.nth, []store.Change{growth})
	if err != nil {
		return err
	}
	if s.after = tournament.Finished(stage.Scheme(), &s.field, s.ledger); s.after {
		return nil
	}
	for i := range s.field.Changes {
		s.field.Changes[i].Round = min(s.field.Changes[i].Round, s.ledger.Rounds())
	}
	s.leave()
	return nil
}

// leaveLate leaves out the new bots that cannot join the stage, and passes each to [Options.Late]. Without this a bot that somebody else
// hands in would end a run, or keep all others from changing.
func (s *stageRun) leaveLate(ctx context.Context) error {
	if s.options.Late == nil {
		return nil
	}
	late := false
	err := s.contest.LeaveOut(s.state(), func(bot, why string) {
		late = true
		s.options.Late(bot, why)
	})
	if err != nil || !late {
		return err
	}
	return s.contest.Reread(ctx)
}

// takeRequests takes the decisions that were requested during the run.
func (s *stageRun) takeRequests(ctx context.Context) error {
	requests, err := s.contest.Requests(ctx)
	if err != nil {
		return err
	}
	for _, r := range requests {
		refused, err := s.takeRequest(ctx, r.Decision)
		if err != nil {
			return err
		}
		if err := s.contest.Reply(ctx, r.Number, refused); err != nil {
			return err
		}
	}
	return nil
}

// takeRequest takes a decision, unless the contest refuses it.
func (s *stageRun) takeRequest(ctx context.Context, d contest.Decision) (refused, err error) {
	if d.What == contest.Reload {
		s.reload = true
		return nil, nil
	}
	changes, err := s.contest.EnactDecision(ctx, s.state(), d)
	var conflict *contest.Conflict
	var impossible *contest.Impossible
	if errors.As(err, &conflict) || errors.As(err, &impossible) {
		s.note(fmt.Sprintf("%s is not %s: %v", d.Bot, d.What, err))
		return err, nil
	}
	return nil, s.enact(changes, err)
}

// askEvery is how often a run polls for requests.
const askEvery = 200 * time.Millisecond

// requested takes requested decisions, at most every askEvery, and plans again if any applied.
func (s *stageRun) requested(ctx context.Context) error {
	if time.Since(s.polled) < askEvery {
		return nil
	}
	s.polled = time.Now()
	before := s.contest.Changed()
	if err := s.takeRequests(ctx); err != nil {
		return err
	}
	if s.reload {
		return errReload
	}
	if s.contest.Changed() == before {
		return nil
	}
	return s.planOn(ctx)
}

// errReload interrupts the play of a stage so that it continues with other bots.
var errReload = errors.New("the bots are found again")

// reread reads the contest's file for its current bots, and continues the stage with them. If the file has a mistake, reread notes it and
// the stage continues with the bots it had.
func (s *stageRun) reread(ctx context.Context) error {
	s.reload = false
	if err := s.contest.Reread(ctx); err != nil {
		s.note(fmt.Sprintf("the bots stay unchanged: %v", err))
		return nil
	}
	for _, note := range s.contest.Notes() {
		s.note(note)
	}
	err := s.takePending(ctx)
	var refused *contest.Conflict
	if errors.As(err, &refused) {
		s.note(fmt.Sprintf("the bots stay unchanged: %v", err))
		return s.contest.Discard(ctx)
	}
	return err
}
