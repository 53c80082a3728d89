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

// A rule says what packages must not import. Patterns are paths below the module; /... at the end takes in everything below,
// * stands for one folder.
type rule struct {
	who    []string
	except []string
	only   []string // if not nil, all that they may import
	not    []string // what they must not import
	deep   bool     // not even by way of other packages of the house
	why    string
}

// world is everything by which a program touches more than its arguments.
var world = []string{"os/...", "net/...", "time", "sync/...", "math/rand/...", "syscall", "runtime/...", "unsafe", "crypto/rand", "io/fs", "path/filepath", "plugin", "log/..."}

var rules = []rule{
	{
		who: []string{"agon/games/*"}, except: []string{"agon/games/all", "agon/games/new"},
		not: world,
		why: "rules are pure: equal options, seed and moves give an equal game on every machine; a clock, chance, a file or another goroutine would break every replay",
	},
	{
		who: []string{"agon/games/*"}, except: []string{"agon/games/all", "agon/games/new"},
		not: []string{"agon/..."}, only: []string{"agon/game", "agon/draw", "agon/internal/jsontext"},
		why: "a kind knows the vocabulary and nothing of those who play it, so that a sixth kind is one folder",
	},
	{
		who: []string{"agon/game"},
		not: []string{"agon/..."}, only: []string{"agon/draw", "agon/internal/jsontext", "agon/internal/nearest"},
		why: "the vocabulary stands on nothing: everybody else stands on it",
	},
	{
		who: []string{"agon/draw"},
		not: append([]string{"agon/...", "image/..."}, world...),
		why: "a picture is data: kinds make it, viewers show it, and neither learns of the other from it",
	},
	{
		who: []string{"agon/game"},
		not: []string{"os/...", "net/...", "sync/...", "math/rand/...", "syscall", "unsafe"},
		why: "tables play rules, and are as pure as they are",
	},
	{
		who:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/film/...", "agon/replay/...", "agon/web/...", "agon/term/...", "agon/store/...", "agon/queue/...", "agon/tournament/...", "agon/rating/...", "agon/palette/...", "agon/art/...", "agon/output/...", "agon/bracket/...", "agon/gallery/...", "agon/report/...", "agon/game"},
		not:  []string{"agon/games/..."},
		deep: true,
		why:  "above the kinds moves are text and states are frames; who knows one kind will sooner or later have a case for it",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/cmd/agon", "agon/bench"},
		not: []string{"agon/games/all"},
		why: "which kinds there are is the binary's affair alone: a package that lists them drags all of them into every test and tool",
	},
	{
		who:  []string{"agon/bot/..."},
		not:  []string{"agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/tournament/...", "agon/store/...", "agon/queue/...", "agon/replay/...", "agon/web/...", "agon/term/..."},
		deep: true,
		why:  "imports point down: a bot is asked, and knows nothing of who asks",
	},
	{
		who:  []string{"agon/referee/..."},
		not:  []string{"agon/worker/...", "agon/contest/...", "agon/tournament/...", "agon/store/...", "agon/queue/...", "agon/replay/...", "agon/web/...", "agon/term/...", "agon/film/...", "agon/bot/*", "agon/bot/*/..."},
		deep: true,
		why:  "the referee plays fixtures; which ones, and what becomes of them, others decide, and how a bot is spoken to its player knows",
	},
	{
		who:  []string{"agon/tournament/...", "agon/rating/..."},
		not:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/store/...", "agon/queue/...", "os/...", "net/...", "sync/...", "time"},
		deep: true, except: []string{"agon/tournament/all/generate"},
		why: "formats are pure functions of field and ledger, so that a run that was killed plans on as if it had not been",
	},
	{
		who:  []string{"agon/replay/...", "agon/film/..."},
		not:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/web/...", "agon/term/..."},
		deep: true,
		why:  "a replay proves itself without any bot: it needs rules and bytes",
	},
	{
		who:  []string{"agon/web/...", "agon/term/..."},
		not:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/store/..."},
		deep: true,
		why:  "viewers look at films and tables and nothing else, so that a game never waits for a page",
	},
	{
		who: []string{"agon/report/..."}, except: []string{"agon/report/compile"},
		not:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/store/...", "agon/cmd/...", "github.com/spf13/..."},
		deep: true,
		why:  "a report is filled from a contest once, and shown without one: the pages, the terminal and a site read the same facts",
	},
	{
		who: []string{"agon/report"},
		not: []string{"agon/term/...", "agon/web/...", "agon/bracket/...", "os/...", "io/fs", "path/filepath"},
		why: "a report knows none of its renderers, so that each form can be added and tested alone",
	},
	{
		who:  []string{"agon/output/...", "agon/bracket/...", "agon/gallery/..."},
		not:  []string{"agon/bot/...", "agon/referee/...", "agon/worker/...", "agon/contest/...", "agon/store/..."},
		deep: true,
		why:  "what is made of games that have been played needs records and tables; it works as well on those of another day or another program",
	},
	{
		who:  []string{"agon/store/...", "agon/queue/...", "agon/worker/..."},
		not:  []string{"agon/contest/...", "agon/web/...", "agon/term/..."},
		deep: true,
		why:  "imports point down: the conductor knows its tools, they do not know the conductor",
	},
	{
		who: []string{"agon/worker/...", "agon/referee/...", "agon/contest/..."},
		not: []string{"agon/bot/*/..."}, only: []string{"agon/bot/lineup", "agon/bot/build"},
		why: "how a bot is spoken to is known to its player, which package lineup makes; who plays games asks players",
	},
	{
		who: []string{"agon/contest/..."},
		not: []string{"agon/store/*"},
		why: "a contest keeps its ledger through an interface: which file it is in, the store knows",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/bot/wasm/inside"},
		not: []string{"github.com/tetratelabs/..."},
		why: "nothing of a WebAssembly module is compiled, loaded or run in the host's own process",
	},
	{
		who: []string{"agon/..."}, except: []string{"agon/cmd/agon"},
		not: []string{"agon/bot/wasm/inside"},
		why: "what runs modules is a process of its own, which only the binary can start itself as",
	},
	{
		who: []string{"agon/bot/sandbox/entry"},
		not: []string{"agon/...", "fmt", "net/...", "time", "sync", "strings", "strconv"},
		why: "the launcher runs before everything else, for every process of a bot: what it imports costs each of them its start",
	},
	{
		who: []string{"agon/..."},
		not: []string{"C"},
		why: "no cgo: the binary builds for every system it promises, from any of them",
	},
}

