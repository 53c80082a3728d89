/*
Package launch chooses what starts bots: agon's own sandbox at one of its levels, or a container engine.

A [Launcher] opens it with the first bot that needs one, so that built-in bots cost nothing. An engine is opened by [Launcher.Check], so
that a missing one is reported before anything else is done.
*/
package launch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"agon/bot"
	"agon/bot/image/engine"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/internal/cause"
)

// Options say how bots are confined.
type Options struct {
	Level     string            // full, namespaces, landlock, none, or engine, docker, podman; empty: the strongest level that works
	Require   string            // the lowest level at which bots are started; empty: any
	Strangers bool              // bots may be untrusted: level none must be chosen by name
	Warn      func(text string) // takes warnings
}

// A Launcher is a [bot.Launcher] that is opened when a bot needs it. It is safe for concurrent use.
type Launcher struct {
	Options

	early atomic.Pointer[bot.Template] // of the first bots, to be started while the sandbox is tried; nil: none

	once sync.Once
	now  atomic.Pointer[opened] // nil until it is open
}

// opened is what came of opening a launcher.
type opened struct {
	box    box       // nil with an error
	builds *Launcher // starts compilers if an engine starts the bots
	err    error
}

// box starts bots: agon's own sandbox or an engine.
type box interface {
	bot.Launcher
	About() string // one line that describes the protection
	Close() error
}

// engines are the levels that name engines, with the engine of each.
var engines = map[string]string{"engine": "", "docker": "docker", "podman": "podman"}

// New returns a launcher that is not open yet.
func New(o Options) *Launcher { return &Launcher{Options: o} }

// Check returns an error for unknown levels and for unavailable engines.
func (l *Launcher) Check() error {
	if _, ok := engines[l.Options.Level]; ok {
		if l.Require != "" {
			return fmt.Errorf("--require-sandbox is about agon's own sandbox, and --sandbox %s uses an engine: remove one of them",
				l.Options.Level)
		}
		return l.Open()
	}
	for _, name := range []string{l.Options.Level, l.Require} {
		if name == "" {
			continue
		}
		if _, err := sandbox.ParseLevel(name); err != nil {
			return fmt.Errorf("%w, and engine, docker and podman", err)
		}
	}
	return nil
}

// Open opens it, if it is not open yet. An error is the host's.
func (l *Launcher) Open() error { return cause.Host(l.open().err) }

// Failed returns why it could not be opened; nil if it is open or nobody needed it.
func (l *Launcher) Failed() error { return l.sofar().err }

// Ready opens it if one of the bots needs it, so that errors are reported before the first game.
func (l *Launcher) Ready(entries []lineup.Entry) error {
	if slices.ContainsFunc(entries, func(e lineup.Entry) bool { return e.Sandboxed() }) {
		return l.Open()
	}
	return nil
}

// open opens it with the first call.
func (l *Launcher) open() *opened {
	l.once.Do(func() {
		o := &opened{}
		if name, ok := engines[l.Options.Level]; ok {
			o.err = l.openEngine(o, name)
		} else {
			o.err = l.openOwn(o)
		}
		l.now.Store(o)
	})
	return l.now.Load()
}

// sofar returns what is open; nothing as long as no bot needed it.
func (l *Launcher) sofar() *opened {
	if o := l.now.Load(); o != nil {
		return o
	}
	return &opened{}
}

// openOwn opens agon's own sandbox.
func (l *Launcher) openOwn(o *opened) error {
	early := sandbox.Begin(l.early.Load())
	defer early.Close()
	level, err := l.choose()
	if err != nil {
		return err
	}
	if least, err := sandbox.ParseLevel(l.Require); l.Require != "" && err == nil && level < least {
		return fmt.Errorf("the strongest sandbox here is %s, and %s is required; agon sandbox shows why", level, least)
	}
	own, err := sandbox.Open(level)
	if err != nil {
		return err
	}
	own.Take(early)
	o.box = own
	return nil
}

// openEngine opens an engine for bots, and agon's own sandbox for compilers.
func (l *Launcher) openEngine(o *opened, name string) error {
	box, err := engine.OpenBox(context.Background(), name)
	if err == nil {
		o.box, o.builds = box, New(Options{Warn: l.Warn})
	}
	return err
}

