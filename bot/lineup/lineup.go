/*
Package lineup finds bots from references and makes players of them.

A reference is a string, with NAME= before it to enter the bot under that name:

	builtin:steve?key=value             a bot that came with the kind
	script:FILE                         moves that were written down beforehand
	human  console:PORT                 a person, here or at a network console, where somebody can sit down
	./bot.py ./bot.cpp ./bot.wasm …     a source in a language that package build knows, or a program
	./bot.py:Class                      one class of a Python file, for kinds whose bots are classes
	./folder                            a folder with a bot.toml, a bot.json, or a bot that is told by its files' names
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
	hand.go      which files are a bot's own
	program.go   everything that is started: built by package build, spoken to by package program
	origin.go    archives and repositories
	image.go     container images
	station.go   what a core gives to its players
	reserved.go  names that only bots which came with a kind may have
*/
package lineup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/game"
)

// An Entry is a bot that takes part.
type Entry struct {
	Name    string // unique in its field
	Given   string // the name before -2, -3 … made it unique; empty: the same
	Author  string
	Ref     string // as it was given, made absolute where it is a path
	Hash    string // of its files, hex; of the reference for what has no files
	Broken  string // why it cannot play, in words; empty for a sound one
	player  func(Station) bot.Player
	inLines bool // its player sends it the kind's own lines
	inAgon  bool // its player speaks the agon protocol
	native  bool
	seeded  bool              // a program whose generators are seeded
	engined bool              // a container engine starts it
	Origin  string            // where it came from, for a bot of a repository: "commit 1a2b3c4d of 2022-11-29"
	Moved   string            // the commit that the reference meant before an update; empty where it means the same
	Note    string            // what its organiser should know of how it was entered; empty for nothing
	Imports []string          // packages that a Python bot wants, beside the standard library
	Facts   map[string]string // what its bot.json says of it, by the names there; nil for a bot without one
	Person  bot.Player        // a person or a console, which is there before the game; nil for a bot
	Image   string            // the digest of a container image, "sha256:…"; empty for what is none
	ID      string            // the digest of its configuration, which is the same wherever it comes from
	class   *pyhost.Config    // of a Python class
	version string            // what runs it, with its version
}

// Params are the parameters that a built-in bot was given, as its reference has them: "mine=3&theirs=-1".
func (e *Entry) Params() string {
	name, params, _ := strings.Cut(e.Ref, "?")
	if !strings.HasPrefix(name, "builtin:") {
		return ""
	}
	return params
}

// Participant is the entry as a kind's own files name it: by the name that the bot gave itself, which others may have too.
func (e *Entry) Participant() game.Participant {
	name := e.Name
	if e.Given != "" {
		name = e.Given
	}
	return game.Participant{Name: name, Author: e.Author, Ref: e.Ref, Person: e.Person != nil, Facts: e.Facts}
}

// Interpreter is what runs the bot, with its version, where results depend on it: "Python 3.11.2, numpy 1.24.2", "ruby 3.1.2p20".
// It is empty for programs of the processor's own code, for built-in bots and for images that the sandbox plays, whose hash knows all.
func (e *Entry) Interpreter() string { return e.version }

// Seeded reports whether the bot's generators are seeded for each game.
func (e *Entry) Seeded() bool { return e.class != nil || e.seeded }

// Foreign is which of the packages that the bot imports are not among those that are allowed.
func (e *Entry) Foreign(allowed []string) (foreign []string) {
	for _, p := range e.Imports {
		if !slices.Contains(allowed, p) {
			foreign = append(foreign, p)
		}
	}
	return foreign
}

// Native reports whether the bot is a part of this program, and is asked by a call.
func (e *Entry) Native() bool { return e.native }

// InLines reports whether the bot is sent the kind's own lines, as text on its standard input.
func (e *Entry) InLines() bool { return e.inLines }

// InAgon reports whether the bot speaks the agon protocol: what it is sent is what its seat sees.
func (e *Entry) InAgon() bool { return e.inAgon }

// Sandboxed reports whether the bot is a program that the opener's launcher starts: nothing built in, nobody who plays by hand, no
// container of an engine.
func (e *Entry) Sandboxed() bool { return !e.native && !e.engined && e.Person == nil && e.Broken == "" }

// Player makes a player of the entry. It must not be broken.
func (e *Entry) Player(s Station) bot.Player { return e.player(s) }

// An Opener finds the bots of one kind.
type Opener struct {
	Kind     *game.Kind
	Python   string // interpreter; see pyhost.Python
	Launcher bot.Launcher
	Builds   bot.Launcher // starts compilers; nil: Launcher does
	Limits   bot.Limits
	Loading  time.Duration // that a Python bot may take to load while it is looked at; see pyhost.Config
	Log      *bot.Log      // takes what bots print while they are looked at

	Cache    string            // folder of what is built and fetched; empty: see build.Home
	Build    []string          // a command that calls inside.Main; builds need it where the launcher is a sandbox
	Modules  []string          // a command that calls inside.Main; WebAssembly modules need it
	Runtimes map[string]string // paths of compilers and interpreters by their names, which go before those on the path
	Packages string            // a folder of libraries that builds may use; see build.Tools
	Shims    []string          // that bots get; see build.Shims
	Before   time.Time         // repositories are read as they were before this, unless a reference says otherwise; zero: as they are
	Warm     bool              // Python programs that are started for each move are forked from a warm interpreter
	Update   bool              // fetch repositories again that were fetched before
	Pins     *image.Pins       // images that were frozen; nil: none
	Private  []string          // files and folders that belong to no bot, wherever they lie: the contest's file and its folder

	// People seats a person by its reference, "human" or "console:PORT"; nil where people cannot play sit down. It may be called by several
	// goroutines.
	People func(ref string) (bot.Player, error)

	once    sync.Once
	builder *build.Builder
	failure error    // of the cache
	others  []string // files and folders that are bots by themselves: those of all references
	probes  probes
}

// A BadRef is a reference that names no bot: the user's mistake, or the host's lack.
type BadRef struct {
	Ref string
	Err error
}

func (e *BadRef) Error() string { return e.Ref + ": " + e.Err.Error() }
func (e *BadRef) Unwrap() error { return e.Err }

// Open finds the bots of some references, in their order, and gives each a name of its own. An error is a reference that names
// nothing, or something that the host lacks.
func (o *Opener) Open(ctx context.Context, refs []string) ([]Entry, error) {
	o.others = places(refs)
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
	var all []Entry
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
		all = append(all, found[i]...)
	}
	distinct(all)
	return all, ctx.Err()
}

// distinct puts -2, -3 … behind names that are taken already.
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

func (o *Opener) open(ctx context.Context, ref string) ([]Entry, error) {
	name, ref := splitName(ref)
	entries, err := o.find(ctx, ref)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		if name != "" {
			entries[i].Name = name
		}
		entries[i].Name = clean(entries[i].Name)
		entries[i].Author = clean(entries[i].Author)
		if !entries[i].native {
			o.disown(&entries[i], name != "")
		}
	}
	return entries, nil
}

// splitName cuts NAME= off a reference.
func splitName(ref string) (name, rest string) {
	before, after, ok := strings.Cut(ref, "=")
	if !ok || before == "" || strings.ContainsAny(before, "/\\:?.@") {
		return "", ref
	}
	return before, after
}

// clean takes control characters out of a name, and all but the first 60 letters.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	letters := []rune(strings.TrimSpace(name))
	return string(letters[:min(len(letters), 60)])
}
