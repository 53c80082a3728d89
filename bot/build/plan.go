package build

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"agon/bot/build/inside"
)

// A plan describes how a bot is built and run. Its paths are relative to the bot's future folder, in which its commands run.
type plan struct {
	source *Source
	tools  *Tools
	use    Use

	job      inside.Job
	standard *tool             // go, whose standard library is compiled in advance
	marks    []string          // identify all tools, so that another compiler means another build
	paths    []string          // where those tools are
	readable []string          // those that builds need
	extra    map[string]string // files added to the bot's own before the steps, by name
	folders  []string          // made before the steps
	advice   string            // printed before the output of a build that fails; may be empty
	place    place             // where dependencies are fetched; empty: the bot has no network = true
	socket   *os.File          // over which the job hands over its port for a proxy; nil: it has no network
	wall     time.Duration     // wall time of the job; 0: the builder's
	printed  string            // what the steps of a build that succeeded printed
	cached   bool              // the bot's files were downloaded into the cache, where nothing may be written
	check    *inside.Step      // reads the bot's sources before it is ever started; nil: none

	run tool // starts the bot; its path is relative for a file of the bot
	args,
	env []string
	module string // a WebAssembly module, run by agon's own binary
	memory int64
}

// makes returns the file name of the program that builds make.
func makes() string {
	if runtime.GOOS == "windows" {
		return "agon-bot.exe"
	}
	return "agon-bot"
}

// newPlan plans a bot.
func newPlan(s *Source, t *Tools, use Use) (*plan, error) {
	p := &plan{source: s, tools: t, use: use, extra: map[string]string{}}
	p.job.Env = p.debugEnvironment()
	if err := p.planned(); err != nil {
		return nil, err
	}
	p.plainSources()
	return p, nil
}

// planned makes the plan, by the author's commands or the language.
func (p *plan) planned() error {
	if len(p.source.Build) > 0 || len(p.source.Run) > 0 {
		return p.own()
	}
	l := findLanguage(p.source.Language)
	if l == nil {
		return flaw("", "its language is unclear: write language = \"…\" into its bot.toml")
	}
	return l.planned(p)
}

// own uses the author's commands, and the language's for those left out.
func (p *plan) own() error {
	for _, c := range p.source.Build {
		t, err := p.named(c[0])
		if err != nil {
			return err
		}
		p.step(t, c[1:]...)
	}
	if len(p.source.Build) > 0 {
		p.ownEnvironment()
	}
	if len(p.source.Run) == 0 {
		return p.ownBuilt()
	}
	first := p.source.Run[0]
	local := path.Clean(filepath.ToSlash(first))
	if strings.Contains(filepath.ToSlash(first), "/") && !filepath.IsAbs(first) || p.source.has(local) {
		if !filepath.IsLocal(filepath.FromSlash(local)) {
			return flaw(manifestName, "run: %s is not a path below the bot's folder", first)
		}
		p.run.path, p.args = local, p.source.Run[1:]
		return nil
	}
	t, err := p.named(first)
	p.run, p.args = t, p.source.Run[1:]
	return err
}

// ownBuilt runs the result of the author's own build, as the language would.
func (p *plan) ownBuilt() error {
	l := findLanguage(p.source.Language)
	if l == nil {
		return flaw(manifestName, "it has a build but no run: add run = \"./PROGRAM\"")
	}
	steps := p.job
	if err := l.planned(p); err != nil {
		return err
	}
	if p.run.path == makes() {
		return flaw(manifestName, "it has a build but no run: add run = \"./PROGRAM\"")
	}
	p.job = steps
	if p.module != "" {
		return p.compileModule()
	}
	return nil
}

// named finds a program that an author named: a file of the bot, or a tool.
func (p *plan) named(name string) (tool, error) {
	if strings.Contains(filepath.ToSlash(name), "/") && !filepath.IsAbs(name) {
		return tool{path: "./" + path.Clean(filepath.ToSlash(name))}, nil
	}
	switch name {
	case "cargo", "rustc":
		return p.tools.rust(name)
	case "go":
		return p.gotool()
	}
	return p.tools.find("its bot.toml", "install it, or name another", name)
}

// step adds a step to the build.
func (p *plan) step(t tool, args ...string) {
	p.job.Steps = append(p.job.Steps, inside.Step{Path: t.path, Args: args})
	p.uses(t)
}

// uses records what a step needs.
func (p *plan) uses(t tool) {
	p.marks = append(p.marks, t.mark)
	if dir := filepath.Dir(t.path); filepath.IsAbs(dir) && !slices.Contains(p.paths, dir) {
		p.paths = append(p.paths, dir)
	}
	for _, r := range t.readable {
		if !slices.Contains(p.readable, r) {
			p.readable = append(p.readable, r)
		}
	}
}

// output returns the path of the build's result: the RunFile of a bot.json, whose folder is made first, or else a default name.
func (p *plan) output() string {
	if p.source.entelect == nil {
		return makes()
	}
	p.folder(path.Dir(p.source.Entry))
	return p.source.Entry
}

// folder adds a folder to be made before the steps.
func (p *plan) folder(name string) {
	if name != "." && !slices.Contains(p.folders, name) {
		p.folders = append(p.folders, name)
	}
}

// free returns a name for a file or folder that is added to the bot's own: the given one, or else one with a number before its ending.
func (p *plan) free(name string) string {
	free, ending := name, path.Ext(name)
	for n := 2; ; n++ {
		_, file := p.source.anyCase(free)
		if !file && !p.source.hasFolder(free) {
			return free
		}
		free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ending), n, ending)
	}
}

// made runs the build's result.
func (p *plan) made() { p.run = tool{path: makes()} }

// reads lets the steps read a file or a folder of the system, if it exists.
func (p *plan) reads(path string) {
	if _, err := os.Stat(path); err == nil {
		p.readable = append(p.readable, path)
	}
}

// sources returns the bot's files with one of the endings: only the entry if it is a single file.
func (p *plan) sources(exts ...string) []string {
	if p.source.Single {
		return []string{p.entry()}
	}
	return p.all(exts...)
}

// all returns all of the bot's files with one of the endings.
func (p *plan) all(exts ...string) []string {
	names := p.source.ending(exts...)
	for i, name := range names {
		names[i] = "./" + name // so that no name is taken for an option
	}
	return names
}

// ending returns all of the bot's files with one of the endings, without tests of Go.
func (s *Source) ending(exts ...string) (names []string) {
	for _, f := range s.Files {
		if f.Link == "" && slices.Contains(exts, strings.ToLower(path.Ext(f.Name))) && !strings.HasSuffix(f.Name, "_test.go") {
			names = append(names, f.Name)
		}
	}
	return names
}

// entry returns the path of the bot's main file, which no program takes for an option.
func (p *plan) entry() string { return "./" + p.source.Entry }

// compile plans a build of one step.
func (p *plan) compile(compiler tool, args ...string) {
	p.step(compiler, args...)
	p.made()
}

// ownEnvironment sets the variables of every language, for builds with the author's own commands.
func (p *plan) ownEnvironment() {
	p.job.Env = append(append(p.job.Env, goEnv...), "CARGO_HOME={scratch}/cargo", "CARGO_NET_OFFLINE=true")
}
