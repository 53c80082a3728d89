package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "agon"

// A rule shows what packages must not import. Patterns are paths below the module; /... at the end matches everything below, * matches one
// folder.
type rule struct {
	who    []string
	except []string
	only   []string // if not nil, the only allowed imports
	not    []string // what they must not import
	deep   bool     // including indirect imports through packages of the module
	why    string
}

// storeys are the folders of the module from the ground up, with the storeys that each may import. Names on a floor of their own are wings.
var storeys = []struct {
	name string
	on   string
}{
	{"internal", ""},
	{"game", "internal"},
	{"record", "game internal"},
	{"format", "game internal"},
	{"show", "format record game internal"},
	{"bot", "record game internal"},
	{"games", "bot format game internal"},
	{"play", "bot format record game internal"},
	{"contest", "play bot show format record game internal"},
	{"lab", "contest play games bot show format record game internal"},
	{"site", "lab contest play bot show format record game internal"},
	{"cmd", "site lab contest play games bot show format record game internal"},
	{"dev", "site lab contest play games bot show format record game internal"},
}

// world is every standard package through which a program depends on more than its arguments.
var world = []string{"os/...", "net/...", "time", "sync/...", "math/rand/...", "syscall", "runtime/...", "unsafe", "crypto/rand", "io/fs",
	"path/filepath", "plugin", "log/..."}

// conductor is the contest itself, without the rooms beside it that have a trade of their own.
var conductor = []string{
	"agon/contest", "agon/contest/config", "agon/contest/cutting", "agon/contest/draft", "agon/contest/ledger", "agon/contest/retire",
	"agon/contest/roundcap", "agon/contest/rounds",
	"agon/contest/run",
}

