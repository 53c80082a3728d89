package contest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"agon/bot"
	"agon/internal/nearest"
)

// A File is a contest.toml, read and checked for its shape. Paths are made absolute, relative to the file's folder.
type File struct {
	Path         string // empty for a contest made of arguments
	Name         string
	Kind         string
	Seed         int64
	Seeded       bool   // the file names a seed
	Secret       string // that seeds the bots' generators; empty: drawn, or derived from the seed
	MaxPerAuthor int    // 0: any number
	Options      map[string]any
	Warm         bool              // Python bots that are started for each move are forked from a warm interpreter
	Runtimes     map[string]string // paths of interpreters and compilers, by their names
	Packages     string            // a folder of libraries that builds may use; empty: none
	Shims        []string          // that bots get, by the names that package build has for them
	Before       time.Time         // bots from repositories are taken as they were before this day; zero: as they are
	Limits       Limits
	Bots         []Bot
	Stages       []StageSpec

	text string
}

// Limits guard the host, and hold bots to the contest's own average.
type Limits struct {
	bot.Limits
	Guard    time.Duration // for one call where the clock has no limit
	Average  time.Duration // of a bot's moves, over all of a stage
	CPUClock bool          // clocks count the processor time of bots, and not wall time
	Enforce  bool          // who is over the average is out of the ranking; else it is only told

	Packages *[]string // that Python bots may import beside the standard library; nil: any that the host has
}

// A Bot is one reference of the file.
type Bot struct {
	Ref string
	nth int // of the file's [[bots]], several of which may come from one
}

// A StageSpec is one stage as the file has it.
type StageSpec struct {
	Name   string
	Format string         // empty: the kind's own
	Keys   map[string]any // the format's keys; those of inner tables joined with a dot
}

// A Mistake is something wrong in a file, with its place.
type Mistake struct {
	File string
	Line int // 0 where nobody can tell
	Text string
	Err  error // what Text tells, where there is more to it
}

func (m *Mistake) Unwrap() error { return m.Err }

func (m *Mistake) Error() string {
	if m.Line == 0 {
		return m.File + ": " + m.Text
	}
	return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text)
}

// Read reads a contest.toml.
func Read(path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%s: no such file", path)
		}
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads the text of a contest.toml; path says where it stands.
func Parse(path string, text []byte) (*File, error) {
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			row, _ := bad.Position()
			return nil, &Mistake{File: path, Line: row, Text: strings.TrimPrefix(bad.Error(), "toml: ")}
		}
		return nil, &Mistake{File: path, Text: err.Error()}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	p := parser{path: path, text: string(text), file: &File{Path: abs, text: string(text)}}
	p.top(tree)
	if p.err != nil {
		return nil, p.err
	}
	return p.file, nil
}

// parser walks the tree of a file; the first mistake ends it.
type parser struct {
	path, text string
	file       *File
	table      string // that is being read, "" above all tables
	nth        int    // of the tables of its name
	err        error
}

// fail notes a mistake at a key of the table that is being read, or at the table where the key is missing.
func (p *parser) fail(key, format string, args ...any) {
	if p.err == nil {
		p.err = &Mistake{File: p.path, Line: lineOf(p.text, place{p.table, p.nth, key}), Text: fmt.Sprintf(format, args...)}
	}
}

// known refuses keys of a table that nobody knows.
func (p *parser) known(table string, tree map[string]any, names ...string) {
	for _, key := range sorted(tree) {
		found := false
		for _, n := range names {
			found = found || n == key
		}
		if !found {
			p.fail(key, "%s knows no key %q%s", table, key, hint(key, names))
		}
	}
}

func hint(word string, known []string) string {
	if h := nearest.Hint(word, known); h != "" {
		return h
	}
	return "; it knows " + strings.Join(known, ", ")
}

