package build

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// compilerFolder is the folder below the bot's in which a compiler from the contest's packages lies during the build.
const compilerFolder = "agon-compiler"

// A netCompiler is a compiler of a .NET language: a program of this machine, or one from the contest's packages that mono runs.
type netCompiler struct {
	tool
	first   []string   // leading arguments: the compiler's file, if mono runs it
	beside  []assembly // libraries of the compiler that must lie beside every program
	options []string
	place   string // folder of mono's libraries, if the compiler does not find them itself
}

// netCompiler finds the compiler of a language: on this machine, or else in a NuGet package of the contest's.
func (p *plan) netCompiler(l netLanguage) (*netCompiler, error) {
	t, missing := p.tools.find(l.name, l.mend, l.compilers...)
	if missing == nil {
		return &netCompiler{tool: t}, nil
	}
	all, err := p.tools.provides(".nupkg")
	if err != nil || l.packed == "" {
		return nil, orError(err, missing)
	}
	for _, g := range newest(all, func(string) string { return "" }) {
		if !slices.ContainsFunc(l.packages, func(id string) bool { return strings.EqualFold(id, g.name) }) {
			continue
		}
		c, err := p.unpackCompiler(l, g)
		if c != nil || err != nil {
			return c, err
		}
	}
	return nil, missing
}

func orError(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// unpackCompiler puts the compiler from a package beside the bot's files for the build; nil if the package has none.
func (p *plan) unpackCompiler(l netLanguage, g provided) (*netCompiler, error) {
	files, err := g.unzip(func(name string) bool { return strings.HasPrefix(name, "tools/") })
	if err != nil {
		return nil, err
	}
	at := ""
	for name := range files {
		if strings.EqualFold(path.Base(name), l.packed) && (at == "" || name < at) {
			at = name
		}
	}
	if at == "" {
		return nil, nil
	}
	mono, err := p.tools.find(l.name, monoMend, "mono")
	if err != nil {
		return nil, err
	}
	c := &netCompiler{tool: mono, first: []string{"./" + path.Join(compilerFolder, path.Base(at))}, place: monoLibraries(mono)}
	c.options = l.alone(c.place)
	for name, text := range files {
		inside, ok := strings.CutPrefix(name, path.Dir(at)+"/")
		if !ok {
			continue
		}
		p.extra[path.Join(compilerFolder, inside)] = string(text)
		if slices.Contains(l.brings, inside) {
			c.beside = append(c.beside, assembly{inside, string(text)})
		}
	}
	p.job.Omit = append(p.job.Omit, compilerFolder)
	return c, nil
}

// monoLibraries returns the folder of mono's own libraries.
func monoLibraries(mono tool) string {
	place := filepath.Join(installation(resolved(mono.path)), "lib/mono/4.5")
	if !isFile(filepath.Join(place, "mscorlib.dll")) {
		return "/usr/lib/mono/4.5"
	}
	return place
}

// alone returns options for a compiler that does not find mono's libraries itself.
func (l netLanguage) alone(place string) (options []string) {
	switch l.name {
	case fsharp.name:
		options = []string{"--noframework", "-r:" + filepath.Join(place, "mscorlib.dll")}
	case basic.name:
		options = []string{"-sdkpath:" + place}
		if !isFile(filepath.Join(place, "Microsoft.VisualBasic.dll")) {
			options = append(options, "-vbruntime*") // the part of it that programs need to start
		}
	}
	return options
}

// compiles adds a step that runs the compiler.
func (c *netCompiler) compiles(p *plan, args ...string) {
	words := slices.Concat(c.first, c.options)
	for _, a := range args {
		if name, ok := strings.CutPrefix(a, "-r:"); ok && len(c.first) > 0 && !strings.Contains(name, "/") {
			a = "-r:" + filepath.Join(c.place, name)
		}
		words = append(words, a)
	}
	p.step(c.tool, words...)
}

// lays puts the compiler's libraries beside a program and returns the options that name them in the compiler's folder: F#'s needs files
// beside its library that programs do not need.
func (c *netCompiler) lays(p *plan, dir string) (options []string) {
	for _, a := range c.beside {
		p.extra[path.Join(dir, a.name)] = a.text
		options = append(options, "-r:./"+path.Join(compilerFolder, a.name))
	}
	return options
}

// brings reports whether a library comes with the compiler.
func (c *netCompiler) brings(name string) bool {
	return slices.ContainsFunc(c.beside, func(a assembly) bool { return strings.EqualFold(a.name, name+".dll") })
}