var rules = []rule{
	{
		who: []string{"agon/games/*"}, except: []string{"agon/games/all", "agon/games/new", "agon/games/folder"},
		not: world,
		why: "rules are pure: equal options, seed and moves give an equal game on every machine; a clock, randomness, a file or another " +
			"goroutine would break every replay",
	},
	{
		who: []string{"agon/games/*"}, except: []string{"agon/games/all", "agon/games/new", "agon/games/folder"},
		not: []string{"agon/..."}, only: []string{"agon/game", "agon/game/draw", "agon/internal/jsontext"},
		why: "a kind depends on package game only and not on its callers, so that a sixth kind is one folder",
	},
	{
		who: []string{"agon/game"},
		not: []string{"agon/..."}, only: []string{"agon/game/draw", "agon/internal/jsontext", "agon/internal/nearest"},
		why: "package game has no dependencies, because everything else depends on it",
	},
	{
		who: []string{"agon/game/draw"},
		not: append([]string{"agon/...", "image/..."}, world...),
		why: "a picture is data: kinds make it, viewers show it, and neither depends on the other",
	},
	{
		who: []string{"agon/game"},
		not: []string{"os/...", "net/...", "sync/...", "math/rand/...", "syscall", "unsafe"},
		why: "tables run rules, and are as pure as they are",
	},
	{
		who: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/contest/...", "agon/show/film/...",
			"agon/record/replay/...", "agon/show/web/...", "agon/show/term/...", "agon/contest/store/...", "agon/contest/queue/...",
			"agon/format/tournament/...", "agon/contest/simulation", "agon/format/rating/...", "agon/game/palette/...", "agon/show/art/...",
			"agon/show/output/...", "agon/show/bracket/...", "agon/show/gallery/...", "agon/show/report/...", "agon/contest/audit/...",
			"agon/record/gamelog/...", "agon/lab/live/...", "agon/lab/training", "agon/game"},
		not:  []string{"agon/games/..."},
		deep: true,
		why: "above the kinds, moves are text and states are frames; a package that imports one kind will sooner or later have a " +
			"special case for it",
	},
	{
		who: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/lab/live/...", "agon/lab/check/...",
			"agon/contest/...", "agon/show/report/...", "agon/show/web/...", "agon/contest/store/...", "agon/show/gallery/..."},
		not:  []string{"agon/site/..."},
		deep: true,
		why:  "a contest is played, stored and shown without a site",
	},
	{
		who: []string{"agon/site/people", "agon/site/database", "agon/site/entries"},
		not: []string{"agon/contest/...", "agon/show/web/...", "agon/show/report/...", "net/http"},
		why: "accounts and submissions do not depend on pages, nor on how a contest is played",
	},
	{
		who: []string{
			"agon/site/guests", "agon/site/votes", "agon/site/alerts", "agon/site/seasons", "agon/site/disk", "agon/site/figures",
			"agon/site/boards",
			"agon/site/challenges", "agon/site/films", "agon/site/guide", "agon/site/making", "agon/site/recent", "agon/site/export",
			"agon/site/editor", "agon/site/calendar", "agon/site/hooks",
		},
		not: []string{"agon/site", "agon/site/wire", "net/http"},
		why: "what a site does stands apart from requests: pages and programs call the same packages, which are tested without either",
	},
	{
		who: []string{"agon/site/backup"},
		not: []string{"agon/site", "agon/site/contests", "agon/site/entries", "net/http"},
		why: "a backup copies files and databases, whoever uses them: it works for a site that serves, and for one that does not start",
	},
	{
		who: []string{"agon/site/wire"},
		not: []string{"agon/...", "net/http"},
		why: "what programs and a site tell each other is plain data, which each side can have without the other",
	},
	{
		who: []string{"agon/site/client"},
		not: []string{"agon/..."}, only: []string{"agon/site/wire", "agon/bot/unpack", "agon/internal/clutter", "agon/internal/regular"},
		why: "who submits a bot needs no site",
	},
	{
		who: []string{"agon/site/matches", "agon/site/moves"},
		not: []string{"agon/..."}, only: []string{"agon/site/people", "agon/site/database", "agon/record/gamelog",
			"agon/internal/regular", "agon/internal/wholefile"},
		why: "matches are queued, bounded and kept by who asked; the command that plays them knows kinds and bots",
	},
	{
		who: []string{"agon/site/trials"},
		not: []string{"agon/..."}, only: []string{"agon/site/people", "agon/site/entries", "agon/site/challenges", "agon/contest/config"},
		why: "trials decide which versions play by what games say; the command that plays them knows kinds and bots",
	},
	{
		who: []string{"agon/bot/distant", "agon/bot/server"},
		not: []string{"agon/..."}, only: []string{"agon/bot", "agon/game", "agon/internal/sockets"},
		why: "a bot on another machine is a player and a table; how messages get there is the caller's",
	},
	{
		who: []string{"agon/show/markdown", "agon/site/openid", "agon/site/notify"},
		not: []string{"agon/..."},
		why: "text for pages, sign-in by a provider and messages to people work for any site: they know neither accounts nor contests",
	},
	{
		who: []string{"agon/site/githost"},
		not: []string{"agon/..."}, only: []string{"agon/bot/reach", "agon/internal/pattern"},
		why: "what hosts of repositories send and read is their own: it needs neither bots nor accounts",
	},
	{
		who: []string{"agon/site/metrics"},
		not: []string{"agon/site/...", "agon/contest/...", "agon/show/report/..."},
		why: "figures are given to their counter, which does not read a site",
	},
	{
		who: []string{"agon/games/folder/..."},
		not: []string{"agon/..."}, only: []string{"agon/bot", "agon/game/draw", "agon/game", "agon/games/folder", "agon/games/folder/...",
			"agon/internal/...", "agon/format/rating"},
		why: "a game of a folder is a kind: it knows rules and how to start their processes, and none of those who play it",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/cmd/agon", "agon/dev/..."},
		not: []string{"github.com/spf13/..."},
		why: "a command parses flags into a value; what it calls with that value knows no flags, so that a site, a test or another " +
			"program calls it too",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/cmd/agon"},
		not: []string{"agon/games/all"},
		why: "only the binary decides which kinds there are: a package that lists them adds all of them to every test and tool",
	},
	{
		who: []string{"agon/bot/..."},
		not: []string{"agon/play/referee/...", "agon/play/worker/...", "agon/contest/...", "agon/format/tournament/...",
			"agon/contest/store/...", "agon/contest/queue/...", "agon/record/replay/...", "agon/show/web/...", "agon/show/term/..."},
		deep: true,
		why:  "imports point down: bots do not depend on their callers",
	},
	{
		who: []string{"agon/play/referee/..."},
		not: []string{"agon/play/worker/...", "agon/contest/...", "agon/format/tournament/...", "agon/contest/store/...",
			"agon/contest/queue/...", "agon/record/replay/...", "agon/show/web/...", "agon/show/term/...", "agon/show/film/...",
			"agon/bot/*", "agon/bot/*/..."},
		deep: true,
		why:  "the referee plays fixtures; others choose them and use the results, and players know how to communicate with bots",
	},
	{
		who: []string{"agon/format/tournament/...", "agon/format/rating/..."},
		not: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/contest/...", "agon/contest/store/...",
			"agon/contest/queue/...", "os/...", "net/...", "sync/...", "time"},
		deep: true, except: []string{"agon/format/tournament/all/generate"},
		why: "formats are pure functions of field and ledger, so that a killed run continues with the same plan",
	},
	{
		who: []string{"agon/record/replay/...", "agon/show/film/..."},
		not: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/lab/live/...", "agon/contest/...",
			"agon/show/web/...", "agon/show/term/..."},
		deep: true,
		why:  "a replay is verified without any bot: it needs only rules and bytes",
	},
	{
		who: []string{"agon/show/web/...", "agon/show/term/..."},
		not: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/lab/live/...", "agon/contest/...",
			"agon/contest/store/..."},
		deep: true,
		why:  "viewers read films and tables and nothing else, so that a game never waits for a page",
	},
	{
		who: []string{"agon/show/report/..."}, except: []string{"agon/contest/compile"},
		not: []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/contest/...", "agon/contest/store/...",
			"agon/cmd/...", "github.com/spf13/..."},
		deep: true,
		why:  "a report is filled from a contest once, and shown without one: pages, terminal and a site read the same facts",
	},
	{
		who: []string{"agon/show/report"},
		not: []string{"agon/show/term/...", "agon/show/web/...", "agon/show/bracket/...", "os/...", "io/fs", "path/filepath"},
		why: "a report does not depend on its renderers, so that each can be added and tested alone",
	},
	{
		who:  []string{"agon/show/output/...", "agon/show/bracket/...", "agon/show/gallery/..."},
		not:  []string{"agon/bot/...", "agon/play/referee/...", "agon/play/worker/...", "agon/contest/...", "agon/contest/store/..."},
		deep: true,
		why:  "files made from finished games need only records and tables, so that they work for games of another day or another program",
	},
	{
		who: []string{"agon/contest/store/...", "agon/contest/queue/...", "agon/play/worker/..."},
		not: append([]string{"agon/contest/audit/...", "agon/contest/compile", "agon/contest/fleet/...", "agon/contest/simulation",
			"agon/lab/live/...", "agon/show/web/...", "agon/show/term/..."}, conductor...),
		deep: true,
		why:  "imports point down: the conductor uses its tools, which do not depend on the conductor",
	},
	{
		who: []string{"agon/lab/live/..."},
		not: []string{"agon/contest/...", "agon/contest/store/...", "agon/contest/queue/...", "agon/show/term/...", "agon/cmd/...",
			"github.com/spf13/...", "os/..."},
		only: []string{"agon/show/term/screen"}, // of brackets, on pages too
		deep: true,
		why: "one game with people and viewers needs no contest, and neither a terminal nor flags: a site or a test plays it as the " +
			"command does",
	},
	{
		who: []string{"agon/contest/cutting"},
		not: append([]string{"agon/..."}, world...),
		why: "a run and a simulation cut jobs by one rule, which is pure",
	},
	{
		who: []string{"agon/contest/limit"},
		not: []string{"agon/...", "os/...", "net/..."},
		why: "what limits a contest is decided from shares of time alone, whoever measures them",
	},
	{
		who:  conductor,
		not:  []string{"agon/contest/fleet/...", "agon/contest/queue/..."},
		deep: true,
		why:  "a contest has games played on other machines through an interface, and encodes nothing where there are none",
	},
	{
		who:  []string{"agon/contest/simulation"},
		not:  []string{"agon/...", "os/...", "net/...", "sync/...", "math/rand/..."},
		only: []string{"agon/contest/cutting", "agon/game", "agon/internal/heap", "agon/format/rating", "agon/format/tournament"},
		why: "a simulation starts no bot, reads no file and draws from its seed alone: it depends on formats and on the rule that cuts " +
			"jobs",
	},
	{
		who: append([]string{"agon/play/worker/...", "agon/play/referee/..."}, conductor...),
		not: []string{"agon/bot/*/..."}, only: []string{"agon/bot/lineup", "agon/bot/build"},
		why: "only a bot's player, which package lineup makes, knows how to communicate with it; packages that play games use players",
	},
	{
		who:  []string{"agon/contest", "agon/contest/audit", "agon/contest/compile", "agon/contest/simulation"},
		not:  []string{"agon/contest/run"},
		deep: true,
		why:  "a contest is opened, decided, counted and shown without being played: what plays it is built on it",
	},
	{
		who:  []string{"agon/contest/config", "agon/contest/ledger", "agon/contest/retire", "agon/contest/rounds"},
		not:  []string{"agon/contest", "agon/contest/run"},
		deep: true,
		why:  "what the file and the ledger of a contest mean does not depend on an opened contest",
	},
	{
		who: conductor,
		not: []string{"agon/contest/store/*"},
		why: "a contest uses its ledger through an interface: only the store knows its file",
	},
	{
		who:  []string{"agon/lab/similar"},
		not:  []string{"agon/...", "os/...", "net/...", "io/fs", "path/filepath"},
		only: []string{"agon/bot/build", "agon/internal/numerals"},
		why:  "sources are compared as texts: what reads them, and who wrote them, is the caller's",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/contest/queue/jetstream/...", "agon/contest/queue/invitation",
			"agon/internal/natscluster", "agon/dev/load"},
		not: []string{"github.com/nats-io/..."},
		why: "workers and contests use queue.Link, so that they run over memory as over a network; an invitation only checks its key, " +
			"and a load test dials its connections so that it can cut them",
	},
	{
		who:  []string{"agon/contest/queue", "agon/contest/queue/filecache", "agon/contest/queue/invitation"},
		not:  []string{"agon/contest/queue/jetstream/..."},
		deep: true,
		why:  "a queue does not depend on one of its implementations",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/contest/store/postgres", "agon/internal/pgserver"},
		not: []string{"github.com/jackc/..."},
		why: "only one store knows its database, so that all others are used and tested without one",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/bot/wasm/inside", "agon/games/folder/module"},
		not: []string{"github.com/tetratelabs/..."},
		why: "strangers' WebAssembly modules are never compiled, loaded or run in the host's own process; the rules of a game are its " +
			"organiser's",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/cmd/agon"},
		not: []string{"agon/bot/wasm/inside"},
		why: "modules run in a process of their own, which only the binary can start",
	},
	{
		who: []string{"agon/bot/sandbox/entry"},
		not: []string{"agon/...", "fmt", "net/...", "time", "sync", "strings", "strconv"},
		why: "the launcher runs before everything else, for every process of a bot: its imports slow down each start",
	},
	{
		who: []string{"agon/..."},
		not: []string{"C"},
		why: "no cgo: the binary builds for every system it promises, from any of them",
	},
}

