package lineup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/program"
	"agon/bot/sandbox"
	"agon/bot/server"
	"agon/game"
)

// tools returns the builder of bots, created on first use.
func (o *Opener) tools() (*build.Builder, error) {
	o.making.Lock()
	defer o.making.Unlock()
	if o.builder != nil {
		return o.builder, nil
	}
	cache, err := build.OpenCache(o.Cache)
	if err != nil {
		return nil, hosts(err) // the next call may succeed: a worker goes on when somebody has mended it
	}
	python := o.Python
	if strings.ContainsRune(filepath.ToSlash(python), '/') {
		python = absolute(python)
	}
	launcher := o.Builds
	if launcher == nil {
		launcher = o.Launcher
	}
	tools := &build.Tools{Python: python, Named: o.Runtimes, Packages: o.Packages, Shims: o.Shims, Modules: o.Modules}
	o.builder = &build.Builder{Cache: cache, Launcher: launcher, Tools: tools, Command: o.Build, Own: o.Own, Unresolved: o.Unresolved,
		Warn: o.Warn, Built: o.Built}
	return o.builder, nil
}

// Libraries compiles what all builds of the language of the bot at a path share. What is wrong with the bot is for [Opener.Open] to say.
func (o *Opener) Libraries(ctx context.Context, path string) error {
	builder, err := o.tools()
	if err != nil {
		return err
	}
	defer o.reading.end()
	s, err := o.owned(ctx).finder(path).Find(path)
	if err != nil || s == nil {
		return nil
	}
	return hosts(builder.Libraries(ctx, s))
}

// hosts marks an error as the host's, unless it is a bot's or the end of the run.
func hosts(err error) error {
	if _, own := build.Reason(err); err == nil || own || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &bot.HostError{Err: err}
}

// program enters the bot at a path, in whatever language.
func (o *Opener) program(ctx context.Context, path string) ([]Entry, error) {
	s, err := o.owned(ctx).finder(path).Find(path)
	return o.made(ctx, path, s, err)
}

// made builds a bot that was found and enters it, or enters the reason why it cannot play.
func (o *Opener) made(ctx context.Context, ref string, s *build.Source, err error) ([]Entry, error) {
	if s == nil {
		return nil, err
	}
	e := Entry{Name: s.Name, Author: s.Author, Ref: ref, Hash: s.Hash, Facts: s.Facts(),
		contents: contents{form: programForm, source: s, needs: o.needs()}}
	if err == nil {
		err = o.build(ctx, s, &e)
	}
	var unknown *build.Unknown
	if errors.As(err, &unknown) {
		return nil, &NoBot{o.Kind.Title, !s.Single, err}
	}
	if why, ok := build.Reason(err); ok {
		e.Broken, err = why, nil
	}
	if e.Hash == "" {
		e.Hash = hashText(ref + e.Broken)
	}
	return []Entry{e}, err
}

// A NoBot is a file or a folder that is no bot of a kind.
type NoBot struct {
	Kind   string // its title
	Folder bool
	Err    error // why it is no bot
}

func (n *NoBot) Error() string {
	if n.Folder {
		return fmt.Sprintf("the folder holds no bot of %s: %v", n.Kind, n.Err)
	}
	return fmt.Sprintf("not a bot of %s: %v; builtin:NAME and script:FILE are bots too", n.Kind, n.Err)
}

func (n *NoBot) Unwrap() error { return n.Err }

// A protocol is how agon communicates with a program.
type protocol uint8

const (
	inLines protocol = iota // the kind's own lines, to a program that keeps running
	afresh                  // the kind's own arguments and files, to a program that is started per move
	inAgon                  // the agon protocol
	byHTTP                  // the kind's requests, to a server that keeps running
)

// protocolOf returns the protocol of a bot: that of its kind's programs, if the kind has programs; otherwise, or if the bot asks for it,
// the agon protocol. Modules have only their standard streams.
func protocolOf(kind *game.Kind, s *build.Source) (protocol, error) {
	form := kind.Launch.Form
	only := s.Language == "wasm" || form == game.Hosted || form == game.Agon
	switch {
	case s.Serve && kind.Requests == nil:
		return 0, &build.Flaw{Text: fmt.Sprintf(
			"bots of %s are no HTTP servers: remove serve = true, which is for games whose game.toml has [requests]", kind.Title)}
	case s.Serve && s.Language == "wasm":
		return 0, &build.Flaw{Text: "a WebAssembly module has no network: remove serve = true, and use the agon protocol"}
	case s.Serve:
		return byHTTP, nil
	case s.Protocol == build.Contest && form == game.Agon:
		return 0, &build.Flaw{Text: fmt.Sprintf(
			"%s has no protocol of its own: its bots speak the agon protocol (leave out protocol, or write protocol = \"agon\")",
			kind.Title)}
	case only && s.Protocol == build.Contest && form == game.Hosted:
		return 0, &build.Flaw{Text: fmt.Sprintf(
			"the contest's own bots of %s are Python classes; programs speak the agon protocol (protocol = \"agon\")", kind.Title)}
	case only && s.Protocol == build.Contest:
		return 0, &build.Flaw{Text: "a WebAssembly module speaks the agon protocol (protocol = \"agon\")"}
	case only || s.Protocol == build.Agon:
		return inAgon, nil
	case form == game.Fresh:
		return afresh, nil
	}
	return inLines, nil
}

