package build

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"agon/bot/build/inside"
)

// A plan is how a bot is built and run. Paths in it are relative to the folder in which the bot will lie; so are those of the commands,
// which are run there.
type plan struct {
	source *Source
	tools  *Tools
	use    Use

	job      inside.Job
	standard *tool             // go, whose own library is compiled beforehand
	marks    []string          // of all tools, so that another compiler is another build
	paths    []string          // where those tools are
	readable []string          // that builds need
	extra    map[string]string // files that are laid beside the bot's own before the steps, by their names
	folders  []string          // made before the steps

	run tool // what the bot is started with; its path is relative for a file of the bot
	args,
	env []string
	module string // a WebAssembly module that is run by our own program
	memory int64
}

// makes is what builds call the program they make.
func makes() string {
	if runtime.GOOS == "windows" {
		return "agon-bot.exe"
	}
	return "agon-bot"
}

// newPlan plans a bot.
func newPlan(s *Source, t *Tools, use Use) (*plan, error) {
	p := &plan{source: s, tools: t, use: use, extra: map[string]string{}}
	if len(s.Build) > 0 || len(s.Run) > 0 {
		return p, p.own()
	}
	l := findLanguage(s.Language)
	if l == nil {
		return nil, flaw("", "its language is unclear: write language = \"…\" into its bot.toml")
	}
	return p, l.planned(p)
}

// own takes the author's own commands, and the language's for what they leave out.
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
			return flaw(manifestName, "run: %s is nothing beneath the bot's folder", first)
		}
		p.run.path, p.args = local, p.source.Run[1:]
		return nil
	}
	t, err := p.named(first)
	p.run, p.args = t, p.source.Run[1:]
	return err
}

// ownBuilt runs what the author's own build has left, as the language would.
func (p *plan) ownBuilt() error {
	l := findLanguage(p.source.Language)
	if l == nil {
		return flaw(manifestName, "it has build and no run: write run = \"./PROGRAM\"")
	}
	steps := p.job
	if err := l.planned(p); err != nil {
		return err
	}
	if p.run.path == makes() {
		return flaw(manifestName, "it has build and no run: write run = \"./PROGRAM\"")
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

// uses notes what a step needs.
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

// output is what the build makes: the RunFile of a bot.json, in a folder that is made before, else a program of our own name.
func (p *plan) output() string {
	if p.source.entelect == nil {
		return makes()
	}
	p.folder(path.Dir(p.source.Entry))
	return p.source.Entry
}

// folder has a folder made before the steps.
func (p *plan) folder(name string) {
	if name != "." && !slices.Contains(p.folders, name) {
		p.folders = append(p.folders, name)
	}
}

// made runs what the build has made.
func (p *plan) made() { p.run = tool{path: makes()} }

// reads lets the steps read a file or a folder of the system, where it is there.
func (p *plan) reads(path string) {
	if _, err := os.Stat(path); err == nil {
		p.readable = append(p.readable, path)
	}
}

// sources are the bot's files of some endings: the entry alone where it is a single file, else all.
func (p *plan) sources(exts ...string) []string {
	if p.source.Single {
		return []string{p.entry()}
	}
	return p.all(exts...)
}

// all are all of the bot's files of some endings.
func (p *plan) all(exts ...string) []string {
	var names []string
	for _, f := range p.source.Files {
		if f.Link == "" && slices.Contains(exts, strings.ToLower(path.Ext(f.Name))) && !strings.HasSuffix(f.Name, "_test.go") {
			names = append(names, "./"+f.Name) // no name may pass for an option
		}
	}
	return names
}

// entry is the file that the bot begins with, in words that no program takes for an option.
func (p *plan) entry() string { return "./" + p.source.Entry }