// pkg is the imports of one folder's files for all systems, without test files.
type pkg struct {
	imports map[string]bool
	files   map[string]*ast.File
}

// house reads every package of the module.
func house(t *testing.T) map[string]*pkg {
	t.Helper()
	root := filepath.Join("..", "..")
	all := map[string]*pkg{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != root && (d.Name() == "testdata" || d.Name() == "starters" || d.Name() == "skeleton" || d.Name() == "bots" ||
			strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir // contestants' programs, and folders that are no packages
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name := path.Join(module, filepath.ToSlash(dir))
		if all[name] == nil {
			all[name] = &pkg{imports: map[string]bool{}, files: map[string]*ast.File{}}
		}
		all[name].files[filepath.Base(file)] = parsed
		for _, i := range parsed.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			all[name].imports[imported] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// matches reports whether a path is one of the patterns.
func matches(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if below, ok := strings.CutSuffix(pattern, "/..."); ok {
			parts := strings.Count(below, "/") + 1
			head := strings.Join(strings.SplitN(name, "/", parts+1)[:min(parts, strings.Count(name, "/")+1)], "/")
			found, _ := path.Match(below, head)
			return found
		}
		found, _ := path.Match(pattern, name)
		return found
	})
}

// reach returns everything that a package imports, with the import path to it; through packages of the module if deep is set.
func reach(all map[string]*pkg, name string, deep bool) map[string]string {
	found := map[string]string{}
	var walk func(from, way string)
	walk = func(from, way string) {
		for _, next := range slices.Sorted(maps.Keys(all[from].imports)) {
			if found[next] != "" {
				continue
			}
			found[next] = way + " -> " + next
			if deep && all[next] != nil {
				walk(next, found[next])
			}
		}
	}
	walk(name, name)
	return found
}

// broken returns the violations of a rule, and the number of packages that it applies to.
func (r rule) broken(all map[string]*pkg) (bad []string, spoken int) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !matches(name, r.who) || matches(name, r.except) {
			continue
		}
		spoken++
		for imported, way := range reach(all, name, r.deep) {
			// How a package of the module uses the world is its own affair: only direct imports of world count.
			ofTheWorld := all[imported] == nil && !all[name].imports[imported]
			if matches(imported, r.not) && !matches(imported, r.only) && !ofTheWorld && imported != name {
				bad = append(bad, way)
			}
		}
	}
	slices.Sort(bad)
	return bad, spoken
}

