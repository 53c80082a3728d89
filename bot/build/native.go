package build

import (
	"path/filepath"
	"runtime"
	"slices"

	"agon/bot/build/inside"
)

// A nativeBuild plans a bot in C or C++.
type nativeBuild struct{ *plan }

// planC compiles C with gcc, or else with cc.
func planC(p *plan) error {
	gcc, err := p.tools.find("C", "apt-get install gcc", "gcc", "cc", "clang")
	if err != nil {
		return err
	}
	b := &nativeBuild{p}
	b.fixIncludes(nil)
	args := append(b.optimised("-o", makes()), p.sources(".c")...)
	p.compile(gcc, append(args, p.lineBuffered(), "-lm")...)
	p.job.Steps[len(p.job.Steps)-1].Else = b.ownBuild()
	return nil
}

// optimised returns the arguments of a compiler of C or C++ with its optimisation first.
func (b *nativeBuild) optimised(args ...string) []string {
	if b.use.Debug {
		return append(b.debugFlags(), args...)
	}
	return append([]string{"-O2"}, args...)
}

// standards are those by which C++ is compiled in turn: libraries of 2016 use what C++17 and C++20 took away.
var standards = []string{"-std=c++20", "-std=c++17", "-std=c++14"}

// studioStandards are those by which it is compiled again with the headers that Visual Studio's own include.
var studioStandards = []string{"-std=c++20", "-std=c++14"}

// planCPP compiles C++ with g++, or else with c++.
func planCPP(p *plan) error {
	b := &nativeBuild{p}
	if done, err := b.finished(); done || err != nil {
		return err
	}
	gpp, err := p.tools.find("C++", "apt-get install g++", "g++", "c++", "clang++")
	if err != nil {
		return err
	}
	project, err := studio{p.source}.nativeProgram()
	if err != nil {
		return err
	}
	args, include := b.cpp(project)
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
	if own := b.ownBuild(); own != "" {
		step.Else += "\n" + own
	}
	if made := b.makefile(); made != nil {
		step.Or = append(step.Or, *made)
	}
	p.run = tool{path: p.output()}
	return nil
}

// cpp returns the arguments of the compiler behind the standard, and those that come before them in its last attempts; project is nil if
// there is none.
func (b *nativeBuild) cpp(project *nativeProject) (args, include []string) {
	args = b.optimised("-pthread", "-o", b.output())
	sources := b.sources(".cpp", ".cc", ".cxx")
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
	b.fixIncludes(folders)
	lenient, include := b.windows()
	if project != nil || b.source.entelect != nil {
		args = append(args, lenient...)
	} else {
		include = append(lenient, include...)
	}
	return append(append(args, sources...), b.lineBuffered()), include
}

// finished runs the program that a bot.json names, if it is one for this system.
func (b *nativeBuild) finished() (done bool, err error) {
	program := b.source.Entry
	if b.source.entelect == nil || !b.source.has(program) {
		return false, nil
	}
	if runtime.GOOS != "windows" && !runnable(filepath.Join(b.source.Root, filepath.FromSlash(program))) {
		if len(b.sources(".cpp", ".cc", ".cxx")) > 0 {
			return false, nil // a program for another system, with its sources
		}
		return false, flaw(entelectName, "RunFile %s is not a program for this system, and the folder has no sources to build it from",
			program)
	}
	b.run = tool{path: program}
	return true, nil
}
