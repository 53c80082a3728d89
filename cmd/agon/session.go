package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"agon/bot/build"
	"agon/contest"
	formats "agon/format/tournament/all"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/lab/session"
)

// botFlags are the flags of every command that starts bots.
type botFlags struct {
	options   session.Options
	clock     string
	isolation string
}

// add adds all of them.
func (b *botFlags) add(f *pflag.FlagSet) {
	o := &b.options
	f.StringArrayVar(&o.Set, "set", nil, "option of the kind, as `KEY=VALUE`; see agon games KIND")
	f.Int64Var(&o.Seed, "seed", 0, "random seed (default: drawn and printed)")
	f.StringVar(&o.Secret, "secret", "",
		"secret that seeds bots' random generators, as printed by a finished contest (default: derived from the seed)")
	f.BoolVar(&o.NoLimits, "no-limits", false, "disable time limits, for debugging")
	f.BoolVar(&o.Warm, "warm", true,
		"fork Python bots that are started for each move from a warm interpreter, two to three times as fast; --warm=false starts each "+
			"anew")
	b.addTools(f)
	f.StringVar(&b.isolation, "isolation", "process",
		"`MODE`: process (one per bot) or shared (one for all Python bots of a game, which must trust each other)")
	f.StringVar(&b.clock, "clock", "wall",
		"clock that charges bots: wall (wall time less the host's stalls) or cpu (processor time of the bot)")
	f.BoolVar(&o.HandedIn, "handed-in", false, "bots are those that others hand in (agon serve sets this)")
	f.MarkHidden("handed-in")
	f.DurationVar(&o.Guard, "guard", 0, "time without an answer after which a bot is killed, where the kind sets no limit (default 5s)")
}

// addTools adds those that say what bots are run with, and how they are confined.
func (b *botFlags) addTools(f *pflag.FlagSet) {
	o := &b.options
	var shims []string
	for _, s := range build.Shims {
		shims = append(shims, s.Name)
	}
	f.StringVar(&o.Python, "python", "", "`PATH` of the Python for Python bots (default: AGON_PYTHON, then the system's)")
	f.StringArrayVar(&o.Tools.Runtimes, "runtime", nil, "program that runs or compiles bots, as `NAME=PATH`: java, node, mono, python2, …")
	f.StringVar(&o.Tools.Libraries, "libraries", "", "`FOLDER` of jars, dlls, nupkgs, wheels and source archives that builds may use")
	f.StringArrayVar(&o.Tools.Shims, "shim", nil,
		"compatibility `SHIM` for bots written for older interpreters: "+strings.Join(shims, ", "))
	f.StringVar(&o.Sandbox.Level, "sandbox", "",
		"sandbox `LEVEL`: full, namespaces, landlock or none (default: the strongest that works; see agon sandbox), or an engine, docker "+
			"or podman, whose users are root")
	f.StringVar(&o.Sandbox.Require, "require-sandbox", "", "minimum sandbox `LEVEL`; refuse to start bots below it")
}

// open returns the session of parsed flags. strangers says that bots may be untrusted: no sandbox must be chosen explicitly.
func (b *botFlags) open(f *pflag.FlagSet, strangers bool) (s *session.Session, err error) {
	o := b.options
	o.Kinds, o.Seeded = findKind, f.Changed("seed")
	o.Program = session.Program{Build: ownCommand("build-inside"), Modules: ownCommand("wasm"), Seat: ownCommand("seat"),
		Named: namedHosts(), Unresolved: proxyResolves()}
	o.Sandbox.Strangers = strangers
	o.Sandbox.Warn = func(text string) { fmt.Fprintln(os.Stderr, "agon: "+clean.Text(text)) }
	if o.CPUClock, err = clockOf(b.clock); err != nil {
		return nil, err
	}
	s = session.New(o)
	switch b.isolation {
	case "process", "":
	case "shared":
		if s.Launcher.Remote() {
			return nil, errors.New("--isolation shared runs all Python bots in one process, and an engine runs a container for each: " +
				"remove one of them")
		}
		s.Shared = true
	default:
		return nil, fmt.Errorf("--isolation is process or shared, not %q%s", b.isolation,
			nearest.Hint(b.isolation, []string{"process", "shared"}))
	}
	return s, nil
}

// openForOthers returns the session of a site or a worker, with bots that others hand in.
func (b *botFlags) openForOthers(f *pflag.FlagSet) (*session.Session, error) {
	s, err := b.open(f, true)
	if err == nil {
		s.Warm, s.HandedIn = true, true // as contest.toml has it
	}
	return s, err
}

// clockOf returns the clock that a flag names, for contests without a file.
func clockOf(name string) (cpu bool, err error) {
	switch name {
	case "", "wall":
		return false, nil
	case "cpu":
		return true, nil
	}
	return false, fmt.Errorf("--clock is wall or cpu, not %q", name)
}

// contestSetup returns how contests are opened with the bots of a session. Callers add where the ledger and the folder are.
func contestSetup(s *session.Session) contest.Setup {
	return contest.Setup{Kinds: findKind, Formats: formats.Formats, Recall: stored.Other, Opener: s.OpenerFor}
}

// codeOf returns the exit code of an error, by whose failure it is.
func codeOf(err error) int {
	return map[cause.Whose]int{cause.User: exitUsage, cause.OfHost: exitHost, cause.Subject: exitFault}[cause.Of(err)]
}
