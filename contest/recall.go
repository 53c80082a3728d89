package contest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay/archive"
)

// Recalling holds the dependencies of Recall.
type Recalling struct {
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec
	Store   func(ctx context.Context, dir string) (store.Store, error) // opens the ledger
	Archive func(dir string) (*archive.Archive, error)                 // opens the replays
}

// Recall makes a contest of its ledger alone, without its file and its bots: to read its results, not to play on. It locks nothing and
// changes nothing.
func Recall(ctx context.Context, dir string, r Recalling) (*Contest, error) {
	c := &Contest{Dir: dir, File: &config.File{Name: filepath.Base(dir), Description: about(dir)}}
	var err error
	if c.store, err = r.Store(ctx, dir); err != nil {
		return nil, err
	}
	if err := c.recall(ctx, r); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Contest) recall(ctx context.Context, r Recalling) error {
	begun, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	if begun == nil {
		return fmt.Errorf("the ledger in %s is empty: the run was stopped before it began", c.Dir)
	}
	if err := c.recallKind(begun, r); err != nil {
		return fmt.Errorf("the ledger in %s: %w", c.Dir, err)
	}
	if c.changes, err = c.store.Changes(ctx); err != nil {
		return err
	}
	if c.events, err = c.store.Events(ctx); err != nil {
		return err
	}
	c.arrangeKept(begun.Bots)
	c.formats, c.first = r.Formats, begun.Stages
	for _, s := range c.stagesOf(c.changes) {
		spec := specOf(s)
		stage, err := makeStage(r.Formats, spec)
		if err != nil {
			return fmt.Errorf("the ledger in %s: stage %q: %w", c.Dir, s.Name, err)
		}
		c.Stages = append(c.Stages, stage)
		c.File.Stages = append(c.File.Stages, spec)
	}
	c.games, c.replays = c.store, filepath.Join(c.Dir, archive.Name)
	c.archive, err = r.Archive(c.replays)
	return err
}

// recallKind takes name, kind, rules, seed, options and limits.
func (c *Contest) recallKind(begun *store.Contest, r Recalling) (err error) {
	if c.Kind, err = r.Kinds(begun.Kind); err != nil {
		return err
	}
	if begun.Rules != c.Kind.Version {
		return fmt.Errorf("the contest was played under version %s of the rules of %s; this agon plays version %s: use the agon that ran "+
			"it",
			begun.Rules, begun.Kind, c.Kind.Version)
	}
	if begun.Average != "" {
		if c.File.Limits.Average, err = time.ParseDuration(begun.Average); err != nil {
			return err
		}
		c.File.Limits.Enforce = true
	}
	if begun.Name != "" {
		c.File.Name = begun.Name
	}
	c.Seed = begun.Seed
	c.File.Kind, c.File.Seed, c.File.Seeded = begun.Kind, c.Seed, true
	c.Settings, err = c.Kind.Settings(anys(begun.Options))
	return err
}

// Running reports whether a run is in progress in a contest's folder.
func Running(dir string) (bool, error) {
	name := filepath.Join(dir, lockName)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err := checkLock(name); err != nil {
		return false, err
	}
	file := flock.New(name, flock.SetFlag(os.O_RDONLY))
	defer file.Close()
	free, err := patiently(file.TryRLockContext, lookPatience)
	if err != nil {
		return false, fmt.Errorf("check whether a run is using %s: %w", dir, err)
	}
	return !free, nil
}
