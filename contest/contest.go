package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/replay/archive"
	"agon/store"
	"agon/tournament"
)

// A Contest is a contest made ready: its bots found, its stages checked, its folder locked, its ledger open.
type Contest struct {
	File     *File
	Kind     *game.Kind
	Settings game.Settings
	Seed     int64
	Secret   *bot.Secret    // seeds the bots' generators; it is for nobody to see before the contest is over
	Entries  []lineup.Entry // the whole line-up, with those that play no more; see Out
	Refused  []Refusal
	Stages   []Stage
	Dir      string // of the contest's ledger, replays, logs and report

	store   store.Store
	archive *archive.Archive
	lock    *lock

	drawn  bool // the secret was drawn, and is kept in the ledger
	events []store.Event
	noted  string // the newest day that is

	lineup  []entrant      // beside Entries: what the ledger knows of them, with pending
	began   []int          // entries with which the first stage began
	changes []store.Change // kept, in their order
	pending []store.Change // found when the contest was opened, and not kept yet
	notes   []string
	setup   Setup
}

// A Stage is a part of a contest under one format.
type Stage struct {
	Name   string
	Format string
	play   tournament.Format
}

// Setup is what a contest needs from outside.
type Setup struct {
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec
	Opener  func(k *game.Kind, f *File) *lineup.Opener
	Ledgers Ledgers
	Dir     string   // of the contest; empty: a folder beside the file, of its name
	Fresh   bool     // forget what was played before
	Strict  bool     // refuse the contest where a bot is broken
	Without []string // names of bots that are left out

	Now func() time.Time // the clock of what happens to the contest; nil: time.Now
}

// Ledgers keeps the ledgers of contests, each in the contest's folder under a name of its own.
type Ledgers interface {
	// Open opens the ledger of a folder, and makes one where there is none. The folder exists, and is locked by the caller.
	Open(ctx context.Context, dir string) (store.Store, error)
	// Remove removes the ledger of a folder, where there is one. The folder is locked by the caller, and nobody has the ledger open.
	Remove(dir string) error
}

// A Conflict is a contest whose folder holds something else, or is in use.
type Conflict struct{ Text string }

func (c *Conflict) Error() string { return c.Text }

// A FolderError says why a contest's folder cannot be used: what the host refused, or what is damaged.
type FolderError struct {
	Dir string
	Err error
}

func (e *FolderError) Error() string { return e.Err.Error() }

// Unwrap is the error below.
func (e *FolderError) Unwrap() error { return e.Err }

// Open makes a contest ready. Every mistake of the file and of its bots is found here, before anything is played.
func Open(ctx context.Context, f *File, s Setup) (*Contest, error) {
	c := &Contest{File: f, Dir: s.Dir, setup: s}
	if err := c.check(f, s); err != nil {
		return nil, err
	}
	if err := c.before(ctx, s); err != nil {
		return nil, c.closed(err)
	}
	if err := c.find(ctx, f, s); err != nil {
		c.Close()
		return nil, err
	}
	if err := c.open(ctx, s); err != nil {
		return nil, c.closed(err)
	}
	return c, nil
}

// closed closes the contest and returns an error of its folder.
func (c *Contest) closed(err error) error {
	c.Close()
	var conflict *Conflict
	if errors.As(err, &conflict) {
		return err
	}
	return &FolderError{c.Dir, err}
}

// before opens the ledger of a contest that has begun, and puts in force what was decided since.
func (c *Contest) before(ctx context.Context, s Setup) error {
	if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() || s.Fresh {
		return nil // what is wrong with it will be seen when it is opened
	}
	if err := c.openLedger(ctx, s); err != nil {
		return err
	}
	return c.decideLimits(ctx)
}

// find finds the bots, and checks the stages with them.
func (c *Contest) find(ctx context.Context, f *File, s Setup) error {
	if err := c.checkTools(ctx, f); err != nil {
		return err
	}
	if err := c.enter(ctx, f, s); err != nil {
		return err
	}
	return c.stages(f, s)
}

// now is the time of what happens to the contest.
func (c *Contest) now() time.Time {
	if c.setup.Now != nil {
		return c.setup.Now()
	}
	return time.Now()
}

// check finds the kind and checks its options.
func (c *Contest) check(f *File, s Setup) error {
	k, err := s.Kinds(f.Kind)
	if err != nil {
		return f.mistake(place{key: "kind"}, err)
	}
	settings, err := k.Settings(f.Options)
	if err != nil {
		return f.mistake(place{table: "options", key: optionOf(err, f.Options)}, err)
	}
	if _, err := k.Table(settings); err != nil {
		return f.mistake(place{key: "options"}, err)
	}
	c.Kind, c.Settings = k, settings
	if c.Dir == "" {
		c.Dir = strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
	}
	return nil
}

// optionOf is the option that an error speaks of, as far as can be seen.
func optionOf(err error, options map[string]any) string {
	for _, name := range sorted(options) {
		if strings.Contains(err.Error(), name) {
			return name
		}
	}
	return "options"
}

// openLedger locks the folder and opens its ledger.
func (c *Contest) openLedger(ctx context.Context, s Setup) (err error) {
	if c.lock, err = lockDir(c.Dir); err != nil {
		return err
	}
	if s.Fresh {
		if err := discard(c.Dir, s.Ledgers); err != nil {
			return fmt.Errorf("discard the contest in %s: %w", c.Dir, err)
		}
	}
	c.store, err = s.Ledgers.Open(ctx, c.Dir)
	return err
}

// open opens the ledger, where that is not done, and the replays, and compares what was begun there with what this contest is.
func (c *Contest) open(ctx context.Context, s Setup) (err error) {
	if c.store == nil {
		if err := c.openLedger(ctx, s); err != nil {
			return err
		}
	}
	if c.archive, err = archive.Open(filepath.Join(c.Dir, archive.Name)); err != nil {
		return err
	}
	before, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	if c.changes, err = c.store.Changes(ctx); err != nil {
		return err
	}
	c.seed(before)
	facts := c.fingerprint(before)
	if err := c.arrange(facts); err != nil {
		return err
	}
	var changed *store.Changed
	if err := c.store.Begin(ctx, facts); errors.As(err, &changed) {
		return &Conflict{fmt.Sprintf("%s holds another contest: %s. Run with --fresh to discard it, or with --out to use another folder", c.Dir, strings.Join(changed.Differences, "; "))}
	} else if err != nil {
		return err
	}
	return nil
}

// Close lets go of the contest's folder.
func (c *Contest) Close() error {
	var errs []error
	if c.store != nil {
		errs = append(errs, c.store.Close())
	}
	if c.archive != nil {
		errs = append(errs, c.archive.Close())
	}
	if c.lock != nil {
		errs = append(errs, c.lock.release())
	}
	return errors.Join(errs...)
}
