package contest

import (
	"context"
	"slices"

	"agon/tournament"
)

// Prepare finds the bots of a contest and checks its stages, and neither opens nor locks its folder: nothing can be played with what it
// returns. Unlike Open it refuses no contest for its bots, so that each can be looked at.
func Prepare(ctx context.Context, f *File, s Setup) (*Contest, error) {
	c := &Contest{File: f, Dir: s.Dir}
	if err := c.check(f, s); err != nil {
		return nil, err
	}
	if err := c.admit(ctx, f, s); err != nil {
		return nil, err
	}
	if len(c.field()) == 0 {
		return c, nil
	}
	return c, c.stages(f, s)
}

// TableSizes are how many bots a game of the contest may have, each once and in rising order: those of the games with which each stage
// begins.
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
