package contest

import (
	"fmt"

	"agon/game"
	"agon/tournament"
)

// stages makes the formats, and checks each with as many bots as will come to it: nobody plays groups for finals that cannot be.
func (c *Contest) stages(f *File, s Setup) error {
	entries := c.field()
	for i, spec := range f.Stages {
		name := spec.Format
		if name == "" {
			name = c.Kind.Format
		}
		format, err := tournament.Find(s.Formats, name)
		if err != nil {
			return f.mistake(place{"stages", i, "format"}, err)
		}
		play, err := format.Make(spec.Keys)
		if err != nil {
			return f.mistake(place{"stages", i, optionOf(err, spec.Keys)}, fmt.Errorf("stage %q: %w (agon formats %s lists its keys)", spec.Name, err, name))
		}
		c.Stages = append(c.Stages, Stage{Name: spec.Name, Format: name, play: play})
		field := tournament.NewField(&c.Kind.Info, c.Settings, 1, entries)
		if err := play.Check(&field); err != nil {
			return f.mistake(place{table: "stages", nth: i}, stageError(spec.Name, i, len(entries), err))
		}
		if open, ok := play.(tournament.Endless); ok && open.Endless() && i < len(f.Stages)-1 {
			return f.mistake(place{table: "stages", nth: i}, fmt.Errorf("stage %q never ends, and stage %q follows it: set games = 1000, or until = 3 (stop when every rank's 95 %% interval spans at most 3 places)", spec.Name, f.Stages[i+1].Name))
		}
		// Which bots go on depends on the games, how many does not.
		entries = play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return nil
}

// stageField is the field of a stage in which these entries play.
func (c *Contest) stageField(nth int, entries []int) tournament.Field {
	return tournament.NewField(&c.Kind.Info, c.Settings, game.SubSeed(c.Seed, int64(nth), 0x7374616765), entries)
}

// stageError says why a stage cannot be played, and with how many bots, where those are what an earlier stage leaves.
func stageError(name string, nth, bots int, err error) error {
	if nth == 0 {
		return fmt.Errorf("stage %q: %w", name, err)
	}
	return fmt.Errorf("stage %q, to which the stage before lets %d go on: %w", name, bots, err)
}
