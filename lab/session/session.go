/*
Package session is what all commands that start bots have in common: a value of [Options] that says how bots are built, confined, started
and asked, and a [Session] that opens them and says how their games are played.

	session.go  the options, kinds and their settings, openers, bots
	tools.go    compilers, interpreters and libraries

It knows no flags: a command makes the options of its own. Texts of errors name the flags that a person would change.
*/
package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/launch"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/contest/config"
	"agon/game"
	"agon/internal/cause"
	"agon/play/worker"
)

// Options say how bots are built, confined, started and asked.
type Options struct {
	Kinds    func(name string) (*game.Kind, error)
	Set      []string      // options of the kind, as KEY=VALUE
	Seed     int64         // of games
	Seeded   bool          // Seed was chosen; otherwise one is drawn
	Secret   string        // seeds the generators of bots; empty: derived from the seed
	Python   string        // for Python bots; empty: AGON_PYTHON, then the system's
	NoLimits bool          // bots have all the time
	Guard    time.Duration // after which a bot without an answer is killed, where the kind sets no limit; 0: the default
	CPUClock bool          // bots are charged their processor time
	Shared   bool          // all Python bots of a game share a process
	Warm     bool          // Python bots that are started for each move are forked from a warm interpreter
	HandedIn bool          // bots are those that others hand in to a site or send to a worker
	Tools    Tools
	Sandbox  launch.Options
	Program  Program
	Built    func(bot, log string) // gets how a bot was built; nil: it is dropped

	People func(ref string) (bot.Player, error)                       // makes human players; nil if people cannot play
	Sites  func(name string) (func(lineup.Station) bot.Player, error) // finds bots of a site; nil if they cannot play
}

// A Program is the program that opens bots: the commands of its own that it starts, and which servers it reaches.
type Program struct {
	Build      []string // builds a bot inside the sandbox; nil: the path of this program is unknown
	Modules    []string // compiles and runs WebAssembly modules
	Seat       []string // runs a bot that connects to a port
	Named      []string // servers that the operator has named beside those of addresses
	Unresolved bool     // names that this machine cannot resolve are left to its proxy
}

// A Session opens bots and plays their games.
type Session struct {
	Options
	Launcher *launch.Launcher
}

// New returns a session. Close ends it.
func New(o Options) *Session { return &Session{o, launch.New(o.Sandbox)} }

// Close ends what starts bots.
func (s *Session) Close() error { return s.Launcher.Close() }

// Under returns the session with the guard and the clock of a contest's file, where the options have none.
func (s *Session) Under(f *config.File) *Session {
	under := *s
	if under.Guard == 0 {
		under.Guard = f.Limits.Guard
	}
	under.CPUClock = under.CPUClock || f.Limits.CPUClock
	return &under
}

// Chosen returns options by name, from pairs KEY=VALUE.
func Chosen(pairs []string) (map[string]any, error) {
	chosen := map[string]any{}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, fmt.Errorf("--set wants KEY=VALUE, not %q", pair)
		}
		chosen[key] = value
	}
	return chosen, nil
}

// Kind finds a kind, and checks its options.
func (s *Session) Kind(name string) (*game.Kind, game.Settings, error) {
	k, err := s.Kinds(name)
	if err != nil {
		return nil, game.Settings{}, err
	}
	settings, err := Settings(k, s.Set)
	return k, settings, err
}

// Settings returns the settings of a kind with options, as KEY=VALUE.
func Settings(k *game.Kind, set []string) (game.Settings, error) {
	chosen, err := Chosen(set)
	if err != nil {
		return game.Settings{}, err
	}
	settings, err := k.Settings(chosen)
	if err != nil {
		return game.Settings{}, fmt.Errorf("%w (agon games %s lists the options)", err, k.Name)
	}
	return settings, nil
}

// Draw returns the chosen seed, or a random one. It has 53 bits, which every JSON parser preserves, and which cannot be guessed.
func (s *Session) Draw() int64 {
	if s.Seeded {
		return s.Seed
	}
	n, _ := rand.Int(rand.Reader, big.NewInt(1<<53))
	return n.Int64()
}

// BotSecret returns the chosen secret, or one derived from the seed.
func (s *Session) BotSecret(seed int64) *bot.Secret {
	if s.Secret != "" {
		return bot.ReadSecret(s.Secret)
	}
	return bot.DeriveSecret(seed)
}

// Prepare begins to derive the secret of bots, which takes a tenth of a second, while they start; built-in ones need none.
func (s *Session) Prepare(seed int64, refs ...string) {
	program := func(ref string) bool { return !strings.HasPrefix(ref, "builtin:") }
	if secret := s.BotSecret(seed); slices.ContainsFunc(refs, program) {
		go secret.Seed(0, 0)
	}
}

