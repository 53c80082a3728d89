package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/nearest"
	"agon/play/worker"
)

// common are the flags of every command that starts bots.
type common struct {
	set      []string
	seed     int64
	secret   string
	python   string
	noLimits bool
	guard    time.Duration
	clock    string
	isolate  string
	warm     bool
	handedIn bool // bots are those that others hand in to a site or send to a worker
	toolchain
	protection
	people func(ref string) (bot.Player, error)                       // makes human players; nil if people cannot play
	sites  func(name string) (func(lineup.Station) bot.Player, error) // finds bots of a site; nil if they cannot play
}

// shared reports whether all Python bots run in one process.
func (c *common) shared() (bool, error) {
	switch c.isolate {
	case "process":
		return false, nil
	case "shared":
		if c.Remote() {
			return false, errors.New("--isolation shared runs all Python bots in one process, and an engine runs a container for each: remove one of them")
		}
		return true, nil
	}
	return false, fmt.Errorf("--isolation is process or shared, not %q%s", c.isolate, nearest.Hint(c.isolate, []string{"process", "shared"}))
}

func (c *common) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&c.set, "set", nil, "option of the kind, as `KEY=VALUE`; see agon games KIND")
	f.Int64Var(&c.seed, "seed", 0, "random seed (default: drawn and printed)")
	f.StringVar(&c.secret, "secret", "", "secret that seeds bots' random generators, as printed by a finished contest (default: derived from the seed)")
	f.StringVar(&c.python, "python", "", "`PATH` of the Python for Python bots (default: AGON_PYTHON, then the system's)")
	f.BoolVar(&c.noLimits, "no-limits", false, "disable time limits, for debugging")
	f.BoolVar(&c.warm, "warm", true, "fork Python bots that are started for each move from a warm interpreter, two to three times as fast; --warm=false starts each anew")
	c.toolchain.flags(f)
	c.protection.flags(f)
	f.StringVar(&c.isolate, "isolation", "process", "`MODE`: process (one per bot) or shared (one for all Python bots of a game, which must trust each other)")
	f.StringVar(&c.clock, "clock", "wall", "clock that charges bots: wall (wall time less the host's stalls) or cpu (processor time of the bot)")
	f.BoolVar(&c.handedIn, "handed-in", false, "bots are those that others hand in (agon serve sets this)")
	f.MarkHidden("handed-in")
	f.DurationVar(&c.guard, "guard", 0, "time without an answer after which a bot is killed, where the kind sets no limit (default 5s)")
}

// setOf returns the options of --set by name.
func setOf(pairs []string) (map[string]any, error) {
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

// kind finds a kind and checks its options, the clock and the isolation.
func (c *common) kind(name string) (*game.Kind, game.Settings, error) {
	if _, err := clockOf(c.clock); err != nil {
		return nil, game.Settings{}, err
	}
	if _, err := c.shared(); err != nil {
		return nil, game.Settings{}, err
	}
	k, err := findKind(name)
	if err != nil {
		return nil, game.Settings{}, err
	}
	chosen, err := setOf(c.set)
	if err != nil {
		return nil, game.Settings{}, err
	}
	s, err := k.Settings(chosen)
	if err != nil {
		return nil, game.Settings{}, fmt.Errorf("%w (agon games %s lists the options)", err, k.Name)
	}
	return k, s, nil
}

// dealable returns an error if a game with these options cannot be dealt to that many seats. Such options are the user's mistake.
func dealable(k *game.Kind, s game.Settings, seats int) error {
	t, err := k.Table(s)
	if err != nil {
		return err
	}
	return t.Deal(1, seats)
}

// draw returns the value of --seed, or a random seed. It has 53 bits, which every JSON parser preserves, and which cannot be guessed.
func (c *common) draw(f *pflag.FlagSet) int64 {
	if f.Changed("seed") {
		return c.seed
	}
	n, _ := rand.Int(rand.Reader, big.NewInt(1<<53))
	return n.Int64()
}

// botSecret returns the value of --secret, or a secret derived from the seed.
func (c *common) botSecret(seed int64) *bot.Secret {
	if c.secret != "" {
		return bot.ReadSecret(c.secret)
	}
	return bot.DeriveSecret(seed)
}

// prepare begins to derive the secret of bots, which takes a tenth of a second, while they start; built-in ones need none.
func (c *common) prepare(seed int64, refs ...string) {
	program := func(ref string) bool { return !strings.HasPrefix(ref, "builtin:") }
	if secret := c.botSecret(seed); slices.ContainsFunc(refs, program) {
		go secret.Seed(0, 0)
	}
}

// play returns how games under these flags, which kind has checked, are played, on one core.
func (c *common) play(k *game.Kind, s game.Settings, entries []lineup.Entry, seed int64) worker.Play {
	how := worker.Play{Kind: k, Settings: s, Entries: entries, Cores: 1, Guard: c.guard, NoLimits: c.noLimits, Seed: seed, Secret: c.botSecret(seed), Pages: true}
	how.Processor, _ = clockOf(c.clock)
	how.OneProcess, _ = c.shared()
	return how
}

// opener returns an opener for the bots of a kind.
func (c *common) opener(k *game.Kind, log *bot.Log) *lineup.Opener {
	return &lineup.Opener{
		Kind: k, Python: pyhost.Python(c.python), Launcher: &c.protection, Builds: c.compilers(), Loading: worker.Loading(c.guard), Log: log, Build: buildCommand(), Modules: ownCommand("wasm"),
		People: c.people, Sites: c.sites, Warm: c.warm, Own: !c.handedIn, Tell: tellUnconfined, Named: namedHosts(), Unresolved: proxyResolves(),
	}
}

// ofHost reports whether an error is the host's, and not a user's mistake.
func ofHost(err error) bool {
	var missing *pyhost.ErrMissing
	var lack *bot.HostError
	return errors.As(err, &missing) || errors.As(err, &lack)
}

// bots opens references. Without references it opens the kind's built-in bots.
func (c *common) bots(ctx context.Context, opener *lineup.Opener, refs []string) ([]lineup.Entry, error) {
	k := opener.Kind
	if len(refs) == 0 {
		for i := range k.UsualSeats {
			refs = append(refs, "builtin:"+k.Builtins[i%len(k.Builtins)].Name)
		}
	}
	if err := c.protection.check(); err != nil {
		return nil, err
	}
	if err := c.apply(ctx, opener); err != nil {
		return nil, err
	}
	c.protection.expect(opener, refs...)
	entries, err := opener.Open(ctx, refs)
	if c.protection.err != nil {
		return nil, host(c.protection.err)
	}
	if ofHost(err) {
		return nil, host(err)
	}
	return entries, err
}
