package contest

import (
	"context"
	"fmt"
	"time"

	"agon/contest/ledger"
	"agon/contest/store"
)

// noteDay stores an event for the first round of play of a day.
func (s *stageRun) noteDay(ctx context.Context, round int) error {
	c, date := s.contest, s.contest.now().Format(time.DateOnly)
	if c.noted == date {
		return nil
	}
	if _, known := store.Latest(c.events, store.Day)[date]; !known {
		e := store.Event{At: c.now(), Topic: store.Day, Of: date, Stage: s.nth, Round: round}
		if err := c.store.Note(ctx, e); err != nil {
			return fmt.Errorf("keep the day: %w", err)
		}
		c.events = append(c.events, e)
	}
	c.noted = date
	return nil
}

// Days returns the days on which the contest was played, in order.
func (c *Contest) Days() []ledger.Day { return ledger.Days(c.events) }
