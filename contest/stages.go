package contest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
)

// A Program is what a contest plays: a kind of game with its settings, in stages.
type Program struct {
	Kind     *game.Kind
	Settings game.Settings
	Seed     int64
	Stages   []Stage

	formats []tournament.Spec
	first   []store.Stage // with which the contest began
	kept    []store.Stage // as the ledger has them when the contest is opened; nil before it has begun
	growth  *store.Change // of its stages, not stored yet; nil: none
}

// A Stage is a part of a contest under one format.
type Stage struct {
	Name   string
	Format string
	play   tournament.Format
	bots   []string       // names of those that play it; nil: those that advance
	keys   map[string]any // of the format, as they are stored; nil in a contest that was recalled
}

// Scheme returns the stage's format with its keys.
func (s Stage) Scheme() tournament.Format { return s.play }

// stages makes the formats, and checks each with the number of bots that will reach it, so that a contest whose finals are impossible
// does not start. entries are those of the first stage; allow, if not nil, refuses stages whose format and field fit.
func (o opening) stages(entries []int, allow func(Stage, *tournament.Field) error) error {
	for i, spec := range o.File.Stages {
		name := spec.Format
		if name == "" {
			name = o.Kind.Format
		}
		format, err := tournament.Find(o.formats, name)
		if err != nil {
			return o.File.Mistake(config.Place{Table: "stages", Nth: i, Key: "format"}, err)
		}
		keys := o.stageKeys(i, format, spec.Keys)
		play, err := format.Make(keys)
		if err != nil {
			err = fmt.Errorf("stage %q: %w (agon formats %s lists its keys)", spec.Name, err, name)
			return o.File.Mistake(config.Place{Table: "stages", Nth: i, Key: optionOf(err)}, err)
		}
		o.Stages = append(o.Stages, Stage{Name: spec.Name, Format: name, play: play, bots: spec.Bots, keys: keys})
		entries = o.Reach(i, entries)
		field := tournament.NewField(&o.Kind.Info, o.Settings, 1, entries)
		err = play.Check(&field)
		if err == nil && allow != nil {
			err = allow(o.Stages[i], &field)
		}
		if err != nil {
			if i == 0 {
				err = o.withBroken(play, entries, err)
			}
			return o.File.Mistake(config.Place{Table: "stages", Nth: i}, o.Stages[i].refused(i, len(entries), err))
		}
		if open, ok := play.(tournament.Endless); ok && open.Endless() && i < len(o.File.Stages)-1 {
			return o.File.Mistake(config.Place{Table: "stages", Nth: i}, fmt.Errorf(
				"stage %q never ends, and stage %q follows it: set games = 1000, "+
					"or until = 3 (stop when every rank's 95 %% interval spans at most 3 places)",
				spec.Name, o.File.Stages[i+1].Name))
		}
		if i == len(o.File.Stages)-1 {
			return nil
		}
		field.OrderOnly = true
		// The number of bots that advance does not depend on the games.
		entries = play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return nil
}

// withBroken adds the bots that cannot play to why the first stage cannot be played, if it could with them.
func (o opening) withBroken(play tournament.Format, entries []int, err error) error {
	all, named := slices.Clone(entries), o.Stages[0].bots
	for i, e := range o.Entries {
		plays := named == nil || slices.Contains(named, e.Name) || slices.Contains(named, config.Others)
		if plays && e.Broken != "" && !slices.Contains(entries, i) {
			all = append(all, i)
		}
	}
	field := tournament.NewField(&o.Kind.Info, o.Settings, 1, all)
	if len(all) == len(entries) || play.Check(&field) != nil {
		return err
	}
	return fmt.Errorf("%w. These cannot play:\n  %s", err, strings.Join(o.broken(), "\n  "))
}

// Begun reports whether a stage with so many planned games has begun: it has one, or a change that an older agon noted before the first.
func (c *Contest) Begun(nth, planned int) bool { return planned > 0 || len(c.InStage(nth)) > 0 }

// StageField returns the field of a stage in which these entries play, in seeding order.
func (p *Program) StageField(nth int, entries []int) tournament.Field {
	f := tournament.NewField(&p.Kind.Info, p.Settings, game.SubSeed(p.Seed, int64(nth), 0x7374616765), entries)
	f.Named = p.Stages[nth].bots != nil
	return f
}

// refused wraps the reason why a stage cannot be played; for a later stage with the number of bots that reach it.
func (s *Stage) refused(nth, bots int, err error) error {
	if nth == 0 || s.bots != nil {
		return fmt.Errorf("stage %q: %w", s.Name, err)
	}
	return fmt.Errorf("stage %q, to which the stage before lets %d go on: %w", s.Name, bots, err)
}

// keysOf returns a stage's keys as they are stored, sorted by name.
func keysOf(keys map[string]any) (values []store.Value) {
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		values = append(values, store.Value{Name: key, Text: keyText(keys[key])})
	}
	return values
}

// keyText returns a key's value as text, a list's items separated by commas.
func keyText(v any) string {
	items, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	var words []string
	for _, item := range items {
		words = append(words, fmt.Sprint(item))
	}
	return strings.Join(words, ",")
}

// anys returns stored values by name.
func anys(values []store.Value) map[string]any {
	all := make(map[string]any, len(values))
	for _, v := range values {
		all[v.Name] = v.Text
	}
	return all
}

// makeStage makes the format of a stage.
func makeStage(formats []tournament.Spec, spec config.Stage) (Stage, error) {
	format, err := tournament.Find(formats, spec.Format)
	if err != nil {
		return Stage{}, err
	}
	play, err := format.Make(spec.Keys)
	return Stage{Name: spec.Name, Format: spec.Format, play: play, bots: spec.Bots}, err
}
