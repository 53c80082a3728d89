package contest

import (
	"context"
	"strings"

	"agon/contest/config"
)

// Fits returns what another file would change in a contest that has begun and was opened by [Amend], in sentences; nothing is changed. The
// error is a [*Conflict] if the file would take results back: it describes another game, other options, another seed, or stages that have
// begun otherwise. s needs Kinds and Formats only.
func (c *Contest) Fits(ctx context.Context, f *config.File, s Setup) (texts []string, err error) {
	begun, err := c.store.Contest(ctx)
	if err != nil {
		return nil, err
	}
	now, err := prepare(f, s)
	if err != nil {
		return nil, err
	}
	now.Dir, now.changes = c.Dir, c.changes
	o := opening{now}
	if err := o.readStages(ctx, c.store); err != nil {
		return nil, err
	}
	entries := starters(begun.Bots)
	if err := o.stages(entries, nil); err != nil {
		return nil, err
	}
	o.seed(begun)
	if differences := begun.Differences(o.defined(begun)); len(differences) > 0 {
		return nil, &Conflict{strings.Join(differences, "; ")}
	}
	newest, err := newestStage(ctx, c.store)
	if err != nil {
		return nil, err
	}
	if texts, err = o.growths(o.stagesOf(o.changes), o.fileStages(), newest, entries); err != nil {
		return nil, &Conflict{err.Error()}
	}
	return texts, nil
}
