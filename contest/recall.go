package contest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"agon/game"
	"agon/replay"
	"agon/replay/archive"
	"agon/store"
	"agon/tournament"
)

// Recalling holds the dependencies of Recall.
type Recalling struct {
	Kinds   func(name string) (*game.Kind, error)
	Formats []tournament.Spec
	Store   func(ctx context.Context, dir string) (store.Store, error) // opens the ledger
	Archive func(dir string) (*archive.Archive, error)                 // opens the replays
}

// Recall makes a contest of its ledger alone, without its file and its bots: to read its results, not to play on. It locks nothing and
// changes nothing. Entries have a name and the beginning of a hash, and no author.
func Recall(ctx context.Context, dir string, r Recalling) (*Contest, error) {
	c := &Contest{Dir: dir, File: &File{Name: filepath.Base(dir)}}
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
	facts, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	if len(facts) == 0 {
		return fmt.Errorf("the ledger in %s is empty: the run was stopped before it began", c.Dir)
	}
	if err := c.recallKind(facts, r); err != nil {
		return fmt.Errorf("the ledger in %s: %w", c.Dir, err)
	}
	if c.changes, err = c.store.Changes(ctx); err != nil {
		return err
	}
	if c.events, err = c.store.Events(ctx); err != nil {
		return err
	}
	c.arrangeKept(facts)
	for _, fact := range facts {
		spec, ok := parseStage(fact)
		if !ok {
			continue
		}
		stage, err := makeStage(r.Formats, spec)
		if err != nil {
			return fmt.Errorf("the ledger in %s: %s: %w", c.Dir, fact.Name, err)
		}
		c.Stages = append(c.Stages, stage)
		c.File.Stages = append(c.File.Stages, spec)
	}
	c.archive, err = r.Archive(filepath.Join(c.Dir, archive.Name))
	return err
}

// recallKind reads kind, rules, seed, options and limits.
func (c *Contest) recallKind(facts store.Fingerprint, r Recalling) (err error) {
	name, _ := facts.Value("kind")
	if c.Kind, err = r.Kinds(name); err != nil {
		return err
	}
	if rules, _ := facts.Value("rules"); rules != c.Kind.Version {
		return fmt.Errorf("the contest was played under version %s of the rules of %s; this agon plays version %s: use the agon that ran it", rules, name, c.Kind.Version)
	}
	seed, _ := facts.Value("seed")
	if c.Seed, err = strconv.ParseInt(seed, 10, 64); err != nil {
		return fmt.Errorf("invalid seed %q (want a number)", seed)
	}
	options := map[string]any{}
	for _, fact := range facts {
		if option, ok := strings.CutPrefix(fact.Name, "option "); ok {
			options[option] = fact.Value
		}
	}
	if average, ok := facts.Value("enforced average"); ok {
		if c.File.Limits.Average, err = time.ParseDuration(average); err != nil {
			return err
		}
		c.File.Limits.Enforce = true
	}
	c.File.Kind, c.File.Seed, c.File.Seeded = name, c.Seed, true
	c.Settings, err = c.Kind.Settings(options)
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

// Reopen reads the replays again. A run keeps a replay before its result, so that replays which are opened after results have been read contain
// those of all these results.
func (c *Contest) Reopen() error {
	now, err := archive.Open(filepath.Join(c.Dir, archive.Name))
	if err != nil {
		return err
	}
	before := c.archive
	c.archive = now
	return before.Close()
}

// Archive returns the contest's replays.
func (c *Contest) Archive() *archive.Archive { return c.archive }

// Hold locks a contest's folder as a run does, until release is called. If a run is in progress the error is a [*Conflict].
func Hold(dir string) (release func() error, err error) {
	l, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	return l.release, nil
}

// Describe completes a recalled contest with what only the replays of its games contain: its name, the authors of its bots, and the
// sandbox, which it returns.
func (c *Contest) Describe(games []store.Game) (sandbox string) {
	unknown := len(c.Entries)
	for _, g := range games {
		if unknown == 0 {
			return sandbox
		}
		if !g.Done || !slices.ContainsFunc(g.Seats, func(entry int) bool { return entry < len(c.Entries) && len(c.Entries[entry].Hash) <= hashed }) {
			continue
		}
		rep, err := c.decoded(g.ID)
		if err != nil {
			continue // its error is reported elsewhere
		}
		c.File.Name, sandbox = rep.Notes.Contest, rep.Notes.Sandbox
		for i, seat := range rep.Seats[:min(len(rep.Seats), len(g.Seats))] {
			if e := &c.Entries[g.Seats[i]]; e.Name == seat.Name && len(e.Hash) <= hashed {
				e.Author, e.Hash = seat.Author, seat.Hash
				unknown--
			}
		}
	}
	return sandbox
}

// decoded returns the replay of a game.
func (c *Contest) decoded(fixture int) (*replay.Replay, error) {
	data, err := c.Replay(fixture)
	if err != nil {
		return nil, err
	}
	return replay.Decode(data)
}