// Play returns how games are played, on one core.
func (s *Session) Play(k *game.Kind, settings game.Settings, entries []lineup.Entry, seed int64) worker.Play {
	return worker.Play{
		Kind: k, Settings: settings, Entries: entries, Cores: 1, Guard: s.Guard, NoLimits: s.NoLimits, Seed: seed,
		Secret: s.BotSecret(seed), Pages: true,
		Processor: s.CPUClock, OneProcess: s.Shared,
	}
}

// Opener returns an opener for the bots of a kind.
func (s *Session) Opener(k *game.Kind, log *bot.Log) *lineup.Opener {
	return &lineup.Opener{
		Kind: k, Python: pyhost.Python(s.Python), Launcher: s.Launcher, Builds: s.Launcher.Compilers(), Loading: worker.Loading(s.Guard),
		Log:   log,
		Build: s.Program.Build, Modules: s.Program.Modules, Seat: s.Program.Seat, People: s.People, Sites: s.Sites, Warm: s.Warm,
		Own:   !s.HandedIn,
		Warn:  s.Sandbox.Warn,
		Built: s.Built,
		Named: s.Program.Named, Unresolved: s.Program.Unresolved,
	}
}

// OpenerFor returns an opener for the bots of a contest, with the settings of its file.
func (s *Session) OpenerFor(k *game.Kind, f *config.File) *lineup.Opener {
	o := s.Opener(k, bot.NewLog(0))
	o.Limits = f.Limits.Limits
	o.Warm = s.Warm && f.Warm
	o.Runtimes, o.Packages, o.Shims = f.Runtimes, f.Packages, f.Shims
	o.Before = f.Before
	if chosen := f.Runtimes["python"]; chosen != "" {
		o.Python = chosen
	}
	for _, b := range f.Bots {
		s.Launcher.Expect(o, b.Ref)
	}
	return o
}

// OpenerUnder returns an opener for bots that need not be in a contest, and see neither its file, which may have the seed and the secret,
// nor its folder.
func (s *Session) OpenerUnder(k *game.Kind, f *config.File) (*lineup.Opener, error) {
	file, err := filepath.Abs(f.Path)
	o := s.OpenerFor(k, f)
	o.Private = []string{file, strings.TrimSuffix(file, ".toml")}
	return o, cause.Host(err)
}

// Bots opens references. Without references it opens the kind's built-in bots.
func (s *Session) Bots(ctx context.Context, opener *lineup.Opener, refs []string) ([]lineup.Entry, error) {
	k := opener.Kind
	if len(refs) == 0 {
		for i := range k.UsualSeats {
			refs = append(refs, "builtin:"+k.Builtins[i%len(k.Builtins)].Name)
		}
	}
	if err := s.Launcher.Check(); err != nil {
		return nil, err
	}
	if err := s.Tools.apply(ctx, opener); err != nil {
		return nil, err
	}
	s.Launcher.Expect(opener, refs...)
	entries, err := opener.Open(ctx, refs)
	if failed := s.Launcher.Failed(); failed != nil {
		return nil, cause.Host(failed)
	}
	if OfHost(err) {
		return nil, cause.Host(err)
	}
	return entries, err
}

// Libraries compiles what all builds of the language of the bot at a path share.
func (s *Session) Libraries(ctx context.Context, opener *lineup.Opener, path string) error {
	if err := s.Tools.apply(ctx, opener); err != nil {
		return err
	}
	return cause.Host(opener.Libraries(ctx, path))
}

// Bot opens a reference that must be one bot that can play.
func (s *Session) Bot(ctx context.Context, opener *lineup.Opener, ref string) (lineup.Entry, error) {
	entries, err := s.Bots(ctx, opener, []string{ref})
	if err != nil {
		return lineup.Entry{}, err
	}
	return Single(ref, entries)
}

// Single returns the one bot that can play of a reference.
func Single(ref string, entries []lineup.Entry) (lineup.Entry, error) {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	switch {
	case len(entries) == 0:
		return lineup.Entry{}, fmt.Errorf("%s has no bot", ref)
	case len(entries) > 1:
		return lineup.Entry{}, fmt.Errorf("%s has %d bots: %s; name one, as in %s:%s", ref, len(entries), strings.Join(names, ", "), ref,
			names[0])
	case entries[0].Broken != "":
		return lineup.Entry{}, cause.Found(fmt.Errorf("%s cannot play: %s", entries[0].Name, entries[0].Broken))
	}
	return entries[0], nil
}

// OfHost reports whether an error of bots is the host's, and not a user's mistake.
func OfHost(err error) bool {
	return errors.As(err, new(*pyhost.ErrMissing)) || errors.As(err, new(*bot.HostError))
}
