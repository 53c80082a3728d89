package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
)

// A StageState is how far the play of a stage is.
type StageState struct {
	Stage  int
	Round  int // of play, from which a change takes effect
	Field  *tournament.Field
	Ledger *tournament.Ledger
}

// Enact stores changes with their effect on a stage, and returns them. On an error nothing is stored.
func (c *Contest) Enact(ctx context.Context, at StageState, changes ...store.Change) ([]store.Change, error) {
	fitted, err := c.effect(at, changes)
	if err != nil {
		return nil, err
	}
	if err := c.store.Change(ctx, fitted...); err != nil {
		return nil, fmt.Errorf("keep what changed: %w", err)
	}
	c.changes = append(c.changes, fitted...)
	return fitted, nil
}

// EnactDecision is Enact for a decision about a bot. The error is an [*Impossible] or a [*Conflict] if the contest rules it out.
func (c *Contest) EnactDecision(ctx context.Context, at StageState, d Decision) ([]store.Change, error) {
	change, err := decided(c.lineup, d, c.now())
	if err != nil {
		return nil, err
	}
	before := c.lineup
	c.lineup = slices.Clone(before).After(change)
	fitted, err := c.Enact(ctx, at, change)
	if err != nil {
		c.lineup = before
	}
	return fitted, err
}

// effect returns the changes with their effect on a stage: the round of play from which they apply, and the open games that are
// cancelled. On an error none of them applies.
func (c *Contest) effect(at StageState, changes []store.Change) ([]store.Change, error) {
	format := c.Stages[at.Stage].play
	fitted := slices.Clone(changes)
	cancelled := map[int]bool{}
	var all []tournament.Change
	after := *at.Field
	for i := range fitted {
		fitted[i].Stage, fitted[i].Round = at.Stage, at.Round
		if fitted[i].At.IsZero() {
			fitted[i].At = c.now()
		}
		if why := c.tooLate(&fitted[i]); why != "" {
			return nil, &Conflict{why + ". Remove it from the contest file, or start a new contest with --out DIR"}
		}
		for _, turn := range ledger.Turns(&after, fitted[i]) {
			after.Change(turn)
			all = append(all, turn)
			for _, id := range tournament.Abandoned(format, at.Field, at.Ledger, turn) {
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
	if err := tournament.Accept(format, at.Field, all, called); err != nil {
		return nil, &Conflict{fmt.Sprintf("stage %q: %v", c.Stages[at.Stage].Name, err)}
	}
	return fitted, nil
}

// LeaveOut leaves out the new bots that cannot join a stage, when the file's bots are read again. late is called for each, with the reason.
func (c *Contest) LeaveOut(at StageState, late func(bot, why string)) error {
	stored := len(c.lineup)
	for _, x := range c.pending {
		if x.What == store.Joined {
			stored--
		}
	}
	for _, x := range c.pending {
		if x.What != store.Joined || x.Instead >= 0 {
			continue
		}
		x.Entry, x.Stage, x.Round = stored, at.Stage, at.Round // as if it came alone
		_, err := c.effect(at, []store.Change{x})
		var refused *Conflict
		if errors.As(err, &refused) {
			c.late = append(c.late, x.Name)
			late(x.Name, cmp.Or(c.tooLate(&x), refused.Text))
		} else if err != nil {
			return err
		}
	}
	return nil
}

// tooLate returns why a new bot cannot join any more: only the first stage takes one while it is played, and stages that name their bots
// when they begin. It is empty for all other changes.
func (c *Contest) tooLate(x *store.Change) string {
	if x.What != store.Joined || x.Instead >= 0 || slices.ContainsFunc(c.Stages[x.Stage+1:], func(s Stage) bool { return s.bots != nil }) {
		return ""
	}
	finished := x.Stage - 1
	if x.Round == tournament.After {
		finished = x.Stage
	}
	if finished < 0 && !c.Stages[0].closed() {
		return ""
	} else if finished < 0 {
		return fmt.Sprintf("%s cannot join: stage %q is played by the bots that it names", x.Name, c.Stages[0].Name)
	}
	return fmt.Sprintf("%s cannot join: stage %q has finished", x.Name, c.Stages[finished].Name)
}
