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
	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
	"agon/record/replay/archive"
)

// A Contest is a prepared contest: its bots are found, its stages checked, its folder locked, its ledger open.
type Contest struct {
	Program
	Roster
	Journal
	Results

	File   *config.File
	Secret *bot.Secret // seeds the bots' generators; to be kept secret until the contest is over
	Dir    string      // the folder of the contest's ledger, replays, logs and report

	unlock func() error // its folder; nil: it is not locked
	setup  Setup
	drawn  bool          // the secret was drawn, and is in the ledger
	takes  []store.Event // bots of other contests that were found, not stored yet
}

// Setup holds the dependencies of a contest, and options of opening it.
type Setup struct {
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec
	Opener  func(k *game.Kind, f *config.File) *lineup.Opener
	Ledgers Ledgers
	Dir     string   // of the contest; empty: a folder beside the file, with the file's name
	Fresh   bool     // discard what was played before
	Strict  bool     // refuse the contest if a bot is broken
	Without []string // names of bots that are left out

	// Recall opens another contest from the ledger in its folder, for its bots to be entered; the error is [fs.ErrNotExist] if there is
	// none. nil: its bots cannot be.
	Recall func(ctx context.Context, dir string) (*Contest, error)

	CountBroken bool // for Prepare: broken bots count as if they were repaired

	// Unattended: a bot that no longer starts is withdrawn until it does, unless the bots of more authors stop than start. Without this it
	// is a [*Conflict].
	Unattended bool

	Now func() time.Time // the clock for events and changes; nil: time.Now
}

// Ledgers opens and removes the ledgers of contests, by the contests' folders.
type Ledgers interface {
	// Open opens the ledger of a folder, and creates it if there is none. The folder exists, and the caller holds its lock.
	Open(ctx context.Context, dir string) (store.Store, error)
	// Remove removes the ledger of a folder, if any. The caller holds the folder's lock, and nobody has the ledger open.
	Remove(ctx context.Context, dir string) error
}

// A Conflict is the error of a contest whose folder holds another contest or is in use, or that cannot accept a change.
type Conflict struct{ Text string }

func (c *Conflict) Error() string { return c.Text }

// A FolderError is why a contest's folder cannot be used: the host refused access, or a file is damaged.
type FolderError struct {
	Dir string
	Err error
}

func (e *FolderError) Error() string { return e.Err.Error() }

// Unwrap returns the underlying error.
func (e *FolderError) Unwrap() error { return e.Err }

// Open prepares a contest. It finds every mistake of the file and of its bots before anything is played.
func Open(ctx context.Context, f *config.File, s Setup) (*Contest, error) {
	c, err := prepare(f, s)
	if err != nil {
		return nil, err
	}
	o := opening{c}
	if err := o.before(ctx); err != nil {
		return nil, c.closed(err)
	}
	if err := o.find(ctx); err != nil {
		c.Close()
		return nil, err
	}
	if err := o.open(ctx); err != nil {
		return nil, c.closed(err)
	}
	return c, nil
}

// An opening reads the file of a contest into it: its bots, its stages, and what is new in them since the contest began.
type opening struct{ *Contest }

// closed closes the contest and returns an error of its folder.
func (c *Contest) closed(err error) error {
	c.Close()
	var conflict *Conflict
	if err = conflicting(err); errors.As(err, &conflict) {
		return err
	}
	return &FolderError{c.Dir, err}
}

// conflicting turns the error of a ledger that a run in another folder uses into a Conflict.
func conflicting(err error) error {
	var inUse *store.InUse
	if errors.As(err, &inUse) {
		return &Conflict{inUse.Error()}
	}
	return err
}

// before opens the ledger of a contest that has begun, and applies the limits that were changed since.
func (o opening) before(ctx context.Context) error {
	if info, err := os.Stat(o.Dir); err != nil || !info.IsDir() || o.setup.Fresh {
		return nil // open reports what is wrong with the folder
	}
	if err := o.openLedger(ctx); err != nil {
		return err
	}
	return o.decideLimits(ctx)
}

// find finds the bots, and checks the stages with them.
func (o opening) find(ctx context.Context) error {
	if err := checkTools(ctx, o.File); err != nil {
		return err
	}
	if err := o.enter(ctx); err != nil {
		return err
	}
	entries, err := o.starters(ctx)
	if err != nil {
		return err
	}
	if err := o.readStages(ctx, o.store); err != nil {
		return err
	}
	if err := o.unnamed(); err != nil {
		return err
	}
	return o.measured(entries)
}