func (p *parser) top(tree map[string]any) {
	f := p.file
	p.known("a contest", tree, "name", "kind", "seed", "secret", "max_per_author", "options", "limits", "bots", "stages", "runtimes", "packages", "shims", "before", "warm")
	f.Name = p.str(tree, "name")
	f.Kind = p.str(tree, "kind")
	if p.err == nil && f.Kind == "" {
		p.err = &Mistake{File: p.path, Text: `the contest names no kind: write kind = "colour-battle" or another; agon games lists them`}
	}
	if f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(p.path), filepath.Ext(p.path))
	}
	if _, ok := tree["seed"]; ok {
		f.Seed, f.Seeded = p.integer(tree, "seed"), true
	}
	f.Secret = p.str(tree, "secret")
	if v, ok := tree["warm"]; ok {
		if f.Warm, ok = v.(bool); !ok {
			p.fail("warm", "warm is true or false, not %v", v)
		}
	}
	f.MaxPerAuthor = int(p.integer(tree, "max_per_author"))
	f.Before = p.day(tree, "before")
	f.Options = p.inner(tree, "options")
	f.Shims = p.names(tree, "shims")
	runtimes, packages := p.inner(tree, "runtimes"), p.inner(tree, "packages")
	limits, bots, stages := p.inner(tree, "limits"), p.tables(tree, "bots"), p.tables(tree, "stages")
	p.table = "limits"
	p.limits(limits)
	p.table = "runtimes"
	for _, name := range sorted(runtimes) {
		if f.Runtimes == nil {
			f.Runtimes = map[string]string{}
		}
		f.Runtimes[name] = p.program(runtimes, name)
	}
	p.table = "packages"
	p.known("[packages]", packages, "folder")
	if folder := p.str(packages, "folder"); folder != "" {
		f.Packages = p.absolute(folder)
	}
	for i, b := range bots {
		p.table, p.nth = "bots", i
		p.bot(i, b)
	}
	for i, s := range stages {
		p.table, p.nth = "stages", i
		p.stage(i, s)
	}
	if p.err == nil && len(f.Bots) == 0 {
		p.err = &Mistake{File: p.path, Text: "the contest has no bots: write [[bots]] and ref = \"…\" for each, or a folder with /* behind it"}
	}
	if len(f.Stages) == 0 {
		f.Stages = []StageSpec{{Name: "final"}}
	}
}

func (p *parser) limits(tree map[string]any) {
	l := &p.file.Limits
	p.known("[limits]", tree, "memory", "tasks", "cpu", "disk", "output", "guard", "average", "enforce", "packages", "clock")
	l.Memory = p.size(tree, "memory")
	l.Tasks = int(p.integer(tree, "tasks"))
	l.CPU = p.duration(tree, "cpu")
	l.Disk = p.size(tree, "disk")
	l.Output = p.size(tree, "output")
	l.Guard = p.duration(tree, "guard")
	l.Average = p.duration(tree, "average")
	switch clock := p.str(tree, "clock"); clock {
	case "", "wall":
	case "cpu":
		l.CPUClock = true
	default:
		p.fail("clock", "clock is \"wall\" (wall time without what the host held up) or \"cpu\" (processor time), not %q", clock)
	}
	if _, ok := tree["packages"]; ok {
		names := p.names(tree, "packages")
		l.Packages = &names
	}
	if v, ok := tree["enforce"]; ok {
		if l.Enforce, ok = v.(bool); !ok {
			p.fail("enforce", "enforce is true or false, not %v", v)
		}
	}
}

// names reads a list of texts.
func (p *parser) names(tree map[string]any, key string) []string {
	v, ok := tree[key]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	names := make([]string, len(list))
	for i := range list {
		if ok {
			names[i], ok = list[i].(string)
		}
	}
	if !ok {
		p.fail(key, `%s is a list of names, as ["one", "two"], not %v`, key, v)
	}
	return names
}

