package build

import (
	"debug/pe"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const monoMend = "apt-get install mono-mcs mono-runtime"

// A netLanguage is a language of .NET.
type netLanguage struct {
	name      string
	ending    string // of its sources
	project   string // ending of its project files
	compilers []string
	mend      string
	dashes    string // before options of its compilers

	packages []string // NuGet packages with a compiler that mono runs
	packed   string   // that compiler's file
	brings   []string // libraries in its folder that programs need
}

// options formats compiler options in the language's style.
func (l netLanguage) options(names ...string) []string {
	for i, name := range names {
		names[i] = l.dashes + name
	}
	return names
}

var (
	csharp = netLanguage{name: "C#", ending: ".cs", project: ".csproj", compilers: []string{"mcs", "csc"}, mend: monoMend, dashes: "-"}
	fsharp = netLanguage{
		name: "F#", ending: ".fs", project: ".fsproj", compilers: []string{"fsharpc"}, dashes: "--",
		mend: "put FSharp.Compiler.Tools.VERSION.nupkg into the folder of the contest's packages (" + packagesGiven +
			"), or apt-get install fsharp, where the system has that package (Debian 9 was the last)",
		packages: []string{"FSharp.Compiler.Tools"}, packed: "fsc.exe", brings: []string{"FSharp.Core.dll"},
	}
	basic = netLanguage{
		name: "VB.NET", ending: ".vb", project: ".vbproj", compilers: []string{"vbnc", "vbc"}, dashes: "-",
		mend: "put Microsoft.Net.Compilers.VERSION.nupkg into the folder of the contest's packages (" + packagesGiven +
			"), or apt-get install mono-vbnc, where the system has that package (Debian 10 was the last)",
		packages: []string{"Microsoft.Net.Compilers"}, packed: "vbc.exe",
	}
)

// planCSharp runs the program that a bot.json names, or else compiles the sources with mono's compiler.
func planCSharp(p *plan) error { return p.dotnet(csharp) }

// planFSharp does the same for F#.
func planFSharp(p *plan) error { return p.dotnet(fsharp) }

// planBasic does the same for VB.NET.
func planBasic(p *plan) error { return p.dotnet(basic) }

func (p *plan) dotnet(l netLanguage) error {
	if e := p.source.Entry; p.source.entelect != nil && p.source.has(e) {
		native := p.nativeExe(e)
		if !native {
			return p.managed(l, e)
		}
		if len(p.all(l.ending)) == 0 {
			return flaw(entelectName, "RunFile %s is a native Windows program (it has no .NET header), and BotType says %s; the folder "+
				"has no %s sources to build it from", e, l.name, l.name)
		}
	}
	compiler, err := p.netCompiler(l)
	if err != nil {
		return err
	}
	project, err := p.source.netProgram(l.project)
	if err != nil {
		return err
	}
	if project != nil {
		return p.netProject(l, compiler, project)
	}
	program := "agon-bot.exe"
	if p.source.entelect != nil {
		program = p.output()
	}
	sources := p.sources(l.ending)
	if len(sources) == 0 {
		return flaw("", "no %s, and no %s source to build it from", program, l.name)
	}
	args := append(l.options("nologo", "optimize+", "out:"+program), references(compiler.tool)...)
	args = append(append(args, compiler.lays(p, path.Dir(program))...), l.imports(nil)...)
	compiler.compiles(p, append(args, sources...)...)
	return p.managed(l, program)
}

// nativeExe reports whether a file is a native Windows program: its PE header has no CLR header.
func (p *plan) nativeExe(name string) bool {
	const clrHeader = 14 // index among the data directories
	f, err := pe.Open(filepath.Join(p.source.Root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	defer f.Close()
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader32:
		return h.DataDirectory[clrHeader].VirtualAddress == 0
	case *pe.OptionalHeader64:
		return h.DataDirectory[clrHeader].VirtualAddress == 0
	}
	return false
}

// netProject compiles a project's files, after the projects that it refers to, into RunFile or the project's output.
func (p *plan) netProject(l netLanguage, compiler *netCompiler, n *netProject) error {
	program := n.program()
	if p.source.entelect != nil {
		program = p.source.Entry
	}
	if !filepath.IsLocal(filepath.FromSlash(program)) {
		return flaw(n.file, "OutputPath leads out of the bot's folder")
	}
	var err error
	if l.name == csharp.name && n.wants != "" {
		err = p.netBuild(n, program)
	} else {
		err = p.netCompile(l, compiler, n, program, nil)
	}
	if err != nil {
		return err
	}
	return p.managed(l, program)
}

// netReferred calls each for every project that a project refers to, with the path of references.
func (p *plan) netReferred(n *netProject, above []string, each func(other *netProject, above []string) error) error {
	const deepest = 8
	if slices.Contains(above, n.file) || len(above) > deepest {
		return flaw(n.file, "its project references form a cycle, or are nested more than %d deep", deepest)
	}
	for _, file := range n.projects {
		real, ok := p.source.anyCase(file)
		if !ok {
			return flaw(n.file, "it refers to the project %s, which is not in the bot's folder", file)
		}
		other, err := p.source.netProject(real, n.values["Configuration"])
		if err != nil {
			return err
		}
		if err := each(other, append(above, n.file)); err != nil {
			return err
		}
	}
	return nil
}

// netCompile adds the step that compiles one project, after those of the projects that it refers to.
func (p *plan) netCompile(l netLanguage, compiler *netCompiler, n *netProject, to string, above []string) error {
	dir := path.Dir(to)
	p.folder(dir)
	args := l.options("nologo", "optimize+", "out:"+to)
	if n.library() {
		args = append(args, l.options("target:library")...)
	}
	err := p.netReferred(n, above, func(other *netProject, above []string) error {
		library := path.Join(dir, other.assembly()+".dll")
		args = append(args, "-r:"+library)
		return p.netCompile(l, compiler, other, library, above)
	})
	if err != nil {
		return err
	}
	libraries, err := p.netReferences(compiler, n, dir)
	if err != nil {
		return err
	}
	args = append(append(args, libraries...), l.imports(n)...)
	if d := strings.Trim(strings.ReplaceAll(n.values["DefineConstants"], " ", ""), ";"); d != "" {
		for _, name := range strings.Split(d, ";") {
			args = append(args, l.options("define:"+name)...)
		}
	}
	if strings.EqualFold(n.values["AllowUnsafeBlocks"], "true") {
		args = append(args, "-unsafe")
	}
	for _, r := range n.resources {
		if strings.EqualFold(path.Ext(r), ".resx") {
			continue // resources of forms, which a bot does not have
		}
		inside, _ := strings.CutPrefix(r, n.dir+"/")
		args = append(args, l.options("resource:"+r+","+orElse(n.values["RootNamespace"], n.assembly())+"."+strings.ReplaceAll(inside, "/",
			"."))...)
	}
	if len(n.sources) == 0 {
		return flaw(n.file, "it lists no sources")
	}
	for _, f := range n.sources {
		args = append(args, "./"+f)
	}
	compiler.compiles(p, args...)
	return p.netContent(n, to)
}

// imports returns options for the namespaces that all VB.NET sources import: the project's, or else the defaults of Visual Studio.
func (l netLanguage) imports(n *netProject) (options []string) {
	if l.name != basic.name {
		return nil
	}
	names := []string{"System", "System.Collections", "System.Collections.Generic", "System.Linq", "Microsoft.VisualBasic"}
	if n != nil && len(n.imports) > 0 {
		names = n.imports
	}
	options = []string{"-imports:" + strings.Join(names, ",")}
	if n != nil && n.values["RootNamespace"] != "" {
		options = append(options, "-rootnamespace:"+n.values["RootNamespace"])
	}
	return options
}

// netContent copies a project's content files and its App.config beside the program.
func (p *plan) netContent(n *netProject, program string) error {
	copies := map[string]string{}
	for _, f := range n.content {
		inside, _ := strings.CutPrefix(f, n.dir+"/")
		copies[f] = path.Join(path.Dir(program), inside)
	}
	if config, ok := p.source.anyCase(path.Join(n.dir, "App.config")); ok && !n.library() {
		copies[config] = program + ".config"
	}
	for from, to := range copies {
		real, ok := p.source.anyCase(from)
		if !ok || real == to || !filepath.IsLocal(filepath.FromSlash(to)) || p.source.has(to) {
			continue
		}
		text, err := provided{path: filepath.Join(p.source.Root, filepath.FromSlash(real))}.read()
		if err != nil {
			return err
		}
		p.extra[to] = string(text)
	}
	return nil
}

// netLibraries collects the options for the libraries of a project. Libraries that are not part of mono are put into a folder beside the
// program.
type netLibraries struct {
	*plan
	compiler *netCompiler
	project  *netProject
	dir      string
	packages []netPackage
	laid     map[string]bool // names of files in dir, in lower case
	options  []string
}

// netReferences returns options for the libraries of a project.
func (p *plan) netReferences(compiler *netCompiler, n *netProject, dir string) (options []string, err error) {
	l := &netLibraries{plan: p, compiler: compiler, project: n, dir: dir, laid: map[string]bool{}}
	if l.packages, err = p.source.listedPackages(n.dir); err != nil {
		return nil, err
	}
	l.packages = append(l.packages, n.packages...)
	l.options = append(references(compiler.tool), compiler.lays(p, dir)...)
	for _, r := range n.references {
		if err := l.reference(r); err != nil {
			return nil, err
		}
	}
	for _, want := range l.packages {
		if err := l.listed(want); err != nil {
			return nil, err
		}
	}
	return l.options, nil
}

func (l *netLibraries) addAssemblies(assemblies ...assembly) {
	for _, a := range assemblies {
		if name := path.Join(l.dir, a.name); !l.laid[strings.ToLower(a.name)] {
			l.laid[strings.ToLower(a.name)] = true
			l.extra[name] = a.text
			l.options = append(l.options, "-r:"+name)
		}
	}
}

// reference adds a library that the project names: the bot's own, one of mono, one of a package, or an installed one.
func (l *netLibraries) reference(r netReference) error {
	if r.hint == "" && (slices.Contains(l.options, "-r:"+r.name+".dll") || r.name == "mscorlib") || l.compiler.brings(r.name) {
		return nil
	}
	own, err := l.ownAssembly(r)
	switch {
	case err != nil:
		return err
	case own != nil:
		l.addAssemblies(*own)
		return nil
	case systemAssembly(l.compiler.tool, r.name):
		l.options = append(l.options, "-r:"+r.name+".dll")
		return nil
	}
	from := r.from(l.packages)
	found, err := l.fetchPackage(from)
	if err != nil || len(found) > 0 {
		l.addAssemblies(found...)
		return err
	}
	if shared := installedAssembly(r.name); shared != "" {
		l.options = append(l.options, "-r:"+shared)
	} else if r.hint != "" {
		return l.project.lacking(from)
	}
	return nil
}

// listed adds the libraries of a package of the project that no reference has brought.
func (l *netLibraries) listed(want netPackage) error {
	if l.laid[strings.ToLower(want.id)+".dll"] || l.compiler.brings(want.id) ||
		slices.ContainsFunc(l.options, func(o string) bool { return strings.HasSuffix(o, "/"+want.id+".dll") }) {
		return nil
	}
	found, err := l.fetchPackage(want)
	if err != nil || len(found) > 0 {
		l.addAssemblies(found...)
		return err
	}
	if shared := installedAssembly(want.id); shared != "" {
		l.options = append(l.options, "-r:"+shared)
	} else if slices.Contains(l.project.packages, want) {
		return l.project.lacking(want)
	}
	return nil
}

// from returns the package of a library: the one in whose folder the project has it, or else the one of its name.
func (r netReference) from(packages []netPackage) netPackage {
	for _, q := range packages {
		if strings.Contains(strings.ToLower(r.hint), strings.ToLower("/"+q.id+"."+q.version+"/")) {
			return q
		}
	}
	for _, q := range packages {
		if strings.EqualFold(q.id, r.name) {
			return q
		}
	}
	return netPackage{id: r.name}
}

// lacking returns the error for a library that was not found.
func (n *netProject) lacking(want netPackage) error {
	full := want.id
	if want.version != "" {
		full += " " + want.version
	}
	file := want.id + ".dll"
	if want.version != "" {
		file = fmt.Sprintf("%s.%s.nupkg or %s.dll", want.id, want.version, want.id)
	}
	return flaw(n.file, "it needs %s, which is neither in the bot's folder nor in the contest's packages nor installed: put %s into the "+
		"folder of the contest's packages (%s)", full, file, packagesGiven)
}

// usualReferences are libraries that contests gave to every bot.
var usualReferences = [...]string{
	"System", "System.Core", "System.Data", "System.Drawing", "System.Net.Http", "System.Numerics", "System.Numerics.Vectors", "System.Runtime.Serialization",
	"System.ValueTuple", "System.Web.Extensions", "System.Xml", "System.Xml.Linq", "Microsoft.CSharp",
}

// references returns options for the usual libraries that a compiler of mono has.
func references(compiler tool) (options []string) {
	for _, name := range usualReferences {
		if systemAssembly(compiler, name) {
			options = append(options, "-r:"+name+".dll")
		}
	}
	return options
}

// managed runs a .NET program: directly on Windows, with dotnet if it is a library, else with mono.
func (p *plan) managed(l netLanguage, program string) error {
	if strings.EqualFold(path.Ext(program), ".dll") {
		dotnet, err := p.tools.find(l.name, "https://dotnet.microsoft.com/download", "dotnet")
		p.runs(dotnet, program)
		return err
	}
	if runtime.GOOS == "windows" {
		p.run = tool{path: program}
		return nil
	}
	mono, err := p.tools.find(l.name, monoMend, "mono")
	p.runs(mono, "./"+program)
	return err
}
