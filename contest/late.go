package contest

import (
	"context"
	"errors"
	"fmt"

	"agon/store"
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
		_, err := c.effect(s.nth, &s.field, s.ledger, []store.Change{x})
		var refused *Conflict
		switch {
		case errors.As(err, &refused):
			late = true
			if c.late == nil {
				c.late = map[string]bool{}
			}
			c.late[x.Name] = true
			why := refused.Text
			if s.nth > 0 {
				why = c.tooLate(x.Name, s.nth)
			}
			s.options.Late(x.Name, why)
		case err != nil:
			return err
		}
	}
	if !late {
		return nil
	}
	return c.refind(ctx)
}

// tooLate says why a new bot cannot join a stage that is not the first.
func (c *Contest) tooLate(name string, nth int) string {
	return fmt.Sprintf("%s cannot join: stage %q has finished", name, c.Stages[nth-1].Name)
}
