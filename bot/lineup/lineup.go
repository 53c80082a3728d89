/*
Package lineup finds bots from references and makes players of them.

A reference is a string, with NAME= before it to enter the bot under that name:

	builtin:steve?key=value             a bot that came with the kind
	script:FILE                         moves that were written down beforehand
	human  console:PORT                 a person, here or at a network console, where somebody can sit down
	site:NAME                           a bot of a contest site, whose moves are made there
	http://HOST:PORT                    an HTTP server, for kinds that say how to ask one
	./bot.py ./bot.cpp ./bot.wasm …     a source in a language that package build knows, or a program
	./bot.red                           any file, for kinds whose bots are texts that the rules read
	./bot.py:Class                      one class of a Python file, for kinds whose bots are classes
	./folder                            a folder with a bot.toml, a bot.json, or a bot that is recognized by its files' names
	./bot.zip ./bot.tar.gz ./bot.tgz    an archive of one
	git+URL@BRANCH?before=2022-11-30    a commit of a repository; see package repo
	image:FILE                          a container image in a file or a folder, packed or not, played in the sandbox; see package image
	docker-archive:FILE oci:DIR         the same, where somebody wants to say which it is
	docker://REGISTRY/NAME              the same from a registry
	docker-daemon:NAME podman:NAME      an image of a container engine, played by it

One reference may enter several bots: a file with two classes, a folder of files, a list.

A bot that cannot be loaded or built is an [Entry] all the same, with the reason; it plays nothing and is listed last. A reference that
names nothing, and what the host lacks, are errors.

	lineup.go    entries, the opener, names
	refs.go      which reference means what
	python.go    classes of Python, which live in the class host
	owned.go     which files are a bot's own
	isolate.go   their copies
	program.go   everything that is started: built by package build, spoken to by package program
	origin.go    archives and repositories
	image.go     container images
	station.go   what a core gives to its players
	parcel.go    entries for other machines
	reserved.go  names that only bots which came with a kind may have
*/
package lineup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/game"
)

// An Entry is a bot that takes part.
type Entry struct {
	Name      string // unique among the entries
	Given     string // the name before -2, -3 … made it unique; empty: the same
	Chosen    string // the name before = in its reference; empty: none
	Author    string
	Ref       string // as given, with a path made absolute
	Hash      string // of its files, in hex; of the reference if it has no files
	Broken    string // why it cannot play; empty if it can
	player    func(Station) bot.Player
	inLines   bool // its player sends it the kind's own lines
	inAgon    bool // its player speaks the agon protocol
	builtin   bool
	seeded    bool              // it is a program whose generators are seeded
	engined   bool              // a container engine starts it
	distant   bool              // it plays on another machine
	Origin    string            // for a bot from a repository: "commit 1a2b3c4d of 2022-11-29"
	Moved     string            // the commit that the reference named before an update; empty if unchanged
	Note      string            // a hint for the organiser; empty for none
	Imports   []string          // packages that a Python bot imports besides the standard library
	Facts     map[string]string // its bot.json by key; nil for a bot without one
	Person    bot.Player        // a human player or a console, connected before the game; nil for a bot
	Image     string            // the digest of a container image, "sha256:…"; empty if it is none
	ID        string            // the digest of the image's configuration, the same from every source
	class     *pyhost.Config    // of a Python class
	heavy     bool              // needs more libraries than its kind
	classless bool              // a Python file without a class that plays
	version   string            // its interpreter or runtime with the version
	contents  contents          // for its parcel
}

// Taken says which file or command of a folder agon starts as the bot, and how its author names another. It is empty where the reference
// names the bot's file.
func (e *Entry) Taken() string {
	s := e.contents.source
	if s == nil || e.contents.form != programForm || s.Single || s.Language == "" && len(s.Run) == 0 {
		return ""
	}
	return s.Taken()
}

// Params returns the parameters in a built-in bot's reference: "mine=3&theirs=-1".
func (e *Entry) Params() string {
	name, params, _ := strings.Cut(e.Ref, "?")
	if !strings.HasPrefix(name, "builtin:") {
		return ""
	}
	return params
}