// pkg is what the files of one folder say, whatever system they are for. Test files are left out.
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
		if d.IsDir() && file != root && (d.Name() == "testdata" || d.Name() == "starters" || d.Name() == "bots" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir // programs of contestants, and what is no package
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

// reach is everything that a package imports, with the way there, through packages of the house where deep is set.
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

// broken lists what of a house breaks a rule, and how many packages the rule speaks of.
func (r rule) broken(all map[string]*pkg) (bad []string, spoken int) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !matches(name, r.who) || matches(name, r.except) {
			continue
		}
		spoken++
		for imported, way := range reach(all, name, r.deep) {
			// What a package of the house does with the world is its own affair: only its own imports of the world count.
			ofTheWorld := all[imported] == nil && !all[name].imports[imported]
			if matches(imported, r.not) && !matches(imported, r.only) && !ofTheWorld && imported != name {
				bad = append(bad, way)
			}
		}
	}
	slices.Sort(bad)
	return bad, spoken
}

func TestFloors(t *testing.T) {
	all := house(t)
	for _, r := range rules {
		bad, spoken := r.broken(all)
		for _, way := range bad {
			t.Errorf("%s\n\tmust not be: %s", way, r.why)
		}
		if spoken == 0 {
			t.Errorf("no package is %v any more: the rule %q guards nothing", r.who, r.why)
		}
	}
}

// TestRulesCanFail: a house that breaks each rule is refused by it.
func TestRulesCanFail(t *testing.T) {
	for _, tt := range []struct{ who, imports string }{
		{"agon/games/chess", "os"},
		{"agon/games/chess", "os/exec"},
		{"agon/games/chess", "math/rand/v2"},
		{"agon/games/chess", "agon/bot"},
		{"agon/games/chess", "agon/games/tron"},
		{"agon/game", "agon/film"},
		{"agon/bot/pyhost", "agon/games/tron"},
		{"agon/bot", "agon/referee"},
		{"agon/referee", "agon/bot/pyhost"},
		{"agon/worker", "agon/bot/pyhost"},
		{"agon/contest", "agon/store/sqlite"},
		{"agon/term/board", "agon/games/fence"},
		{"agon/worker", "agon/games/all"},
		{"agon/tournament/swiss", "time"},
		{"agon/replay/archive", "agon/bot"},
		{"agon/web", "agon/contest"},
		{"agon/store/sqlite", "agon/contest"},
		{"agon/bot/sandbox/entry", "fmt"},
		{"agon/film", "C"},
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
			t.Errorf("nothing refuses that %s imports %s", tt.who, tt.imports)
		}
	}
	around := map[string]*pkg{
		"agon/web":        {imports: map[string]bool{"agon/film": true}},
		"agon/film":       {imports: map[string]bool{"agon/games/tron": true}},
		"agon/games/tron": {imports: map[string]bool{}},
	}
	found := ""
	for _, r := range rules {
		bad, _ := r.broken(around)
		found += strings.Join(bad, "\n")
	}
	if !strings.Contains(found, "agon/web -> agon/film -> agon/games/tron") {
		t.Errorf("a way round is not seen:\n%s", found)
	}
}

// TestKindsAreListed: every folder under games that holds a kind is in the generated list, and nothing else.
func TestKindsAreListed(t *testing.T) {
	all := house(t)
	var want []string
	for name := range all {
		if path.Dir(name) == "agon/games" && name != "agon/games/all" && name != "agon/games/new" {
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
	"agon/bot/sandbox/entry": "the launcher of a bot must run before any other package of the binary starts up",
}

// TestNothingStartsByItself: a package that does things when it is imported cannot be tested, ordered or left out.
func TestNothingStartsByItself(t *testing.T) {
	for name, p := range house(t) {
		for file, parsed := range p.files {
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if ok && f.Recv == nil && f.Name.Name == "init" && starts[name] == "" {
					t.Errorf("%s/%s has an init: life cycles by import are hard to follow; make it a value that cmd/agon wires up", name, file)
				}
			}
		}
	}
}

// TestArgumentsComeIn: only a main package reads the command line; everybody else is told.
func TestArgumentsComeIn(t *testing.T) {
	allowed := []string{"agon/cmd/agon", "agon/bench", "agon/games/new", "agon/internal/kindlist", "agon/bot/sandbox/entry"}
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
