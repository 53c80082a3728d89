package contest

import (
	"context"
	"slices"

	"agon/contest/config"
	"agon/format/tournament"
)

// Prepare finds the bots of a contest and checks its stages, without opening or locking its folder: the contest it returns cannot be
// played. Unlike Open it accepts a contest whose bots cannot play, so that each can be inspected.
func Prepare(ctx context.Context, f *config.File, s Setup) (*Contest, error) {
	c := &Contest{File: f, Dir: s.Dir, setup: s, formats: s.Formats}
	if err := c.check(f, s); err != nil {
		return nil, err
	}
	if err := c.findBots(ctx, f, s); err != nil {
		return nil, err
	}
	if len(c.field()) == 0 {
		return c, nil
	}
	return c, c.stages(f, s, c.field(), nil)
}

// TableSizes returns the numbers of bots that the first games of each stage have, each once and in ascending order.
func (c *Contest) TableSizes() []int {
	var sizes []int
	entries := c.field()
	for i, s := range c.Stages {
		field := c.stageField(i, entries)
		planned, _ := tournament.Next(s.play, &field, tournament.NewLedger(i, 0))
		for _, f := range planned {
			sizes = append(sizes, len(f.Seats))
		}
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