// program reads the path of a program: relative to the file's folder where it has a slash, else a name that is looked for along PATH.
func (p *parser) program(tree map[string]any, key string) string {
	path := p.str(tree, key)
	if path == "" || strings.ContainsAny(path, `/\`) {
		return p.absolute(path)
	}
	found, err := exec.LookPath(path)
	if err != nil {
		p.fail(key, "%s: no %s in PATH; write the program's full path", key, path)
		return path
	}
	return p.absolute(found)
}

func (p *parser) bot(nth int, tree map[string]any) {
	p.known("[[bots]]", tree, "ref", "name", "before")
	ref := p.str(tree, "ref")
	if ref == "" {
		p.fail("", "bot %d has no ref: write ref = \"./mybot.py\" or another; agon play --help tells what a reference may be", nth+1)
		return
	}
	name := p.str(tree, "name")
	if named := named.FindStringSubmatch(ref); named != nil && name == "" {
		name, ref = named[1], named[2]
	}
	if strings.ContainsAny(name, notInNames) {
		p.fail("name", "a name has none of %s in it, as %q has", notInNames, name)
	}
	if day := p.day(tree, "before"); !day.IsZero() {
		ref = p.dated(ref, day)
	}
	for _, ref := range p.resolve(ref) {
		if name != "" {
			ref = name + "=" + ref
		}
		p.file.Bots = append(p.file.Bots, Bot{Ref: ref, nth: nth})
	}
}

// day reads a date, as "2022-11-30" or without the quotes.
func (p *parser) day(tree map[string]any, key string) time.Time {
	v, ok := tree[key]
	if !ok {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, fmt.Sprint(v))
	if err != nil {
		p.fail(key, "%s is a day as \"2022-11-30\", not %v", key, v)
	}
	return day
}

// dated asks for a repository as it was before a day.
func (p *parser) dated(ref string, day time.Time) string {
	if !strings.HasPrefix(ref, "git+") {
		p.fail("before", "before is for bots from repositories (git+URL@BRANCH), not for %q", ref)
	}
	mark := "?"
	if strings.Contains(ref, "?") {
		mark = "&"
	}
	return ref + mark + "before=" + day.Format(time.DateOnly)
}

// notInNames are the characters by which a path or a scheme is told from a name that stands before a reference.
const notInNames = `/\:?.@=`

// named is a reference with a name before it.
var named = regexp.MustCompile(`^([^/\\:?.@=]+)=(.+)$`)

// foreign is a reference that is no path.
var foreign = regexp.MustCompile(`^(builtin|script|human|console|docker|docker-daemon|podman|docker-archive|oci|image|git\+[a-z]+):|^human$`)

// resolve makes a path absolute and spreads folder/* into its entries.
func (p *parser) resolve(ref string) []string {
	if foreign.MatchString(ref) {
		for _, scheme := range []string{"script:", "docker-archive:", "oci:", "image:"} {
			if rest, ok := strings.CutPrefix(ref, scheme); ok {
				return []string{scheme + p.absolute(rest)}
			}
		}
		return []string{ref}
	}
	ref = p.absolute(ref)
	if !strings.ContainsAny(ref, "*?[") {
		return []string{ref}
	}
	found, err := filepath.Glob(ref)
	if err != nil || len(found) == 0 {
		p.fail("ref", "%s: there is nothing there", ref)
	}
	return found
}

func (p *parser) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(p.file.Path), path)
}

func (p *parser) stage(nth int, tree map[string]any) {
	s := StageSpec{Name: p.str(tree, "name"), Format: p.str(tree, "format"), Keys: map[string]any{}}
	if s.Name == "" {
		s.Name = fmt.Sprintf("stage %d", nth+1)
	}
	for key, v := range tree {
		if key == "name" || key == "format" {
			continue
		}
		inner, ok := v.(map[string]any)
		if !ok {
			s.Keys[key] = v
			continue
		}
		for k, v := range inner {
			s.Keys[key+"."+k] = v
		}
	}
	p.file.Stages = append(p.file.Stages, s)
}

func (p *parser) str(tree map[string]any, key string) string {
	v, ok := tree[key]
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		p.fail(key, "%s is a text in quotes, not %v", key, v)
	}
	return s
}

func (p *parser) integer(tree map[string]any, key string) int64 {
	v, ok := tree[key]
	if !ok {
		return 0
	}
	n, ok := v.(int64)
	if !ok || n < 0 && key != "seed" {
		p.fail(key, "%s is a whole number, not %v", key, v)
	}
	return n
}

func (p *parser) inner(tree map[string]any, key string) map[string]any {
	v, ok := tree[key]
	if !ok {
		return nil
	}
	t, ok := v.(map[string]any)
	if !ok {
		p.fail(key, "[%s] is a table", key)
	}
	return t
}

func (p *parser) tables(tree map[string]any, key string) []map[string]any {
	v, ok := tree[key]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	var all []map[string]any
	for _, item := range list {
		t, isTable := item.(map[string]any)
		ok = ok && isTable
		all = append(all, t)
	}
	if !ok {
		p.fail(key, "%s is written as [[%s]], once for each", key, key)
		return nil
	}
	return all
}

func (p *parser) duration(tree map[string]any, key string) time.Duration {
	text := p.str(tree, key)
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		p.fail(key, "%s is a time as \"20ms\" or \"5s\", not %q", key, text)
	}
	return d
}

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

func (p *parser) size(tree map[string]any, key string) int64 {
	v, ok := tree[key]
	if !ok {
		return 0
	}
	if n, ok := v.(int64); ok && n > 0 {
		return n
	}
	text, _ := v.(string)
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		var n float64
		if _, err := fmt.Sscanf(strings.TrimSpace(number), "%g", &n); err == nil && n > 0 && n < 1e15 {
			return int64(n * float64(u.bytes))
		}
	}
	p.fail(key, "%s is a size as \"512MiB\", not %v", key, v)
	return 0
}