// storey returns the first folder of a package of the module.
func storey(name string) string {
	below, _ := strings.CutPrefix(name, module+"/")
	top, _, _ := strings.Cut(below, "/")
	return top
}

// TestStoreys: a folder imports only those on which it stands.
func TestStoreys(t *testing.T) {
	all := house(t)
	on := map[string][]string{}
	for _, s := range storeys {
		on[s.name] = strings.Fields(s.on)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		mine := storey(name)
		if on[mine] == nil {
			t.Errorf("%s is in no storey: move it into one of %q, or give it a line among the storeys and in ARCHITECTURE.md", name,
				slices.Sorted(maps.Keys(on)))
			continue
		}
		for imported := range all[name].imports {
			if below := storey(imported); strings.HasPrefix(imported, module+"/") && below != mine && !slices.Contains(on[mine], below) {
				t.Errorf("%s imports %s: %s stands on %q alone", name, imported, mine, on[mine])
			}
		}
	}
}

func TestFloors(t *testing.T) {
	all := house(t)
	for _, r := range rules {
		bad, spoken := r.broken(all)
		for _, way := range bad {
			t.Errorf("%s\n\tforbidden because: %s", way, r.why)
		}
		if spoken == 0 {
			t.Errorf("no package matches %v any more: the rule %q has no effect", r.who, r.why)
		}
	}
}

