package contest

import (
	"context"
	"fmt"
	"slices"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
)

// Prepare finds the bots of a contest and checks its stages, without opening or locking its folder: the contest it returns cannot be
// played. Unlike Open it accepts a contest whose bots cannot play, so that each can be inspected.
func Prepare(ctx context.Context, f *config.File, s Setup) (*Contest, error) {
	c, err := prepare(f, s)
	if err != nil {
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
		field := c.StageField(i, entries)
		planned, _ := tournament.Next(s.play, &field, tournament.NewLedger(i, 0))
		for _, f := range planned {
			sizes = append(sizes, len(f.Seats))
		}
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// Preview describes the changes that a run of a prepared contest would find, compared with the ledger of the begun contest.
func (c *Contest) Preview(ctx context.Context, kept store.Store) (told []string, err error) {
	begun, err := kept.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	if c.changes, err = kept.Changes(ctx); err != nil {
		return nil, err
	}
	if err := c.grow(ctx, kept, begun); err != nil {
		return nil, err
	}
	if err := c.arrange(begun.Bots); err != nil {
		return nil, err
	}
	if c.growth != nil {
		told = append(told, c.growth.Why)
	}
	for _, change := range c.pending {
		told = append(told, c.lineup.Told(change, ""))
	}
	return append(told, c.notes...), nil
}

// Expected is the estimated size of a stage before it is played.
type Expected struct {
	Name, Format string
	Bots         int
	Games        int // approximately; 0 if the stage has no end
	Each         float64
	Until        string // when it ends, if it may end early: "at most 1000 games, until …"
}

// Cautions returns sentences about what the formats of the stages cannot promise for their fields.
func (c *Contest) Cautions() (list []string) {
	entries := c.field()
	for i, s := range c.Stages {
		field := c.StageField(i, entries)
		field.OrderOnly = true
		if cautious, ok := s.play.(tournament.Cautious); ok {
			if text := cautious.Caution(&field); text != "" {
				list = append(list, fmt.Sprintf("stage %q: %s", s.Name, text))
			}
		}
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return list
}

// Expect returns the expected sizes of a contest's stages.
func (c *Contest) Expect() (list []Expected) {
	entries := c.field()
	for i, s := range c.Stages {
		field := c.StageField(i, entries)
		e := Expected{
			Name: s.Name, Format: s.Format, Bots: len(entries), Games: tournament.Most(s.play, &field), Until: tournament.Expected(s.play, &field),
		}
		planned, _ := tournament.Next(s.play, &field, tournament.NewLedger(i, 0))
		if len(planned) > 0 {
			e.Each = float64(e.Games*len(planned[0].Seats)) / float64(max(len(entries), 1))
		}
		list = append(list, e)
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return list
}
