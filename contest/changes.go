package contest

import (
	"context"
	"fmt"
	"slices"

	"agon/internal/numerals"
	"agon/store"
	"agon/tournament"
)

// turns returns the effect of a change on the field of a stage: nil if its bot is not in the field.
func turns(f *tournament.Field, c store.Change) []tournament.Change {
	in := func(entry int) bool { return entry >= 0 && slices.Contains(f.Entries, entry) }
	turn := tournament.Change{Round: c.Round, Entry: c.Entry, Instead: -1}
	switch c.What {
	case store.Joined:
		var list []tournament.Change
		turn.What, turn.Instead = tournament.Joined, c.Instead
		switch {
		case in(c.Instead):
			list = append(list, tournament.Change{Round: c.Round, Entry: c.Instead, What: tournament.Left, Instead: -1})
		case c.Instead >= 0 && c.Stage > 0:
			return nil // the older version dropped out in an earlier stage
		default:
			turn.Instead = -1
		}
		if c.Broken == "" {
			list = append(list, turn)
		}
		return list
	case store.Withdrawn:
		turn.What = tournament.Left
	case store.Barred:
		turn.What = tournament.Barred
	case store.Reinstated:
		turn.What = tournament.Returned
	default:
		return nil
	}
	if !in(c.Entry) {
		return nil
	}
	return []tournament.Change{turn}
}

// effect returns the changes with their effect on a stage: the round of play from which they apply, and the open games that are
// cancelled. On an error none of them applies.
func (c *Contest) effect(nth int, field *tournament.Field, l *tournament.Ledger, changes []store.Change) ([]store.Change, error) {
	format := c.Stages[nth].play
	fitted := slices.Clone(changes)
	cancelled := map[int]bool{}
	var all []tournament.Change
	after := *field
	for i := range fitted {
		fitted[i].Stage, fitted[i].Round = nth, l.Rounds()
		if x := &fitted[i]; x.What == store.Joined && x.Instead < 0 && nth > 0 {
			return nil, &Conflict{fmt.Sprintf("%s cannot join: stage %q has finished. Remove it from the contest file, or start a new contest with --out DIR", x.Name, c.Stages[nth-1].Name)}
		}
		for _, turn := range turns(&after, fitted[i]) {
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
		return c.lineup[entry].name
	}
	if err := tournament.Accept(format, field, all, called); err != nil {
		return nil, &Conflict{fmt.Sprintf("stage %q: %v", c.Stages[nth].Name, err)}
	}
	return fitted, nil
}

// take stores changes and applies them to the stage.
func (s *stageRun) take(ctx context.Context, changes []store.Change) error {
	fitted, err := s.contest.effect(s.nth, &s.field, s.ledger, changes)
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
		s.note(s.contest.told(change, s.stage.Name))
	}
	return nil
}

// changed applies a stored change.
func (s *stageRun) changed(c store.Change) error {
	s.field.Change(turns(&s.field, c)...)
	s.leave()
	if c.What == store.Again {
		return nil
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

// changesOf returns the changes of a stage, in their order.
func changesOf(all []store.Change, stage int) []store.Change {
	return slices.DeleteFunc(slices.Clone(all), func(c store.Change) bool { return c.Stage != stage })
}

// told describes a change in a sentence; stage is "" if no stage has taken it yet.
func (c *Contest) told(x store.Change, stage string) string {
	name := x.Name
	if x.What != store.Joined && x.Entry >= 0 && x.Entry < len(c.lineup) {
		name = c.lineup[x.Entry].name
	}
	in := ""
	if stage != "" {
		in = fmt.Sprintf(" stage %q in round %d", stage, x.Round+1)
	}
	why := ""
	if x.Why != "" {
		why = ": " + x.Why
	}
	switch {
	case x.What == store.Joined && x.Broken != "":
		return fmt.Sprintf("%s is new and does not start: %s", name, x.Broken)
	case x.What == store.Joined && x.Instead >= 0:
		return fmt.Sprintf("a new version of %s joins%s", name, in)
	case x.What == store.Joined:
		return fmt.Sprintf("%s joins%s", name, in)
	case x.What == store.Withdrawn:
		return fmt.Sprintf("%s leaves%s%s", name, in, why)
	case x.What == store.Barred:
		if in != "" {
			in = " from" + in
		}
		return fmt.Sprintf("%s is disqualified%s%s", name, in, why)
	case x.What == store.Reinstated:
		return fmt.Sprintf("%s rejoins%s%s", name, in, why)
	}
	return numerals.Counted(len(x.Games), "game") + " will be replayed" + why
}