// starters returns the entries of the first stage: of a contest that has begun those with which it began, whoever has been removed from
// its file since.
func (o opening) starters(ctx context.Context) ([]int, error) {
	if o.store == nil {
		return o.field(), nil
	}
	begun, err := o.store.Contest(ctx)
	if err != nil || begun == nil {
		return o.field(), err
	}
	o.bots = begun.Bots
	o.changes, err = o.store.Changes(ctx)
	return starters(begun.Bots), err
}

// prepare makes a contest of its file: it finds the kind and checks its options.
func prepare(f *config.File, s Setup) (*Contest, error) {
	if f.Agents != nil {
		return nil, f.Mistake(config.Place{Key: "agents"}, errors.New("this is a contest of agents, "+
			"which is played in rounds of edits and games: agon agents CONTEST.toml plays it"))
	}
	c := &Contest{File: f, Dir: s.Dir, setup: s}
	c.formats, c.clock, c.countBroken = s.Formats, s.Now, s.CountBroken
	k, err := s.Kinds(f.Kind)
	if err != nil {
		return nil, f.Mistake(config.Place{Key: "kind"}, err)
	}
	settings, err := k.Settings(f.Options)
	if err != nil {
		return nil, f.Mistake(config.Place{Table: "options", Key: optionOf(err)}, err)
	}
	if _, err := k.Table(settings); err != nil {
		return nil, f.Mistake(config.Place{Key: "options"}, err)
	}
	c.Kind, c.Settings = k, settings
	if c.Dir == "" {
		c.Dir = strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
	}
	return c, apart(f, c.Dir)
}

// optionOf returns the option that an error is about, "options" if it is about none of them alone.
func optionOf(err error) string {
	if wrong := (*game.OptionError)(nil); errors.As(err, &wrong) {
		return wrong.Option
	}
	return "options"
}

// openLedger locks the folder and opens its ledger.
func (o opening) openLedger(ctx context.Context) (err error) {
	if o.unlock, err = Hold(o.Dir); err != nil {
		return err
	}
	if o.setup.Fresh {
		if err := discard(ctx, o.Dir, o.setup.Ledgers); err != nil {
			return fmt.Errorf("discard the contest in %s: %w", o.Dir, err)
		}
	}
	o.store, err = o.setup.Ledgers.Open(ctx, o.Dir)
	return err
}

// open opens the ledger, if it is not open, and the replays, and compares the stored contest with this one.
func (o opening) open(ctx context.Context) (err error) {
	if o.store == nil {
		if err := o.openLedger(ctx); err != nil {
			return err
		}
	}
	o.games, o.replays = o.store, filepath.Join(o.Dir, archive.Name)
	if o.archive, err = archive.Open(o.replays); err != nil {
		return err
	}
	before, err := o.store.Contest(ctx)
	if err != nil {
		return err
	}
	if o.changes, err = o.store.Changes(ctx); err != nil {
		return err
	}
	o.seed(before)
	now := o.defined(before)
	if before == nil {
		o.first = now.Stages
	} else if err := o.grow(ctx, o.store, before); err != nil {
		return err
	}
	if err := o.arrange(now.Bots); err != nil {
		return err
	}
	if before == nil {
		if err := o.noteTaken(ctx); err != nil {
			return err
		}
	}
	var changed *store.Changed
	if err := o.store.Begin(ctx, now); errors.As(err, &changed) {
		return &Conflict{fmt.Sprintf("%s holds another contest: %s. Run with --fresh to discard it, or with --out to use another folder",
			o.Dir, strings.Join(changed.Differences, "; "))}
	} else if err != nil {
		return err
	}
	if err := o.noteTaken(ctx); err != nil {
		return err
	}
	return o.keepAbout()
}

// Play returns how the contest's games are played, as its file says.
func (c *Contest) Play() worker.Play {
	limits := c.File.Limits
	play := worker.Play{
		Kind: c.Kind, Settings: c.Settings, Entries: c.Entries, Seed: c.Seed, Secret: c.Secret, Pages: true,
		Guard: limits.Guard, Processor: limits.CPUClock, Logs: int(limits.Output),
	}
	if limits.Enforce {
		play.Average = limits.Average
	}
	return play
}

// Close closes the ledger and the replays, and unlocks the contest's folder.
func (c *Contest) Close() error {
	var errs []error
	if c.store != nil {
		errs = append(errs, c.store.Close())
	}
	if c.archive != nil {
		errs = append(errs, c.archive.Close())
	}
	if c.unlock != nil {
		errs = append(errs, c.unlock())
	}
	return errors.Join(errs...)
}
