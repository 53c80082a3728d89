package contest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/contest/store"
	"agon/format/tournament"
)

/*
A contest that is opened again may have become larger: a stage that has begun may become longer where its format allows that
([tournament.Growth]), a stage that has not begun may change, and stages may follow the last. Together they are one change, which takes
effect with the next round of play that is planned of the newest stage. What would take a result back is another contest.
*/

// grow compares the stages of the contest's file with those of the ledger, after its changes. Larger ones become the contest's growth.
func (o opening) grow(ctx context.Context, s store.Store, begun *store.Contest) error {
	o.first = begun.Stages
	was, now := o.stagesOf(o.changes), o.fileStages()
	if slices.EqualFunc(was, now, sameStage) {
		return nil
	}
	newest, err := newestStage(ctx, s)
	if err != nil {
		return err
	}
	texts, err := o.growths(was, now, newest, o.field())
	if err != nil {
		return &Conflict{fmt.Sprintf(
			"%s holds another contest: %v. Undo that, run with --fresh to discard it, or with --out to use another folder",
			o.Dir, err)}
	}
	if len(texts) == 0 {
		return nil // the same values, written otherwise
	}
	o.growth = &store.Change{
		At: o.now(), What: store.Grown, Entry: -1, Instead: -1, Stage: newest, Stages: now,
		Why: fmt.Sprintf("%s (change %d)", strings.Join(texts, "; "), len(o.changes)+1),
	}
	return nil
}

// growths describes how stages became others, if no result is taken back; newest is the last stage that has begun.
func (p *Program) growths(was, now []store.Stage, newest int, entries []int) (texts []string, err error) {
	for i := range now {
		switch {
		case i >= len(was):
			texts = append(texts, fmt.Sprintf("stage %q (%s) follows stage %q", now[i].Name, now[i].Format, now[i-1].Name))
		case sameStage(was[i], now[i]):
		case i > newest:
			texts = append(texts, fmt.Sprintf("stage %q, which has not begun, is now %s", now[i].Name, now[i]))
		default:
			grown, err := p.growthOf(i, was[i], now[i], i == newest, entries)
			if err != nil {
				return nil, err
			}
			texts = append(texts, grown...)
		}
	}
	if len(now) < len(was) {
		gone := was[len(now)]
		return nil, fmt.Errorf("stage %d (%s) is gone, and a stage can change before it begins, but not be removed", len(now)+1, gone.Name)
	}
	return texts, nil
}

// growthOf describes how a stage that has begun became longer. last means that no later stage has begun.
func (p *Program) growthOf(nth int, was, now store.Stage, last bool, entries []int) (texts []string, err error) {
	if was.Name != now.Name || was.Format != now.Format {
		return nil, fmt.Errorf("stage %d was %s, named %q, and is now %s, named %q: it has begun",
			nth+1, was.Format, was.Name, now.Format, now.Name)
	}
	spec, err := tournament.Find(p.formats, now.Format)
	if err != nil {
		return nil, err
	}
	field := tournament.NewField(&p.Kind.Info, p.Settings, 1, entries)
	before, after := specOf(was), specOf(now)
	if !slices.Equal(before.Bots, after.Bots) {
		return nil, fmt.Errorf("stage %d (%s): its bots were %q and are now %q, and they cannot change in a stage that has begun",
			nth+1, now.Name, before.Bots, after.Bots)
	}
	changed, err := spec.Grown(&field, before.Keys, after.Keys)
	if err != nil {
		return nil, fmt.Errorf("stage %d (%s): %w", nth+1, now.Name, err)
	}
	for _, x := range changed {
		if !last {
			return nil, fmt.Errorf("stage %d (%s): %s was %s and is now %s, and the stage after it has begun",
				nth+1, now.Name, x.Key, x.Was, x.Now)
		}
		texts = append(texts, fmt.Sprintf("%s of stage %q: %s -> %s", x.Key, now.Name, x.Was, x.Now))
	}
	return texts, nil
}

// fileStages returns the stages of the contest's file as they are stored.
func (p *Program) fileStages() (list []store.Stage) {
	for _, s := range p.Stages {
		list = append(list, store.Stage{Name: s.Name, Format: s.Format, Keys: s.recorded()})
	}
	return list
}