// build builds a bot and completes its entry.
func (o *Opener) build(ctx context.Context, s *build.Source, e *Entry) error {
	how, err := protocolOf(o.Kind, s)
	if err != nil {
		return err
	}
	builder, err := o.tools()
	if err != nil {
		return err
	}
	limits := o.Limits
	p, err := builder.Make(ctx, s, build.Use{PerMove: how == afresh, Readline: how == inLines, Memory: limits.Memory, Debug: o.Debug})
	if err != nil {
		return hosts(err)
	}
	limits.Memory = cmp.Or(limits.Memory, p.Memory)
	config := program.Config{Command: p.Command(limits), Launcher: o.Launcher, Launch: o.Kind.Launch, Taken: s.Taken(), Anew: p.PerGame,
		Seed: p.Seed, Ending: p.Ending}
	e.seeded, e.version = p.Seed != "", p.Runtime
	if s.Language == "wasm" && o.Builds != nil {
		config.Launcher = o.Builds // agon's own binary runs it, which no engine's image contains
	}
	if s.Connects > 0 {
		if err := o.networks(); err != nil {
			return err
		}
		config.Launcher = bridged{config.Launcher, o.Seat, s.Connects}
	}
	if how == afresh {
		config.Warm, config.After = o.Warm && s.Language == "python" && runtime.GOOS == "linux" && !config.Launcher.Remote(), p.After
	} else if len(p.After) > 0 {
		config.Launcher = trailing{config.Launcher, p.After}
	}
	if how == byHTTP {
		return o.serves(server.Program{Command: config.Command, Launcher: config.Launcher, Ending: config.Ending}, e, s.Named)
	}
	e.player, e.inLines, e.inAgon = players(config, how), how == inLines, how == inAgon
	if how == inAgon {
		return o.introduced(config, e, s.Named)
	}
	return nil
}

// serves enters an HTTP server that agon starts.
func (o *Opener) serves(how server.Program, e *Entry, named bool) error {
	if err := o.networks(); err != nil {
		return err
	}
	e.player = func(s Station) bot.Player {
		return server.NewStarted(how, server.Config{Requests: *o.Kind.Requests, Log: s.Log, Stop: s.Stop})
	}
	if named && e.Author != "" {
		return nil
	}
	g, err := server.Introduce(how, o.Log, nil)
	var host *bot.HostError
	switch {
	case errors.As(err, &host):
		return err
	case err != nil:
		e.Note = "it did not say who it is: " + err.Error()
	case g.Name != "" && !named:
		e.Name = g.Name
	}
	e.Author = cmp.Or(e.Author, g.Author)
	return nil
}

// networks returns why bots get no network of their own here, which a server needs; nil if they do.
func (o *Opener) networks() error {
	err := o.Launcher.Rooted() // opens the launcher; its levels with roots are those with networks
	switch level := o.Launcher.Level(); level {
	case "none", "landlock", "engine":
		return &build.Flaw{Text: fmt.Sprintf("a bot with serve or connects is started in a network of its own, which needs sandbox level "+
			"full or namespaces, and bots are started here at level %s (agon sandbox explains why); start a server yourself, and enter "+
			"its address, http://HOST:PORT", level)}
	}
	return err
}

// greeting is the processor time that a program may use before it greets.
const greeting = 10 * time.Second

// introduced takes the name and the author from the greeting of a program with the agon protocol, unless they are known.
func (o *Opener) introduced(config program.Config, e *Entry, named bool) error {
	if named && e.Author != "" {
		return nil
	}
	settings, err := o.Kind.Settings(nil)
	if err != nil {
		return err
	}
	config.Log = o.Log
	name, author, err := config.Introduce(o.Kind, settings, greeting)
	switch {
	case errors.Is(err, program.ErrOwn):
		e.Note = "it did not greet: " + err.Error()
		return nil
	case err != nil:
		return err
	case name == "" && author == "" && !named:
		e.Note = "it did not greet; it is named after its file"
	}
	if name != "" && !named {
		e.Name = name
	}
	e.Author = cmp.Or(e.Author, author)
	return nil
}

// trailing appends a bot's last arguments to those of each move.
type trailing struct {
	bot.Launcher
	args []string
}

func (t trailing) Start(c bot.Command) (*bot.Process, error) {
	c.Args = append(slices.Clone(c.Args), t.args...)
	return t.Launcher.Start(c)
}

// bridged starts a bot that connects to a port beside a process of agon's, which listens there.
type bridged struct {
	bot.Launcher
	seat []string
	port uint32
}

func (b bridged) Start(c bot.Command) (*bot.Process, error) {
	c.Readable, c.Loopback = append(sandbox.Reads(c), b.seat[0]), true
	c.Path, c.Args = b.seat[0], slices.Concat(b.seat[1:], []string{"bridge", fmt.Sprint(b.port), c.Path}, c.Args)
	return b.Launcher.Start(c)
}
