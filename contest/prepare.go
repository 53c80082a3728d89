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
	o := opening{c}
	if err := o.findBots(ctx); err != nil {
		return nil, err
	}
	if len(c.field()) == 0 {
		return c, nil
	}
	return c, o.measured(c.field())
}

// fields calls visit with each stage and the field that will reach it. The number of bots that advance does not depend on the games.
func (c *Contest) fields(visit func(s *Stage, f *tournament.Field)) {
	entries := c.field()
	for i := range c.Stages {
		entries = c.Reach(i, entries)
		f := c.StageField(i, entries)
		f.OrderOnly = true
		visit(&c.Stages[i], &f)
		entries = c.Stages[i].play.Table(&f, tournament.NewLedger(i, 0).All()).Through()
	}
}

// TableSizes returns the numbers of bots that the first games of each stage have, each once and in ascending order.
func (c *Contest) TableSizes() (sizes []int) {
	c.fields(func(s *Stage, field *tournament.Field) {
		for _, f := range first(s, field) {
			sizes = append(sizes, len(f.Seats))
		}
	})
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// first returns the games with which a stage begins.
func first(s *Stage, f *tournament.Field) []tournament.Fixture {
	planned, _ := tournament.Next(s.play, f, tournament.NewLedger(0, 0))
	return planned
}

// Preview describes the changes that a run of a prepared contest would find, compared with the ledger of the begun contest.
func (c *Contest) Preview(ctx context.Context, kept store.Store) (texts []string, err error) {
	begun, err := kept.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	if c.changes, err = kept.Changes(ctx); err != nil {
		return nil, err
	}
	o := opening{c}
	if err := o.grow(ctx, kept, begun); err != nil {
		return nil, err
	}
	if err := o.arrange(begun.Bots); err != nil {
		return nil, err
	}
	if c.growth != nil {
		texts = append(texts, c.growth.Why)
	}
	for _, change := range c.pending {
		texts = append(texts, c.lineup.Describe(change, ""))
	}
	return append(texts, c.notes...), nil
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
	c.fields(func(s *Stage, field *tournament.Field) {
		if cautious, ok := s.play.(tournament.Cautious); ok {
			if text := cautious.Caution(field); text != "" {
				list = append(list, fmt.Sprintf("stage %q: %s", s.Name, text))
			}
		}
	})
	return list
}

// Expect returns the expected sizes of a contest's stages.
func (c *Contest) Expect() (list []Expected) {
	c.fields(func(s *Stage, field *tournament.Field) {
		e := Expected{
			Name: s.Name, Format: s.Format, Bots: len(field.Entries), Games: tournament.Most(s.play, field),
			Until: tournament.Expected(s.play, field),
		}
		if planned := first(s, field); len(planned) > 0 {
			e.Each = float64(e.Games*len(planned[0].Seats)) / float64(max(e.Bots, 1))
		}
		list = append(list, e)
	})
	return list
}

// Sketch prepares the stages of a contest for a number of bots that nobody has written yet, instead of those of its file. It finds no bots,
// starts nothing and opens no folder; the contest that it returns can be simulated, not played. games is about how many it has, -1 if that
// is unknown. A stage without an end, or with more than most games, is refused before any memory is taken for them; 0: none is. s needs
// Kinds and Formats only.
func Sketch(f *config.File, s Setup, bots, most int) (c *Contest, games int, err error) {
	if c, err = prepare(f, s); err != nil {
		return nil, 0, err
	}
	c.Seed = f.Seed
	entries := make([]int, bots)
	for i := range entries {
		entries[i] = i
	}
	err = opening{c}.stages(entries, func(stage Stage, field *tournament.Field) error {
		if n := tournament.Most(stage.play, field); n == 0 || games < 0 {
			games = -1
		} else {
			games += n
		}
		if most == 0 {
			return nil
		}
		return stage.bounded(field, most)
	})
	return c, games, err
}

// bounded returns an error unless the stage has an end, and at most some games, as far as that is known before.
func (s Stage) bounded(field *tournament.Field, most int) error {
	if open, ok := s.play.(tournament.Endless); ok && open.Endless() {
		return fmt.Errorf("%s has no end: set %s", s.Format, open.Limit(field.Size()))
	}
	if games := tournament.Most(s.play, field); games > most {
		return fmt.Errorf("%s of %d bots has %d games, and at most %d can be simulated: set fewer games", s.Format, field.Size(), games,
			most)
	}
	return nil
}