// Participant returns the entry for a kind's own files, under the name that the bot gave itself, which need not be unique.
func (e *Entry) Participant() game.Participant {
	name := e.Name
	if e.Given != "" {
		name = e.Given
	}
	return game.Participant{Name: name, Author: e.Author, Ref: e.Ref, Person: e.Person != nil, Facts: e.Facts}
}

// Interpreter returns the bot's interpreter or runtime with its version, if results depend on it: "Python 3.11.2, numpy 1.24.2", "ruby
// 3.1.2p20". It is empty for native programs, for built-in bots, and for images in the sandbox, whose hash covers everything.
func (e *Entry) Interpreter() string { return e.version }

// Seeded reports whether the bot's generators are seeded for each game.
func (e *Entry) Seeded() bool { return e.class != nil || e.seeded }

// Foreign returns the packages that the bot imports and that are not allowed.
func (e *Entry) Foreign(allowed []string) (foreign []string) {
	for _, p := range e.Imports {
		if !slices.Contains(allowed, p) {
			foreign = append(foreign, p)
		}
	}
	return foreign
}

// Reference returns what enters the bot again, under the name that was chosen for it.
func (e *Entry) Reference() string {
	if e.Chosen == "" {
		return e.Ref
	}
	return e.Chosen + "=" + e.Ref
}

// Builtin reports whether the bot is built in and called as a function.
func (e *Entry) Builtin() bool { return e.builtin }

// InLines reports whether the bot receives the kind's own lines as text on its standard input.
func (e *Entry) InLines() bool { return e.inLines }

// InAgon reports whether the bot speaks the agon protocol.
func (e *Entry) InAgon() bool { return e.inAgon }

// Sandboxed reports whether the opener's launcher starts the bot: it is not built in, no human player, no container of an engine, and on
// this machine.
func (e *Entry) Sandboxed() bool {
	return !e.builtin && !e.engined && !e.distant && e.Person == nil && e.Broken == ""
}

// Player returns a player of the entry, which must not be broken.
func (e *Entry) Player(s Station) bot.Player { return e.player(s) }

// An Opener finds the bots of one kind.
type Opener struct {
	Kind     *game.Kind
	Python   string // interpreter; see pyhost.Python
	Launcher bot.Launcher
	Builds   bot.Launcher // starts compilers; nil: Launcher is used
	Limits   bot.Limits
	Loading  time.Duration // load time allowed for a Python bot while it is inspected; see pyhost.Config
	Log      *bot.Log      // receives what bots print while they are inspected

	Cache    string                // folder for builds and downloads; empty: see build.Home
	Build    []string              // a command that calls inside.Main; required for builds if the launcher is a sandbox
	Modules  []string              // a command that calls inside.Main; required for WebAssembly modules
	Seat     []string              // a command that calls shim.Main; required for bots that connect to a port
	Runtimes map[string]string     // paths of compilers and interpreters by name, which take precedence over PATH
	Packages string                // a folder of libraries for builds; see build.Tools
	Shims    []string              // shims for bots; see build.Shims
	Before   time.Time             // repositories are read as of this time, unless a reference has its own; zero: the latest
	Debug    bool                  // programs are built for debuggers, and run in their authors' own folders where no build is needed
	Warm     bool                  // Python programs started per move are forked from a warm interpreter
	Update   bool                  // fetch cached repositories again
	Reload   bool                  // load Python classes to list them, also those that were listed before: do they still start?
	Pins     *image.Pins           // pinned images; nil: none
	Own      bool                  // bots are those that whoever runs agon has chosen; see build.Builder
	Warn     func(text string)     // gets a sentence about what is not confined; nil: it is dropped
	Built    func(bot, log string) // see build.Builder

	Named      []string // host:port of servers in private networks to which hosts of repositories and images may lead
	Unresolved bool     // see build.Builder

	Private []string // files and folders that belong to no bot: the contest's file and its folder

	// Sites returns what makes players of a bot of a contest site by the reference "site:NAME"; nil if such bots are not supported. It must
	// be safe for concurrent use.
	Sites func(name string) (func(Station) bot.Player, error)

	// People connects a human player by the reference "human" or "console:PORT"; nil if human players are not supported. It must be safe
	// for concurrent use.
	People func(ref string) (bot.Player, error)

	making  sync.Mutex
	builder *build.Builder // nil: it has not been made yet
	others  []string       // files and folders that are bots of their own: those of all references
	reading reading
}