// TestRulesCanFail: for each rule, a violation is found.
func TestRulesCanFail(t *testing.T) {
	for _, tt := range []struct{ who, imports string }{
		{"agon/games/chess", "os"},
		{"agon/contest", "agon/contest/run"},
		{"agon/contest/ledger", "agon/contest"},
		{"agon/games/chess", "os/exec"},
		{"agon/games/chess", "math/rand/v2"},
		{"agon/games/chess", "agon/bot"},
		{"agon/games/chess", "agon/games/tron"},
		{"agon/game", "agon/show/film"},
		{"agon/bot/pyhost", "agon/games/tron"},
		{"agon/bot", "agon/play/referee"},
		{"agon/play/referee", "agon/bot/pyhost"},
		{"agon/play/worker", "agon/bot/pyhost"},
		{"agon/contest", "agon/contest/store/sqlite"},
		{"agon/show/term/board", "agon/games/fence"},
		{"agon/play/worker", "agon/games/all"},
		{"agon/play/worker", "agon/lab/live"},
		{"agon/lab/live", "agon/contest"},
		{"agon/format/tournament/swiss", "time"},
		{"agon/record/replay/archive", "agon/bot"},
		{"agon/show/web", "agon/contest"},
		{"agon/contest/store/sqlite", "agon/contest"},
		{"agon/contest/store/ledgers", "github.com/jackc/pgx/v5"},
		{"agon/bot/sandbox/entry", "fmt"},
		{"agon/play/worker", "github.com/nats-io/nats.go"},
		{"agon/contest/queue/filecache", "agon/contest/queue/jetstream"},
		{"agon/contest", "agon/contest/fleet"},
		{"agon/show/film", "C"},
	} {
		small := map[string]*pkg{
			tt.who:     {imports: map[string]bool{tt.imports: true}},
			tt.imports: {imports: map[string]bool{}},
		}
		if !strings.HasPrefix(tt.imports, module) {
			delete(small, tt.imports)
		}
		refused := false
		for _, r := range rules {
			bad, _ := r.broken(small)
			refused = refused || len(bad) > 0
		}
		if !refused {
			t.Errorf("no rule forbids that %s imports %s", tt.who, tt.imports)
		}
	}
	around := map[string]*pkg{
		"agon/show/web":   {imports: map[string]bool{"agon/show/film": true}},
		"agon/show/film":  {imports: map[string]bool{"agon/games/tron": true}},
		"agon/games/tron": {imports: map[string]bool{}},
	}
	found := ""
	for _, r := range rules {
		bad, _ := r.broken(around)
		found += strings.Join(bad, "\n")
	}
	if !strings.Contains(found, "agon/show/web -> agon/show/film -> agon/games/tron") {
		t.Errorf("an indirect import is not found:\n%s", found)
	}
}

