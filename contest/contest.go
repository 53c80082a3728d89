package contest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/replay/shelf"
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
	Entries  []lineup.Entry // the whole line-up; broken ones play nothing
	Refused  []Refusal
	Stages   []Stage
	Dir      string // of the contest's ledger, replays, logs and report

	store store.Store
	shelf *shelf.Shelf
	lock  *lock

	drawn  bool // the secret was drawn, and is kept in the ledger
	events []store.Event
}

// A Stage is a part of a contest under one format.
type Stage struct {
	Name   string
	Format string
	play   tournament.Format
}

// A Refusal is a bot that was not let in, and why.
type Refusal struct {
	Name, Author, Ref, Why string
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
	c := &Contest{File: f, Dir: s.Dir}
	if err := c.check(f, s); err != nil {
		return nil, err
	}
	if err := c.outfit(ctx, f); err != nil {
		return nil, err
	}
	if err := c.enter(ctx, f, s); err != nil {
		return nil, err
	}
	if err := c.stages(f, s); err != nil {
		return nil, err
	}
	if err := c.open(ctx, s); err != nil {
		c.Close()
		var conflict *Conflict
		if errors.As(err, &conflict) {
			return nil, err
		}
		return nil, &FolderError{c.Dir, err}
	}
	return c, nil
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

// absolutes are paths made absolute, without those that are empty.
func absolutes(paths ...string) (all []string) {
	for _, p := range paths {
		if abs, err := filepath.Abs(p); p != "" && err == nil {
			all = append(all, abs)
		}
	}
	return all
}

// enter finds the bots, of which enough must be able to play.
func (c *Contest) enter(ctx context.Context, f *File, s Setup) error {
	if err := c.admit(ctx, f, s); err != nil {
		return err
	}
	return c.sound(s.Strict)
}

// admit finds the bots, and refuses those that the contest's rules do not let in.
func (c *Contest) admit(ctx context.Context, f *File, s Setup) error {
	opener := s.Opener(c.Kind, f)
	opener.Private = append(opener.Private, absolutes(f.Path, c.Dir)...)
	refs := make([]string, len(f.Bots))
	for i, b := range f.Bots {
		refs[i] = b.Ref
	}
	entries, err := opener.Open(ctx, refs)
	if err != nil {
		var bad *lineup.BadRef
		if errors.As(err, &bad) && f.Path != "" {
			return f.mistake(place{"bots", f.Bots[max(slices.Index(refs, bad.Ref), 0)].nth, "ref"}, err)
		}
		return err
	}
	perAuthor := map[string]int{}
	for _, e := range entries {
		if slices.Contains(s.Without, e.Name) {
			continue
		}
		if f.MaxPerAuthor > 0 && e.Author != "" && !e.Native() {
			if perAuthor[e.Author]++; perAuthor[e.Author] > f.MaxPerAuthor {
				c.Refused = append(c.Refused, Refusal{e.Name, e.Author, e.Ref, fmt.Sprintf("%s has more than %d bots (max_per_author)", e.Author, f.MaxPerAuthor)})
				continue
			}
		}
		if allowed := f.Limits.Packages; allowed != nil {
			if foreign := e.Foreign(*allowed); len(foreign) > 0 {
				c.Refused = append(c.Refused, Refusal{e.Name, e.Author, e.Ref, fmt.Sprintf("it imports %s, and the contest allows %s", strings.Join(foreign, ", "), words(*allowed))})
				continue
			}
		}
		c.Entries = append(c.Entries, e)
	}
	for _, name := range s.Without {
		if !slices.ContainsFunc(entries, func(e lineup.Entry) bool { return e.Name == name }) {
			return fmt.Errorf("--without %q: no bot of this contest has that name", name)
		}
	}
	return nil
}

// words names what is allowed.
func words(allowed []string) string {
	if len(allowed) == 0 {
		return "the standard library alone"
	}
	return "only " + strings.Join(allowed, ", ")
}

// sound reports whether enough bots can play.
func (c *Contest) sound(strict bool) error {
	var broken []string
	for _, e := range c.Entries {
		if e.Broken != "" {
			broken = append(broken, e.Name+": "+e.Broken)
		}
	}
	if strict && len(broken)+len(c.Refused) > 0 {
		for _, r := range c.Refused {
			broken = append(broken, r.Name+": "+r.Why)
		}
		return fmt.Errorf("--strict: some bots cannot play:\n  %s", strings.Join(broken, "\n  "))
	}
	if len(broken) == len(c.Entries) && len(broken) > 0 {
		return fmt.Errorf("no bot of the contest can play:\n  %s", strings.Join(broken, "\n  "))
	}
	if len(c.Entries) == 0 {
		return fmt.Errorf("the contest has no bots left%s", c.whyRefused())
	}
	return nil
}

// whyRefused tells of each bot that was refused why.
func (c *Contest) whyRefused() string {
	var b strings.Builder
	for _, r := range c.Refused {
		fmt.Fprintf(&b, "\n  %s: %s", r.Name, r.Why)
	}
	return b.String()
}

// field is the bots that can play.
func (c *Contest) field() []int {
	var sound []int
	for i, e := range c.Entries {
		if e.Broken == "" {
			sound = append(sound, i)
		}
	}
	return sound
}

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
		field := tournament.NewField(&c.Kind.Info, 1, entries)
		if err := play.Check(&field); err != nil {
			return f.mistake(place{table: "stages", nth: i}, stageError(spec.Name, i, len(entries), err))
		}
		if open, ok := play.(tournament.Endless); ok && open.Endless() && i < len(f.Stages)-1 {
			return f.mistake(place{table: "stages", nth: i}, fmt.Errorf("stage %q never ends, and stage %q follows it: set games = 1000, or until = 3 (stop when every rank's 95 %% interval spans at most 3 places)", spec.Name, f.Stages[i+1].Name))
		}
		// Who goes on depends on the games, how many does not.
		entries = play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return nil
}

