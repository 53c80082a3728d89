package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/bot"
	"agon/bot/image/engine"
	"agon/bot/lineup"
	"agon/bot/sandbox"
)

// protection is which sandbox bots are started in. It is opened with the first bot that needs one, so that built-ins cost nothing; an
// engine is opened at once, so that its absence is reported before anything else.
type protection struct {
	level     string
	require   string
	strangers bool // bots may be strangers': level none must be chosen explicitly

	once   sync.Once
	box    keeper
	builds *protection // starts compilers where bots are an engine's
	err    error
}

// keeper is what starts bots: agon's own sandbox or an engine.
type keeper interface {
	bot.Launcher
	bot.Rooter
	About() string // in a line, what holds
	Close() error
}

// engines are the words that hand bots to an engine, with the engine that each names.
var engines = map[string]string{"engine": "", "docker": "docker", "podman": "podman"}

func (p *protection) flags(f *pflag.FlagSet) {
	f.StringVar(&p.level, "sandbox", "", "sandbox `LEVEL`: full, namespaces, landlock or none (default: the strongest that works; see agon sandbox), or an engine, docker or podman, whose users are root")
	f.StringVar(&p.require, "require-sandbox", "", "minimum sandbox `LEVEL`; refuse to start bots below it")
}

// check refuses levels that are none, and engines that are not there.
func (p *protection) check() error {
	if _, ok := engines[p.level]; ok {
		return p.checkEngine()
	}
	for _, name := range []string{p.level, p.require} {
		if name == "" {
			continue
		}
		if _, err := sandbox.ParseLevel(name); err != nil {
			return fmt.Errorf("%w, and engine, docker and podman", err)
		}
	}
	return nil
}

// checkEngine opens the engine.
func (p *protection) checkEngine() error {
	if p.require != "" {
		return fmt.Errorf("--require-sandbox is about agon's own sandbox, and --sandbox %s uses an engine: remove one of them", p.level)
	}
	p.once.Do(p.open)
	return host(p.err)
}

// openEngine hands bots to an engine, and compilers to agon's own sandbox.
func (p *protection) openEngine(name string) {
	box, err := engine.OpenBox(context.Background(), name)
	if err != nil {
		p.err = err
		return
	}
	p.box, p.builds = box, &protection{}
}

// compilers is what starts compilers: what starts bots, but for engines.
func (p *protection) compilers() bot.Launcher {
	if p.builds != nil {
		return p.builds
	}
	return p
}

// Remote reports whether bots are started where no descriptor reaches.
func (p *protection) Remote() bool {
	_, ok := engines[p.level]
	return ok
}

func (p *protection) open() {
	if name, ok := engines[p.level]; ok {
		p.openEngine(name)
		return
	}
	var level sandbox.Level
	if level, p.err = p.choose(); p.err != nil {
		return
	}
	if least, err := sandbox.ParseLevel(p.require); p.require != "" && err == nil && level < least {
		p.err = fmt.Errorf("the strongest sandbox here is %s, and %s is required; agon sandbox shows why", level, least)
		return
	}
	own, err := sandbox.OpenLauncher(level)
	if err != nil {
		p.err = err
		return
	}
	p.box = own
}

// choose returns the level of --sandbox, or the best there is. Where there is none, strangers' bots are not started; others are, and
// it is said that nothing holds them.
func (p *protection) choose() (sandbox.Level, error) {
	if p.level != "" {
		level, err := sandbox.ParseLevel(p.level)
		if level == sandbox.None && !p.strangers {
			tellUnprotected("")
		}
		return level, err
	}
	level, err := sandbox.Best()
	if err != nil && (p.strangers || p.require != "") {
		return level, fmt.Errorf("open the sandbox: %w, or run bots with all your rights (--sandbox none)", err)
	}
	if level == sandbox.None && p.strangers {
		return level, errors.New("no sandbox works on this system, and some bots are not built in; --sandbox none runs them with all your rights (agon sandbox shows what is missing)")
	}
	if level == sandbox.None {
		why := ""
		if err != nil {
			why = fmt.Sprintf(" (%v)", err)
		}
		tellUnprotected(why)
	}
	return level, nil
}

// tellUnprotected warns that bots run with all the rights of their user, and why.
func tellUnprotected(why string) {
	fmt.Fprintf(os.Stderr, "agon: no sandbox%s: bots run with all your rights. Only run bots you trust (see agon sandbox)\n", why)
}

// Start starts a bot in the sandbox.
func (p *protection) Start(c bot.Command) (bot.Process, error) {
	p.once.Do(p.open)
	if p.err != nil {
		return nil, p.err
	}
	return p.box.Start(c)
}

// Rooted returns why bots cannot have a root of their own here; nil where they can.
func (p *protection) Rooted() error {
	p.once.Do(p.open)
	if p.err != nil {
		return p.err
	}
	return p.box.Rooted()
}

// Level is the level's name, and "unused" where no bot needs a sandbox.
func (p *protection) Level() string {
	if p.box == nil {
		return "unused"
	}
	return p.box.Level()
}

// About says in a line what holds.
func (p *protection) About() string {
	if p.box == nil {
		return "unused: no bot but built-in ones"
	}
	return p.box.About()
}

func (p *protection) Close() error {
	if p.builds != nil {
		p.builds.Close()
	}
	if p.box == nil {
		return nil
	}
	return p.box.Close()
}

// ready opens the sandbox where a bot of a contest needs one, so that what holds is known before anything is played.
func (p *protection) ready(entries []lineup.Entry) error {
	for _, e := range entries {
		if e.Sandboxed() {
			p.once.Do(p.open)
			return host(p.err)
		}
	}
	return nil
}

// engineText is what an engine is, beside the levels.
const engineText = `
--sandbox engine (or docker, or podman) hands bots to a container engine instead: what it keeps from them is the engine's affair, starts are
many times slower, and whoever may use the engine is root on this machine: give nobody the right for agon's sake.
`

func newSandbox(w *world) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "show what the sandbox enforces on this machine and what is missing",
		Args:  between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			report := sandbox.Probe()
			if asJSON {
				return printJSON(w.out, report)
			}
			_, err := fmt.Fprint(w.out, report, engineText)
			return host(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