// TestKindsAreListed: the generated list contains exactly the folders under games that hold a kind.
func TestKindsAreListed(t *testing.T) {
	all := house(t)
	var want []string
	for name := range all {
		if path.Dir(name) == "agon/games" && name != "agon/games/all" && name != "agon/games/new" && name != "agon/games/folder" {
			want = append(want, name)
		}
	}
	var listed []string
	for imported := range all["agon/games/all"].imports {
		if strings.HasPrefix(imported, "agon/games/") {
			listed = append(listed, imported)
		}
	}
	slices.Sort(want)
	slices.Sort(listed)
	if !slices.Equal(want, listed) {
		t.Errorf("games/all lists %v, the folders are %v: run go generate ./games/all", listed, want)
	}
}

// starts are the functions that may run before main.
var starts = map[string]string{
	"agon/bot/sandbox/entry": "the launcher of a bot must run before any other package of the binary is initialised",
	"agon/internal/firstgc":  "the first garbage collection would otherwise run while packages are initialised",
}

// TestNothingStartsByItself: a package that acts when it is imported cannot be tested, ordered or left out.
func TestNothingStartsByItself(t *testing.T) {
	for name, p := range house(t) {
		for file, parsed := range p.files {
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if ok && f.Recv == nil && f.Name.Name == "init" && starts[name] == "" {
					t.Errorf("%s/%s has an init function: life cycles by import are hard to follow; make it a value that cmd/agon creates",
						name, file)
				}
			}
		}
	}
}

// TestArgumentsComeIn: only a main package reads the command line; others take arguments.
func TestArgumentsComeIn(t *testing.T) {
	allowed := []string{"agon/cmd/agon", "agon/games/new", "agon/internal/kindlist", "agon/bot/sandbox/entry"}
	for name, p := range house(t) {
		if slices.Contains(allowed, name) {
			continue
		}
		for file, parsed := range p.files {
			ast.Inspect(parsed, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && fmt.Sprint(s.X) == "os" && s.Sel.Name == "Args" {
					t.Errorf("%s/%s reads os.Args: only cmd/agon does, so that everything else can be called", name, file)
				}
				return true
			})
		}
	}
}
