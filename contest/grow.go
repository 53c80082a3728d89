package contest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
)

/*
A contest that is opened again may have become larger: a stage that has begun may become longer where its format allows that ([tournament.Growth]),
a stage that has not begun may change, and stages may follow the last. Together they are one change, which takes effect with the next round of play that
is planned of the newest stage. What would take a result back is another contest.
*/

// grow compares the stages of the contest's file with those of the ledger, after its changes. Larger ones become the contest's growth.
func (c *Contest) grow(ctx context.Context, s store.Store, begun *store.Contest) error {
	c.first = begun.Stages
	was, now := c.stagesOf(c.changes), c.fileStages()
	if slices.EqualFunc(was, now, sameStage) {
		return nil
	}
	newest, err := newestStage(ctx, s)
	if err != nil {
		return err
	}
	told, err := c.growths(was, now, newest)
	if err != nil {
		return &Conflict{fmt.Sprintf("%s holds another contest: %v. Undo that, run with --fresh to discard it, or with --out to use another folder", c.Dir, err)}
	}
	if len(told) == 0 {
		return nil // the same values, written otherwise
	}
	c.growth = &store.Change{
		At: c.now(), What: store.Grown, Entry: -1, Instead: -1, Stage: newest, Stages: now,
		Why: fmt.Sprintf("%s (change %d)", strings.Join(told, "; "), len(c.changes)+1),
	}
	return nil
}

// growths describes how stages became others, if no result is taken back; newest is the last stage that has begun.
func (c *Contest) growths(was, now []store.Stage, newest int) (told []string, err error) {
	for i := range now {
		switch {
		case i >= len(was):
			told = append(told, fmt.Sprintf("stage %q (%s) follows stage %q", now[i].Name, now[i].Format, now[i-1].Name))
		case sameStage(was[i], now[i]):
		case i > newest:
			told = append(told, fmt.Sprintf("stage %q, which has not begun, is now %s", now[i].Name, now[i]))
		default:
			grown, err := c.growthOf(i, was[i], now[i], i == newest)
			if err != nil {
				return nil, err
			}
			told = append(told, grown...)
		}
	}
	if len(now) < len(was) {
		gone := was[len(now)]
		return nil, fmt.Errorf("stage %d (%s) is gone, and a stage can change before it begins, but not be removed", len(now)+1, gone.Name)
	}
	return told, nil
}

// growthOf describes how a stage that has begun became longer. last means that no later stage has begun.
func (c *Contest) growthOf(nth int, was, now store.Stage, last bool) (told []string, err error) {
	if was.Name != now.Name || was.Format != now.Format {
		return nil, fmt.Errorf("stage %d was %s, named %q, and is now %s, named %q: it has begun", nth+1, was.Format, was.Name, now.Format, now.Name)
	}
	spec, err := tournament.Find(c.formats, now.Format)
	if err != nil {
		return nil, err
	}
	field := tournament.NewField(&c.Kind.Info, c.Settings, 1, c.field())
	changed, err := spec.Grown(&field, anys(was.Keys), anys(now.Keys))
	if err != nil {
		return nil, fmt.Errorf("stage %d (%s): %w", nth+1, now.Name, err)
	}
	for _, x := range changed {
		if !last {
			return nil, fmt.Errorf("stage %d (%s): %s was %s and is now %s, and the stage after it has begun", nth+1, now.Name, x.Key, x.Was, x.Now)
		}
		told = append(told, fmt.Sprintf("%s of stage %q: %s -> %s", x.Key, now.Name, x.Was, x.Now))
	}
	return told, nil
}

// fileStages returns the stages of the contest's file as they are stored.
func (c *Contest) fileStages() (list []store.Stage) {
	for _, s := range c.Stages {
		list = append(list, store.Stage{Name: s.Name, Format: s.Format, Keys: keysOf(s.keys)})
	}
	return list
}

// stagesOf returns the stages after changes.
func (c *Contest) stagesOf(changes []store.Change) []store.Stage {
	list := c.first
	for i := range changes {
		if changes[i].What == store.Grown {
			list = changes[i].Stages
		}
	}
	return c.completed(list)
}

// completed returns stages of a ledger with the keys that it does not record, because they began before there were such keys.
func (c *Contest) completed(stages []store.Stage) []store.Stage {
	list := slices.Clone(stages)
	for i := range list {
		format, err := tournament.Find(c.formats, list[i].Format)
		if err != nil {
			continue // who makes the stage says so
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

// readStages reads the stages of a contest that has begun.
func (c *Contest) readStages(ctx context.Context) error {
	if c.store == nil {
		return nil
	}
	begun, err := c.store.Contest(ctx)
	if err != nil || begun == nil {
		return err
	}
	changes, err := c.store.Changes(ctx)
	c.first = begun.Stages
	c.kept = c.stagesOf(changes)
	return err
}

// stageKeys returns the keys of a stage of the contest's file, with those that are always recorded: as the ledger has them, for a new
// stage their defaults.
func (c *Contest) stageKeys(nth int, format tournament.Spec) map[string]any {
	keys := map[string]any{}
	if nth < len(c.kept) && c.kept[nth].Format == format.Name {
		keys = anys(c.kept[nth].Keys)
	}
	maps.DeleteFunc(keys, func(key string, _ any) bool { return format.Before[key] == "" })
	for _, key := range format.Keys {
		if _, kept := keys[key.Name]; !kept && format.Before[key.Name] != "" {
			keys[key.Name] = fmt.Sprint(key.Default)
		}
	}
	maps.Copy(keys, c.File.Stages[nth].Keys)
	return keys
}

// stageAfter returns a stage as it is after changes.
func (c *Contest) stageAfter(nth int, changes []store.Change) (Stage, error) {
	list := c.stagesOf(changes)
	if nth >= len(list) {
		return Stage{}, fmt.Errorf("the ledger has no stage %d", nth+1)
	}
	return makeStage(c.formats, config.Stage{Name: list[nth].Name, Format: list[nth].Format, Keys: anys(list[nth].Keys)})
}

// asBegun returns a stage as it was when it began.
func (c *Contest) asBegun(nth int) (Stage, error) {
	return c.stageAfter(nth, slices.DeleteFunc(slices.Clone(c.changes), func(x store.Change) bool {
		return x.Stage > nth || x.Stage == nth && x.Round > 0
	}))
}

// takeGrowth stores the contest's growth, if this is the stage that takes it.
func (s *stageRun) takeGrowth(ctx context.Context) error {
	c := s.contest
	if c.growth == nil || c.growth.Stage != s.nth {
		return nil
	}
	growth := *c.growth
	c.growth = nil
	if err := s.goOn(growth); err != nil {
		return err
	}
	err := s.storeChanges(ctx, []store.Change{growth})
	s.after = false
	return err
}

// goOn decides what a growth means for changes after the end of the stage: if the stage goes on with it they take effect in it, as
// [ledger.InStage] has them, and if it does not the growth is one of them.
func (s *stageRun) goOn(growth store.Change) error {
	if s.field.LastChange(tournament.After) != tournament.After {
		return nil
	}
	stage, err := s.contest.stageAfter(s.nth, []store.Change{growth})
	if err != nil {
		return err
	}
	if s.after = tournament.Finished(stage.play, &s.field, s.ledger); s.after {
		return nil
	}
	for i := range s.field.Changes {
		s.field.Changes[i].Round = min(s.field.Changes[i].Round, s.ledger.Rounds())
	}
	s.leave()
	return nil
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
