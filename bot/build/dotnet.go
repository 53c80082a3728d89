package build

import (
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

const monoMend = "apt-get install mono-mcs mono-runtime"

// planCSharp runs what a bot.json names, and compiles sources with mono's compiler where there is nothing to run yet.
func planCSharp(p *plan) error { return p.dotnet("C#", ".cs", "mcs", "csc") }

// planFSharp does the same for F#.
func planFSharp(p *plan) error { return p.dotnet("F#", ".fs", "fsharpc") }

func (p *plan) dotnet(who, ending string, compilers ...string) error {
	program := p.source.Entry
	if p.source.entelect == nil {
		program = "agon-bot.exe"
	}
	if !p.source.has(program) {
		compiler, err := p.tools.find(who, monoMend, compilers...)
		if err != nil {
			return err
		}
		sources := p.sources(ending)
		if len(sources) == 0 {
			return flaw("", "there is no %s, and no source of %s to build it from", program, who)
		}
		p.folder(path.Dir(program))
		args := append([]string{"-nologo", "-optimize+", "-out:" + program}, references(compiler)...)
		p.compile(compiler, append(args, sources...)...)
	}
	return p.managed(who, program)
}

// usualReferences are libraries that contests gave their bots without asking.
var usualReferences = [...]string{
	"System", "System.Core", "System.Data", "System.Drawing", "System.Net.Http", "System.Numerics", "System.Numerics.Vectors", "System.Runtime.Serialization",
	"System.ValueTuple", "System.Web.Extensions", "System.Xml", "System.Xml.Linq", "Microsoft.CSharp",
}

// references are options for those of the usual libraries that lie beside a compiler of mono.
func references(compiler tool) (options []string) {
	for _, place := range [...]string{filepath.Join(installation(compiler.path), "lib/mono/4.5"), "/usr/lib/mono/4.5"} {
		for _, name := range usualReferences {
			if isFile(filepath.Join(place, name+".dll")) {
				options = append(options, "-r:"+name+".dll")
			}
		}
		if len(options) > 0 {
			return options
		}
	}
	return nil
}

// managed runs a program of .NET: as it is on Windows, with dotnet where it is a library, else with mono.
func (p *plan) managed(who, program string) error {
	if strings.EqualFold(path.Ext(program), ".dll") {
		dotnet, err := p.tools.find(who, "https://dotnet.microsoft.com/download", "dotnet")
		p.runs(dotnet, program)
		return err
	}
	if runtime.GOOS == "windows" {
		p.run = tool{path: program}
		return nil
	}
	mono, err := p.tools.find(who, monoMend, "mono")
	p.runs(mono, "./"+program)
	return err
}

// entelectCPP runs what a bot.json names, if that is a program of this system.
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
			return false, nil // a program of another system, with its sources
		}
		return false, flaw(entelectName, "RunFile %s is no program of this system, and there are no sources to build it from", program)
	}
	p.run = tool{path: program}
	return true, nil
}
