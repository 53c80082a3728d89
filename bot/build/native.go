package build

import (
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/bot/build/inside"
)

// planC compiles C with gcc, or else with cc.
func planC(p *plan) error {
	gcc, err := p.tools.find("C", "apt-get install gcc", "gcc", "cc", "clang")
	if err != nil {
		return err
	}
	p.mendIncludes(nil)
	args := append(p.optimised("-o", makes()), p.sources(".c")...)
	p.compile(gcc, append(args, p.lineBuffered(), "-lm")...)
	p.job.Steps[len(p.job.Steps)-1].Else = p.ownBuild()
	return nil
}

// optimised returns the arguments of a compiler of C or C++ with its optimisation first.
func (p *plan) optimised(args ...string) []string {
	if p.use.Debug {
		return append([]string{"-Og", "-g"}, args...)
	}
	return append([]string{"-O2"}, args...)
}

// standards are those by which C++ is compiled in turn: libraries of 2016 use what C++17 and C++20 took away.
var standards = []string{"-std=c++20", "-std=c++17", "-std=c++14"}

// studioStandards are those by which it is compiled again with the headers that Visual Studio's own include.
var studioStandards = []string{"-std=c++20", "-std=c++14"}

// planCPP compiles C++ with g++, or else with c++.
func planCPP(p *plan) error {
	if done, err := p.entelectCPP(); done || err != nil {
		return err
	}
	gpp, err := p.tools.find("C++", "apt-get install g++", "g++", "c++", "clang++")
	if err != nil {
		return err
	}
	project, err := p.source.nativeProgram()
	if err != nil {
		return err
	}
	args := p.optimised("-pthread", "-o", p.output())
	sources := p.sources(".cpp", ".cc", ".cxx")
	var folders []string
	if project != nil {
		sources, folders = nil, project.includes
		for _, s := range project.sources {
			sources = append(sources, "./"+s)
		}
		for _, dir := range folders {
			args = append(args, "-I./"+dir)
		}
		args = append(args, project.ownDefines()...)
	}
	p.mendIncludes(folders)
	lenient, include := p.windows()
	if project != nil || p.source.entelect != nil {
		args = append(args, lenient...)
	} else {
		include = append(lenient, include...)
	}
	args = append(append(args, sources...), p.lineBuffered())
	p.step(gpp, append([]string{standards[0]}, args...)...)
	step := &p.job.Steps[len(p.job.Steps)-1]
	for _, standard := range standards[1:] {
		step.Or = append(step.Or, inside.Step{Path: gpp.path, Args: append([]string{standard}, args...)})
	}
	for _, standard := range studioStandards {
		step.Or = append(step.Or, inside.Step{Path: gpp.path, Args: slices.Concat([]string{standard}, include, args)})
	}
	step.Else = "as C++20; it is not C++17 or C++14 either. Another standard or other options: build = \"g++ -std=c++11 -O2 -o bot " +
		"bot.cpp\" and run = \"./bot\" in bot.toml"
	if own := p.ownBuild(); own != "" {
		step.Else += "\n" + own
	}
	if made := p.makefile(); made != nil {
		step.Or = append(step.Or, *made)
	}
	p.run = tool{path: p.output()}
	return nil
}

// entelectCPP runs the program that a bot.json names, if it is one for this system.
func (p *plan) entelectCPP() (done bool, err error) {
	if p.source.entelect == nil {
		return false, nil
	}
	program := p.source.Entry
	if !p.source.has(program) {
		return false, nil
	}
	if runtime.GOOS != "windows" && !runnable(filepath.Join(p.source.Root, filepath.FromSlash(program))) {
		if len(p.sources(".cpp", ".cc", ".cxx")) > 0 {
			return false, nil // a program for another system, with its sources
		}
		return false, flaw(entelectName, "RunFile %s is not a program for this system, and the folder has no sources to build it from",
			program)
	}
	p.run = tool{path: program}
	return true, nil
}

// compile plans a build of one step.
func (p *plan) compile(compiler tool, args ...string) {
	p.step(compiler, args...)
	p.made()
}