// A BadRef is a reference that names no bot, by the user's mistake or by a failure of the host.
type BadRef struct {
	Ref string
	Err error
}

func (e *BadRef) Error() string {
	if ref := e.Ref; !strings.ContainsFunc(ref, unicode.IsControl) {
		return ref + ": " + e.Err.Error()
	}
	return strconv.Quote(e.Ref) + ": " + e.Err.Error()
}

func (e *BadRef) Unwrap() error { return e.Err }

// Open finds the bots of some references, in their order, and gives each a unique name. The error is a reference that names nothing, or a
// failure of the host.
func (o *Opener) Open(ctx context.Context, refs []string) ([]Entry, error) {
	lists, err := o.OpenEach(ctx, refs)
	if err != nil {
		return nil, err
	}
	return Join(lists...), nil
}

// OpenEach finds the bots of each reference, as Open does, but without unique names: [Join] gives them those.
func (o *Opener) OpenEach(ctx context.Context, refs []string) ([][]Entry, error) {
	o.others = Places(refs)
	defer o.reading.end()
	found := make([][]Entry, len(refs))
	errs := make([]error, len(refs))
	slots := make(chan struct{}, 2)
	for i, ref := range refs {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			if ctx.Err() == nil {
				found[i], errs[i] = o.open(ctx, ref)
			}
		}()
	}
	for range cap(slots) {
		slots <- struct{}{}
	}
	for i, ref := range refs {
		var lack *bot.HostError
		switch {
		case errs[i] == nil:
		case errors.As(errs[i], &lack):
			return nil, fmt.Errorf("%w (%s)", lack, ref)
		case bot.Lacks(errs[i]) && !errors.Is(errs[i], syscall.ENAMETOOLONG): // a reference may be too long
			return nil, fmt.Errorf("%w (%s)", &bot.HostError{Err: errs[i]}, ref)
		default:
			return nil, &BadRef{ref, errs[i]}
		}
	}
	return found, ctx.Err()
}

// distinct appends -2, -3 … to names that are taken.
func distinct(entries []Entry) {
	taken := map[string]bool{}
	for i := range entries {
		name := entries[i].Name
		entries[i].Given = name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", entries[i].Name, n)
		}
		entries[i].Name = name
		taken[name] = true
	}
}

// Join returns the entries of several calls of [Opener.Open], or of one of [Opener.OpenEach], with unique names as if they were of one.
func Join(lists ...[]Entry) []Entry {
	all := slices.Concat(lists...)
	for i := range all {
		if all[i].Given != "" {
			all[i].Name = all[i].Given
		}
	}
	distinct(all)
	return all
}

func (o *Opener) open(ctx context.Context, ref string) ([]Entry, error) {
	name, ref := splitName(ref)
	entries, err := o.find(ctx, ref)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		if name != "" {
			entries[i].Name, entries[i].Chosen = name, name
		}
		entries[i].Name = clean(entries[i].Name)
		entries[i].Author = clean(entries[i].Author)
		if !entries[i].builtin {
			entries[i].disown(o.Kind, name != "")
		}
	}
	return entries, nil
}

// splitName splits NAME= off a reference.
func splitName(ref string) (name, rest string) {
	before, after, ok := strings.Cut(ref, "=")
	if !ok || before == "" || strings.ContainsAny(before, "/\\:?.") {
		return "", ref
	}
	return before, after
}

// clean removes control characters from a name and cuts it to 60 letters.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0x202a && r <= 0x202e || r >= 0x2066 &&
			r <= 0x2069 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	letters := []rune(strings.TrimSpace(name))
	return string(letters[:min(len(letters), 60)])
}
