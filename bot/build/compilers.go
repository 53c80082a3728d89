package build

import (
	"cmp"
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

// findCompiler finds the compiler of the language: on this machine, or else in a NuGet package of the contest's.
func (b *netBuild) findCompiler() (*netCompiler, error) {
	t, missing := b.tools.find(b.name, b.fix, b.compilers...)
	if missing == nil {
		return &netCompiler{tool: t}, nil
	}
	all, err := b.tools.provides(".nupkg")
	if err != nil || b.packed == "" {
		return nil, cmp.Or(err, missing)
	}
	for _, g := range newest(all, func(string) string { return "" }) {
		if !slices.ContainsFunc(b.packages, func(id string) bool { return strings.EqualFold(id, g.name) }) {
			continue
		}
		c, err := b.unpackCompiler(g)
		if c != nil || err != nil {
			return c, err
		}
	}
	return nil, missing
}

// unpackCompiler puts the compiler from a package beside the bot's files for the build; nil if the package has none.
func (b *netBuild) unpackCompiler(g provided) (*netCompiler, error) {
	files, err := g.unzip(func(name string) bool { return strings.HasPrefix(name, "tools/") })
	if err != nil {
		return nil, err
	}
	at := ""
	for name := range files {
		if strings.EqualFold(path.Base(name), b.packed) && (at == "" || name < at) {
			at = name
		}
	}
	if at == "" {
		return nil, nil
	}
	mono, err := b.tools.find(b.name, monoFix, "mono")
	if err != nil {
		return nil, err
	}
	c := &netCompiler{tool: mono, first: []string{"./" + path.Join(compilerFolder, path.Base(at))}, place: monoLibraries(mono)}
	c.options = b.alone(c.place)
	for name, text := range files {
		inside, ok := strings.CutPrefix(name, path.Dir(at)+"/")
		if !ok {
			continue
		}
		b.extra[path.Join(compilerFolder, inside)] = string(text)
		if slices.Contains(b.netLanguage.brings, inside) {
			c.beside = append(c.beside, assembly{inside, string(text)})
		}
	}
	b.job.Omit = append(b.job.Omit, compilerFolder)
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
func (b *netBuild) alone(place string) (options []string) {
	switch b.name {
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
func (b *netBuild) compiles(args ...string) {
	c := b.compiler
	words := slices.Concat(c.first, c.options)
	for _, a := range args {
		if name, ok := strings.CutPrefix(a, "-r:"); ok && len(c.first) > 0 && !strings.Contains(name, "/") {
			a = "-r:" + filepath.Join(c.place, name)
		}
		words = append(words, a)
	}
	b.step(c.tool, words...)
}

// compilerLibraries puts the compiler's libraries beside a program and returns the options that name them in the compiler's folder: F#'s
// needs files beside its library that programs do not need.
func (b *netBuild) compilerLibraries(dir string) (options []string) {
	for _, a := range b.compiler.beside {
		b.extra[path.Join(dir, a.name)] = a.text
		options = append(options, "-r:./"+path.Join(compilerFolder, a.name))
	}
	return options
}

// brings reports whether a library comes with the compiler.
func (c *netCompiler) brings(name string) bool {
	return slices.ContainsFunc(c.beside, func(a assembly) bool { return strings.EqualFold(a.name, name+".dll") })
}
