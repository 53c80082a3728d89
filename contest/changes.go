package contest

import (
	"context"
	"fmt"
	"slices"

	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
)

// effect returns the changes with their effect on a stage: the round of play from which they apply, and the open games that are
// cancelled. On an error none of them applies.
func (c *Contest) effect(nth, round int, field *tournament.Field, l *tournament.Ledger, changes []store.Change) ([]store.Change, error) {
	format := c.Stages[nth].play
	fitted := slices.Clone(changes)
	cancelled := map[int]bool{}
	var all []tournament.Change
	after := *field
	for i := range fitted {
		fitted[i].Stage, fitted[i].Round = nth, round
		if why := c.tooLate(&fitted[i]); why != "" {
			return nil, &Conflict{why + ". Remove it from the contest file, or start a new contest with --out DIR"}
		}
		for _, turn := range ledger.Turns(&after, fitted[i]) {
			after.Change(turn)
			all = append(all, turn)
			for _, id := range tournament.Abandoned(format, field, l, turn) {
				if !cancelled[id] {
					cancelled[id] = true
					fitted[i].Games = append(fitted[i].Games, id)
				}
			}
		}
	}
	called := func(entry int) string {
		for _, change := range fitted {
			if change.What == store.Joined && change.Entry == entry {
				return change.Name
			}
		}
		return c.lineup[entry].Name
	}
	if err := tournament.Accept(format, field, all, called); err != nil {
		return nil, &Conflict{fmt.Sprintf("stage %q: %v", c.Stages[nth].Name, err)}
	}
	return fitted, nil
}

// when returns the round of play with which a change takes effect.
func (s *stageRun) when() int {
	if s.after {
		return tournament.After
	}
	return s.ledger.Rounds()
}

// storeChanges stores changes and applies them to the stage.
func (s *stageRun) storeChanges(ctx context.Context, changes []store.Change) error {
	fitted, err := s.contest.effect(s.nth, s.when(), &s.field, s.ledger, changes)
	if err != nil {
		return err
	}
	if err := s.contest.store.Change(ctx, fitted...); err != nil {
		return fmt.Errorf("keep what changed: %w", err)
	}
	s.contest.changes = append(s.contest.changes, fitted...)
	for _, change := range fitted {
		if err := s.changed(change); err != nil {
			return err
		}
		s.note(s.contest.lineup.Told(change, s.stage.Name))
	}
	return nil
}

// changed applies a stored change.
func (s *stageRun) changed(c store.Change) error {
	s.field.Change(ledger.Turns(&s.field, c)...)
	s.leave()
	switch c.What {
	case store.Again:
		return nil
	case store.Grown:
		stage, err := s.contest.stageAfter(s.nth, []store.Change{c})
		if err != nil {
			return err
		}
		s.stage = stage
	}
	if err := s.ledger.GiveUp(c.Games...); err != nil {
		return fmt.Errorf("the ledger's changes: %w", err)
	}
	s.backlog.drop(c.Games)
	s.held = slices.DeleteFunc(s.held, func(g finished) bool { return s.ledger.GaveUp(g.result.Fixture) })
	if s.retiring != nil {
		s.retiring.GiveUp(c.Games, s.ledger)
	}
	return nil
}
