package contest

import (
	"fmt"

	"agon/contest/config"
	"agon/format/tournament"
)

// Sketch prepares the stages of a contest for a number of bots that nobody has written yet, instead of those of its file. It finds no bots,
// starts nothing and opens no folder; the contest that it returns can be simulated, not played. games is about how many it has, -1 if that
// is unknown. A stage without an end, or with more than most games, is refused before any memory is taken for them. s needs Kinds and
// Formats only.
func Sketch(f *config.File, s Setup, bots, most int) (c *Contest, games int, err error) {
	if c, err = prepare(f, s); err != nil {
		return nil, 0, err
	}
	c.Seed = f.Seed
	entries := make([]int, bots)
	for i := range entries {
		entries[i] = i
	}
	err = c.stages(f, s, entries, func(stage Stage, field *tournament.Field) error {
		if n := tournament.Most(stage.play, field); n == 0 || games < 0 {
			games = -1
		} else {
			games += n
		}
		return stage.bounded(field, most)
	})
	return c, games, err
}

// bounded returns an error unless the stage has an end, and at most some games, as far as that is known before.
func (s Stage) bounded(field *tournament.Field, most int) error {
	if open, ok := s.play.(tournament.Endless); ok && open.Endless() {
		return fmt.Errorf("%s has no end: set games = %d, or until = 3 (stop when every rank's 95 %% interval spans at most 3 places)", s.Format, max(1000, 100*field.Size()))
	}
	if games := tournament.Most(s.play, field); games > most {
		return fmt.Errorf("%s of %d bots has %d games, and at most %d can be simulated: set fewer games", s.Format, field.Size(), games, most)
	}
	return nil
}