// planRust compiles one file with rustc, and a package with cargo, offline.
func planRust(p *plan) error {
	rustc, err := p.tools.rust("rustc")
	if err != nil {
		return err
	}
	if _, err := p.tools.find("Rust", "apt-get install gcc", "cc", "gcc"); err != nil {
		return err // the linker is missing
	}
	if p.source.has("Cargo.toml") {
		return p.cargo(rustc)
	}
	if err := p.needsEntry(".rs"); err != nil {
		return err
	}
	if done, err := p.withCrates(rustc); done || err != nil {
		return err
	}
	optimised := "-O"
	if p.use.Debug {
		optimised = "-g"
	}
	p.compile(rustc, optimised, "--edition", "2021", "--crate-name", "bot", "-o", makes(), p.entry())
	return nil
}

func (p *plan) cargo(rustc tool) error {
	cargo, err := p.tools.rust("cargo")
	if err != nil {
		return err
	}
	name, err := p.crate()
	if err != nil {
		return err
	}
	p.cargoBuild(rustc, cargo, name)
	return nil
}

// cargoBuild plans a build by cargo, without a network.
func (p *plan) cargoBuild(rustc, cargo tool, name string) {
	p.uses(rustc)
	p.compile(cargo, "build", "--release", "--offline", "--quiet")
	p.job.Env = append(p.job.Env, "RUSTC="+rustc.path, "CARGO_HOME={scratch}/cargo", "CARGO_TARGET_DIR={scratch}/bot/target",
		"CARGO_TERM_COLOR=never")
	p.job.Moves = []inside.Move{{From: "target/release/" + name, To: makes()}}
	p.job.Omit = []string{"target"}
}

// crate returns the name that cargo gives to the program.
func (p *plan) crate() (string, error) {
	text, err := readSmall(filepath.Join(p.source.Root, "Cargo.toml"))
	if err != nil {
		return "", err
	}
	var c struct {
		Package struct{ Name string }
		Bin     []struct{ Name string }
	}
	if err := toml.Unmarshal(text, &c); err != nil {
		return "", flaw("Cargo.toml", "%v", err)
	}
	name := c.Package.Name
	if len(c.Bin) > 0 {
		name = c.Bin[0].Name
	}
	if name == "" || strings.ContainsAny(name, `/\`) {
		return "", flaw("Cargo.toml", "its Cargo.toml names no package")
	}
	return name, nil
}

// planGo builds with go, offline and without cgo: one file, the files of a folder, or its module.
func planGo(p *plan) error {
	gotool, err := p.gotool()
	if err != nil {
		return err
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-o", makes()}
	if p.use.Debug {
		args = append(args, "-gcflags=all=-N -l")
	}
	switch {
	case p.source.Single:
		args = append(args, p.entry())
	case p.source.has("go.mod"):
		args = append(args, ".")
	default:
		args = append(args, p.top(".go")...)
	}
	p.compile(gotool, args...)
	p.job.Env = append(p.job.Env, goEnv...)
	return nil
}

// gotool finds go, and has its standard library compiled in advance.
func (p *plan) gotool() (tool, error) {
	t, err := p.tools.find("Go", "apt-get install golang-go, or https://go.dev/dl", "go")
	if err == nil {
		p.standard = &t
	}
	return t, err
}

// goEnv makes go use only this machine's toolchain and the sources.
var goEnv = []string{
	"GOCACHE={scratch}/" + goCache, "GOPATH={scratch}/go", "GOENV=off", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off",
	"GOFLAGS=", "CGO_ENABLED=0",
}

// goCache is the folder with compiled packages of Go's standard library.
const goCache = "go-cache"

// top returns the sources at the top of the folder.
func (p *plan) top(ext string) []string {
	return slices.DeleteFunc(p.sources(ext), func(name string) bool { return path.Dir(name) != "." })
}

// ownEnvironment sets the variables of every language, for builds with the author's own commands.
func (p *plan) ownEnvironment() {
	p.job.Env = append(append(p.job.Env, goEnv...), "CARGO_HOME={scratch}/cargo", "CARGO_NET_OFFLINE=true")
}