// stagesOf returns the stages after changes.
func (p *Program) stagesOf(changes []store.Change) []store.Stage {
	list := p.first
	for i := range changes {
		if changes[i].What == store.Grown {
			list = changes[i].Stages
		}
	}
	return p.completed(list)
}

// completed returns stages of a ledger with the keys that it does not record, because they began before there were such keys.
func (p *Program) completed(stages []store.Stage) []store.Stage {
	list := slices.Clone(stages)
	for i := range list {
		format, err := tournament.Find(p.formats, list[i].Format)
		if err != nil {
			continue // an error when the stage is made
		}
		keys := anys(list[i].Keys)
		for key, text := range format.Before {
			if _, recorded := keys[key]; !recorded {
				keys[key] = text
			}
		}
		list[i].Keys = keysOf(keys)
	}
	return list
}

// readStages reads the stages of a contest that has begun; s is nil if it has no ledger yet.
func (p *Program) readStages(ctx context.Context, s store.Store) error {
	if s == nil {
		return nil
	}
	begun, err := s.Contest(ctx)
	if err != nil || begun == nil {
		return err
	}
	changes, err := s.Changes(ctx)
	p.first = begun.Stages
	p.kept = p.stagesOf(changes)
	return err
}

// stageKeys returns the keys of a stage, those that the contest's file sets and those that are always recorded: as the ledger has them, for
// a new stage their defaults.
func (p *Program) stageKeys(nth int, format tournament.Spec, set map[string]any) map[string]any {
	keys := map[string]any{}
	if nth < len(p.kept) && p.kept[nth].Format == format.Name {
		keys = anys(p.kept[nth].Keys)
	}
	maps.DeleteFunc(keys, func(key string, _ any) bool { return format.Before[key] == "" })
	for _, key := range format.Keys {
		if _, kept := keys[key.Name]; !kept && format.Before[key.Name] != "" {
			keys[key.Name] = fmt.Sprint(key.Default)
		}
	}
	maps.Copy(keys, set)
	return keys
}

// StageAfter returns a stage as it is after changes.
func (p *Program) StageAfter(nth int, changes []store.Change) (Stage, error) {
	list := p.stagesOf(changes)
	if nth >= len(list) {
		return Stage{}, fmt.Errorf("the ledger has no stage %d", nth+1)
	}
	return makeStage(p.formats, specOf(list[nth]))
}

// StageNow returns a stage as it is after the changes so far.
func (c *Contest) StageNow(nth int) (Stage, error) { return c.StageAfter(nth, c.changes) }

// TakeGrowth returns the growth that a stage takes, once; nil if there is none.
func (p *Program) TakeGrowth(nth int) *store.Change {
	growth := p.growth
	if growth == nil || growth.Stage != nth {
		return nil
	}
	p.growth = nil
	return growth
}

// Paced returns the growth that gives another value to a key of a stage, so that nobody waits long, for a reason; nil if the contest's file
// sets the key.
func (c *Contest) Paced(nth int, key, value, why string) *store.Change {
	if _, set := c.File.Stages[nth].Keys[key]; set {
		return nil
	}
	stages := slices.Clone(c.stagesOf(c.changes))
	keys := anys(stages[nth].Keys)
	was := keys[key]
	keys[key] = value
	stages[nth].Keys = keysOf(keys)
	return &store.Change{
		At: c.now(), What: store.Grown, Entry: -1, Instead: -1, Stage: nth, Stages: stages,
		Why: fmt.Sprintf("%s of stage %q: %v -> %s, %s (change %d)", key, stages[nth].Name, was, value, why, len(c.changes)+1),
	}
}

// asBegun returns a stage as it was when it began.
func (c *Contest) asBegun(nth int) (Stage, error) {
	return c.StageAfter(nth, slices.DeleteFunc(slices.Clone(c.changes), func(x store.Change) bool {
		return x.Stage > nth || x.Stage == nth && x.Round > 0
	}))
}

func sameStage(a, b store.Stage) bool {
	return a.Name == b.Name && a.Format == b.Format && slices.Equal(a.Keys, b.Keys)
}

// newestStage returns the last stage of a ledger that has games, 0 if there are none.
func newestStage(ctx context.Context, s store.Store) (newest int, err error) {
	for g, err := range s.Games(ctx) {
		if err != nil {
			return 0, err
		}
		newest = g.Stage
	}
	return newest, nil
}
