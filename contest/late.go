package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"agon/contest/store"
	"agon/format/tournament"
)

// leaveLate leaves out the new bots that cannot join the stage, and tells [Options.Late] of each. Without this a bot that somebody else hands in would end a run,
// or keep all others from changing.
func (s *stageRun) leaveLate(ctx context.Context) error {
	c := s.contest
	if s.options.Late == nil {
		return nil
	}
	stored := len(c.lineup)
	for _, x := range c.pending {
		if x.What == store.Joined {
			stored--
		}
	}
	late := false
	for _, x := range c.pending {
		if x.What != store.Joined || x.Instead >= 0 {
			continue
		}
		x.Entry = stored // as if it came alone
		x.Stage, x.Round = s.nth, s.when()
		_, err := c.effect(x.Stage, x.Round, &s.field, s.ledger, []store.Change{x})
		var refused *Conflict
		switch {
		case errors.As(err, &refused):
			late = true
			if c.late == nil {
				c.late = map[string]bool{}
			}
			c.late[x.Name] = true
			s.options.Late(x.Name, cmp.Or(c.tooLate(&x), refused.Text))
		case err != nil:
			return err
		}
	}
	if !late {
		return nil
	}
	return c.refind(ctx)
}

// tooLate says why a new bot cannot join after the first stage; empty for all other changes.
func (c *Contest) tooLate(x *store.Change) string {
	finished := x.Stage - 1
	if x.Round == tournament.After {
		finished = x.Stage
	}
	if x.What != store.Joined || x.Instead >= 0 || finished < 0 {
		return ""
	}
	return fmt.Sprintf("%s cannot join: stage %q has finished", x.Name, c.Stages[finished].Name)
}