// choose returns the chosen level, or the strongest that works. If none works, it returns an error for untrusted bots, and warns of others.
func (l *Launcher) choose() (sandbox.Level, error) {
	if l.Options.Level != "" {
		level, err := sandbox.ParseLevel(l.Options.Level)
		if level == sandbox.None && !l.Strangers {
			l.warnUnprotected("")
		}
		return level, err
	}
	level, err := sandbox.Best()
	if err != nil && (l.Strangers || l.Require != "") {
		return level, fmt.Errorf("open the sandbox: %w, or run bots with all your rights (--sandbox none)", err)
	}
	if level == sandbox.None && l.Strangers {
		return level, errors.New("no sandbox works on this system, and some bots are not built in; --sandbox none runs them with all " +
			"your rights (agon sandbox shows what is missing)")
	}
	if level == sandbox.None {
		why := ""
		if err != nil {
			why = fmt.Sprintf(" (%v)", err)
		}
		l.warnUnprotected(why)
	}
	return level, nil
}

// warnUnprotected warns that bots run with all the rights of their user, and why.
func (l *Launcher) warnUnprotected(why string) {
	l.Warn(fmt.Sprintf("no sandbox%s: bots run with all your rights. Only run bots you trust (see agon sandbox)", why))
}

// Expect has the interpreter of Python classes start while the sandbox is tried, if one of the references names a Python file or a folder
// of them.
func (l *Launcher) Expect(o *lineup.Opener, refs ...string) {
	python := func(ref string) bool {
		if _, path, named := strings.Cut(ref, "="); named {
			ref = path
		}
		files, err := filepath.Glob(filepath.Join(ref, "*.py"))
		return strings.HasSuffix(ref, ".py") || strings.Contains(ref, ".py:") || err == nil && len(files) > 0
	}
	if o.Kind.Launch.Host != "" && slices.ContainsFunc(refs, python) {
		l.early.Store(pyhost.Template(o.Python, o.Kind.Launch.Host, o.Kind.Launch.Libraries))
	}
}

// Compilers returns what starts compilers: agon's own sandbox if an engine starts bots.
func (l *Launcher) Compilers() bot.Launcher {
	if builds := l.sofar().builds; builds != nil {
		return builds
	}
	return l
}

// Remote reports whether bots run where no file descriptor can be passed.
func (l *Launcher) Remote() bool {
	_, ok := engines[l.Options.Level]
	return ok
}

// Start starts a bot.
func (l *Launcher) Start(c bot.Command) (*bot.Process, error) {
	o := l.open()
	if o.err != nil {
		return nil, o.err
	}
	if c.Template != nil {
		template := *c.Template
		template.Failed = func(why error) {
			l.Warn(fmt.Sprintf("Python bots start more slowly, each with an interpreter of its own: the one to fork them from (%s) "+
				"failed: %v", template.Path, why))
		}
		c.Template = &template
	}
	return o.box.Start(c)
}

// Prepare starts a template ahead, where bots are forked from one.
func (l *Launcher) Prepare(t *bot.Template) {
	if own, ok := l.open().box.(*sandbox.Sandbox); ok && t != nil {
		own.Prepare(t)
	}
}

// Rooted returns why bots cannot have a root file system of their own here, or nil if they can.
func (l *Launcher) Rooted() error {
	o := l.open()
	if o.err != nil {
		return o.err
	}
	return o.box.Rooted()
}

// Level returns the level's name, or "unused" if no bot needed it.
func (l *Launcher) Level() string {
	if box := l.sofar().box; box != nil {
		return box.Level()
	}
	return "unused"
}

// About describes the protection in one line.
func (l *Launcher) About() string {
	if box := l.sofar().box; box != nil {
		return box.About()
	}
	return "unused: no bot but built-in ones"
}

// Close closes what was opened.
func (l *Launcher) Close() error {
	o := l.sofar()
	if o.builds != nil {
		o.builds.Close()
	}
	if o.box == nil {
		return nil
	}
	return o.box.Close()
}
