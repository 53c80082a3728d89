package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/bot"
	"agon/bot/image/engine"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/game"
)

// protection is the sandbox in which bots are started. It is opened with the first bot that needs one, so that built-in bots have no cost;
// an engine is opened at once, so that a missing engine is reported first.
type protection struct {
	level     string
	require   string
	strangers bool // bots may be untrusted: level none must be chosen explicitly

	early atomic.Pointer[bot.Template] // of the first bots, to be started while the sandbox is tried; nil: none

	once   sync.Once
	box    keeper
	builds *protection // starts compilers if an engine starts the bots
	err    error
}

// keeper starts bots: agon's own sandbox or an engine.
type keeper interface {
	bot.Launcher
	About() string // one line that describes the protection
	Close() error
}

// engines are the values of --sandbox for engines, with the engine that each names.
var engines = map[string]string{"engine": "", "docker": "docker", "podman": "podman"}

func (p *protection) flags(f *pflag.FlagSet) {
	f.StringVar(&p.level, "sandbox", "", "sandbox `LEVEL`: full, namespaces, landlock or none (default: the strongest that works; see agon sandbox), or an engine, docker or podman, whose users are root")
	f.StringVar(&p.require, "require-sandbox", "", "minimum sandbox `LEVEL`; refuse to start bots below it")
}

// check returns an error for unknown levels and for unavailable engines.
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

// openEngine opens an engine for bots, and agon's own sandbox for compilers.
func (p *protection) openEngine(name string) {
	box, err := engine.OpenBox(context.Background(), name)
	if err != nil {
		p.err = err
		return
	}
	p.box, p.builds = box, &protection{}
}

// compilers returns what starts compilers: agon's own sandbox if an engine starts bots.
func (p *protection) compilers() bot.Launcher {
	if p.builds != nil {
		return p.builds
	}
	return p
}

// Remote reports whether bots run where no file descriptor can be passed.
func (p *protection) Remote() bool {
	_, ok := engines[p.level]
	return ok
}

func (p *protection) open() {
	if name, ok := engines[p.level]; ok {
		p.openEngine(name)
		return
	}
	early := sandbox.Begin(p.early.Load())
	defer early.Close()
	var level sandbox.Level
	if level, p.err = p.choose(); p.err != nil {
		return
	}
	if least, err := sandbox.ParseLevel(p.require); p.require != "" && err == nil && level < least {
		p.err = fmt.Errorf("the strongest sandbox here is %s, and %s is required; agon sandbox shows why", level, least)
		return
	}
	own, err := sandbox.Open(level)
	if err != nil {
		p.err = err
		return
	}
	own.Take(early)
	p.box = own
}

// expect has the interpreter of Python classes start while the sandbox is tried, if one of the references names a Python file or a folder of them.
func (p *protection) expect(o *lineup.Opener, refs ...string) {
	python := func(ref string) bool {
		if _, path, named := strings.Cut(ref, "="); named {
			ref = path
		}
		files, err := filepath.Glob(filepath.Join(ref, "*.py"))
		return strings.HasSuffix(ref, ".py") || strings.Contains(ref, ".py:") || err == nil && len(files) > 0
	}
	if o.Kind.Launch.Form == game.Hosted && slices.ContainsFunc(refs, python) {
		p.early.Store(pyhost.Template(o.Python, o.Kind.Launch.Host, o.Kind.Launch.Libraries))
	}
}

// choose returns the level of --sandbox, or the strongest that works. If none works, it returns an error for untrusted bots, and prints a
// warning for others.
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

// tellUnconfined says what of a bot's build is not confined.
func tellUnconfined(text string) { fmt.Fprintln(os.Stderr, "agon: "+printable(text)) }

// Start starts a bot in the sandbox.
func (p *protection) Start(c bot.Command) (*bot.Process, error) {
	p.once.Do(p.open)
	if p.err != nil {
		return nil, p.err
	}
	if c.Template != nil {
		told := *c.Template
		told.Failed = func(why error) { tellSlower(told.Path, why) }
		c.Template = &told
	}
	return p.box.Start(c)
}

// Prepare starts a template ahead, where bots are forked from one.
func (p *protection) Prepare(t *bot.Template) {
	p.once.Do(p.open)
	if box, ok := p.box.(*sandbox.Sandbox); ok && t != nil {
		box.Prepare(t)
	}
}

// tellSlower warns that the process from which Python bots are forked has failed.
func tellSlower(python string, why error) {
	fmt.Fprintf(os.Stderr, "agon: Python bots start more slowly, each with an interpreter of its own: the one to fork them from (%s) failed: %v\n", python, why)
}

// Rooted returns why bots cannot have a root file system of their own here, or nil if they can.
func (p *protection) Rooted() error {
	p.once.Do(p.open)
	if p.err != nil {
		return p.err
	}
	return p.box.Rooted()
}

// Level returns the level's name, or "unused" if no bot needs a sandbox.
func (p *protection) Level() string {
	if p.box == nil {
		return "unused"
	}
	return p.box.Level()
}

// About describes the protection in one line.
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

// ready opens the sandbox if a bot of a contest needs one, so that errors are reported before the first game.
func (p *protection) ready(entries []lineup.Entry) error {
	for _, e := range entries {
		if e.Sandboxed() {
			p.once.Do(p.open)
			return host(p.err)
		}
	}
	return nil
}

// engineText describes engines, in addition to the levels.
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
