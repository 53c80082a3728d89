package contest

import (
	"context"
	"fmt"
	"time"

	"agon/store"
)

// A Day is a day of a contest, and the first round of play that was planned on it.
type Day struct {
	Date         string // "2026-03-01", in the time zone of the run
	At           time.Time
	Stage, Round int // from 0
}

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
func (c *Contest) Days() (days []Day) {
	for _, e := range c.events {
		if e.Topic == store.Day {
			days = append(days, Day{Date: e.Of, At: e.At, Stage: e.Stage, Round: e.Round})
		}
	}
	return days
}