// stageField is the field of a stage in which these entries play.
func (c *Contest) stageField(nth int, entries []int) tournament.Field {
	return tournament.NewField(&c.Kind.Info, game.SubSeed(c.Seed, int64(nth), 0x7374616765), entries)
}

// stageError says why a stage cannot be played, and with how many bots, where those are what an earlier stage leaves.
func stageError(name string, nth, bots int, err error) error {
	if nth == 0 {
		return fmt.Errorf("stage %q: %w", name, err)
	}
	return fmt.Errorf("stage %q, to which the stage before lets %d go on: %w", name, bots, err)
}

// open locks the folder, opens the ledger and the replays, and compares what was begun there with what this contest is.
func (c *Contest) open(ctx context.Context, s Setup) (err error) {
	if c.lock, err = lockDir(c.Dir); err != nil {
		return err
	}
	if s.Fresh {
		if err := discard(c.Dir, s.Ledgers); err != nil {
			return fmt.Errorf("discard the contest in %s: %w", c.Dir, err)
		}
	}
	if c.store, err = s.Ledgers.Open(ctx, c.Dir); err != nil {
		return err
	}
	if c.shelf, err = shelf.Open(filepath.Join(c.Dir, shelf.Name)); err != nil {
		return err
	}
	before, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	c.seed(before)
	var changed *store.Changed
	if err := c.store.Begin(ctx, c.fingerprint()); errors.As(err, &changed) {
		return &Conflict{fmt.Sprintf("%s holds another contest: %s. Run with --fresh to discard it, or with --out to use another folder", c.Dir, strings.Join(changed.Differences, "; "))}
	} else if err != nil {
		return err
	}
	return nil
}

// seed draws what the file leaves to chance, or finds what an earlier run has drawn.
func (c *Contest) seed(before store.Fingerprint) {
	c.Seed = c.File.Seed
	if !c.File.Seeded {
		var bytes [8]byte
		rand.Read(bytes[:])
		c.Seed = int64(binary.BigEndian.Uint64(bytes[:]) >> 1)
		if drawn, ok := before.Value("seed"); ok {
			fmt.Sscan(drawn, &c.Seed)
		}
	}
	switch drawn, ok := before.Value(secretFact); {
	case c.File.Secret != "":
		c.Secret = bot.ReadSecret(c.File.Secret)
	case c.File.Seeded:
		c.Secret = bot.DeriveSecret(c.Seed)
	case ok:
		c.Secret, c.drawn = bot.ReadSecret(drawn), true
	default:
		c.Secret, c.drawn = bot.DrawSecret(), true
	}
}

// secretFact is the name under which the ledger keeps a secret that was drawn. Of one that the file names it keeps a hash.
const secretFact = "secret"

// secretFacts is what the fingerprint has of the secret. One that is derived from the seed needs no fact of its own.
func (c *Contest) secretFacts() store.Fingerprint {
	switch {
	case c.drawn:
		return store.Fingerprint{{Name: secretFact, Value: c.Secret.String()}}
	case c.File.Secret != "":
		return store.Fingerprint{{Name: "hash of the secret", Value: fmt.Sprintf("%x", sha256.Sum256([]byte(c.Secret.String())))}}
	}
	return nil
}

// fingerprint is what makes this contest this contest.
func (c *Contest) fingerprint() store.Fingerprint {
	facts := store.Fingerprint{
		{Name: "kind", Value: c.Kind.Name},
		{Name: "rules", Value: c.Kind.Version},
		{Name: "seed", Value: fmt.Sprint(c.Seed)},
	}
	facts = append(facts, c.secretFacts()...)
	for _, option := range c.Settings.Texts() {
		name, value, _ := strings.Cut(option, "=")
		facts = append(facts, store.Fact{Name: "option " + name, Value: value})
	}
	for i, s := range c.Stages {
		facts = append(facts, store.Fact{Name: fmt.Sprintf("stage %d (%s)", i+1, s.Name), Value: stageFact(s.Format, c.File.Stages[i].Keys)})
	}
	if l := c.File.Limits; l.Enforce {
		facts = append(facts, store.Fact{Name: "enforced average", Value: l.Average.String()})
	}
	for _, e := range c.Entries {
		facts = append(facts, store.Fact{Name: "bot " + e.Name, Value: botFact(e)})
		if e.ID != "" {
			facts = append(facts, store.Fact{Name: "image of " + e.Name, Value: e.ID})
		}
	}
	return facts
}

// Close lets go of the contest's folder.
func (c *Contest) Close() error {
	var errs []error
	if c.store != nil {
		errs = append(errs, c.store.Close())
	}
	if c.shelf != nil {
		errs = append(errs, c.shelf.Close())
	}
	if c.lock != nil {
		errs = append(errs, c.lock.release())
	}
	return errors.Join(errs...)
}
