package build

import (
	"cmp"
	"debug/pe"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const monoFix = "apt-get install mono-mcs mono-runtime"

// A netLanguage is a language of .NET.
type netLanguage struct {
	name      string
	ending    string // of its sources
	project   string // ending of its project files
	compilers []string
	fix       string
	dashes    string // before options of its compilers

	packages []string // NuGet packages with a compiler that mono runs
	packed   string   // that compiler's file
	brings   []string // libraries in its folder that programs need
}

var (
	csharp = netLanguage{name: "C#", ending: ".cs", project: ".csproj", compilers: []string{"mcs", "csc"}, fix: monoFix, dashes: "-"}
	fsharp = netLanguage{
		name: "F#", ending: ".fs", project: ".fsproj", compilers: []string{"fsharpc"}, dashes: "--",
		fix: "put FSharp.Compiler.Tools.VERSION.nupkg into the folder of the contest's packages (" + packagesGiven +
			"), or apt-get install fsharp, where the system has that package (Debian 9 was the last)",
		packages: []string{"FSharp.Compiler.Tools"}, packed: "fsc.exe", brings: []string{"FSharp.Core.dll"},
	}
	basic = netLanguage{
		name: "VB.NET", ending: ".vb", project: ".vbproj", compilers: []string{"vbnc", "vbc"}, dashes: "-",
		fix: "put Microsoft.Net.Compilers.VERSION.nupkg into the folder of the contest's packages (" + packagesGiven +
			"), or apt-get install mono-vbnc, where the system has that package (Debian 10 was the last)",
		packages: []string{"Microsoft.Net.Compilers"}, packed: "vbc.exe",
	}
)

// planCSharp runs the program that a bot.json names, or else compiles the sources with mono's compiler.
func planCSharp(p *plan) error { return planNet(p, csharp) }

// planFSharp does the same for F#.
func planFSharp(p *plan) error { return planNet(p, fsharp) }

// planBasic does the same for VB.NET.
func planBasic(p *plan) error { return planNet(p, basic) }

// A netBuild plans a bot in a language of .NET.
type netBuild struct {
	*plan
	netLanguage
	studio   studio
	compiler *netCompiler
}

// planNet runs the program that a bot.json names, or else builds the bot: from its project, or from all its sources.
func planNet(p *plan, l netLanguage) (err error) {
	b := &netBuild{plan: p, netLanguage: l, studio: studio{p.source}}
	if e := b.source.Entry; b.source.entelect != nil && b.source.has(e) {
		if !nativeExe(filepath.Join(b.source.Root, filepath.FromSlash(e))) {
			return b.starts(e)
		}
		if len(b.all(b.ending)) == 0 {
			return flaw(entelectName, "RunFile %s is a native Windows program (it has no .NET header), and BotType says %s; the folder "+
				"has no %s sources to build it from", e, b.name, b.name)
		}
	}
	if b.compiler, err = b.findCompiler(); err != nil {
		return err
	}
	project, err := b.studio.netProgram(b.project)
	if err != nil {
		return err
	}
	if project != nil {
		return b.ofProject(project)
	}
	program := "agon-bot.exe"
	if b.source.entelect != nil {
		program = b.output()
	}
	sources := b.sources(b.ending)
	if len(sources) == 0 {
		return flaw("", "no %s, and no %s source to build it from", program, b.name)
	}
	args := append(b.options("nologo", "optimize+", "out:"+program), references(b.compiler.tool)...)
	args = append(append(args, b.compilerLibraries(path.Dir(program))...), b.imports(nil)...)
	b.compiles(append(args, sources...)...)
	return b.starts(program)
}

// options formats compiler options in the language's style.
func (b *netBuild) options(names ...string) []string {
	for i, name := range names {
		names[i] = b.dashes + name
	}
	return names
}

// nativeExe reports whether a file is a native Windows program: its PE header has no CLR header.
func nativeExe(file string) bool {
	const clrHeader = 14 // index among the data directories
	f, err := pe.Open(file)
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

// ofProject compiles a project's files, after the projects that it refers to, into RunFile or the project's output.
func (b *netBuild) ofProject(n *netProject) (err error) {
	program := n.program()
	if b.source.entelect != nil {
		program = b.source.Entry
	}
	if !filepath.IsLocal(filepath.FromSlash(program)) {
		return flaw(n.file, "OutputPath leads out of the bot's folder")
	}
	if b.name == csharp.name && n.wants != "" {
		err = b.xbuild(n, program)
	} else {
		err = b.compileProject(n, program, nil)
	}
	if err != nil {
		return err
	}
	return b.starts(program)
}

// referred calls each for every project that a project refers to, with the path of references.
func (b *netBuild) referred(n *netProject, above []string, each func(other *netProject, above []string) error) error {
	const deepest = 8
	if slices.Contains(above, n.file) || len(above) > deepest {
		return flaw(n.file, "its project references form a cycle, or are nested more than %d deep", deepest)
	}
	for _, file := range n.projects {
		real, ok := b.source.anyCase(file)
		if !ok {
			return flaw(n.file, "it refers to the project %s, which is not in the bot's folder", file)
		}
		other, err := b.studio.netProject(real, n.values["Configuration"])
		if err != nil {
			return err
		}
		if err := each(other, append(above, n.file)); err != nil {
			return err
		}
	}
	return nil
}

// compileProject adds the step that compiles one project, after those of the projects that it refers to.
func (b *netBuild) compileProject(n *netProject, to string, above []string) error {
	dir := path.Dir(to)
	b.folder(dir)
	args := b.options("nologo", "optimize+", "out:"+to)
	if n.library() {
		args = append(args, b.options("target:library")...)
	}
	err := b.referred(n, above, func(other *netProject, above []string) error {
		library := path.Join(dir, other.assembly()+".dll")
		args = append(args, "-r:"+library)
		return b.compileProject(other, library, above)
	})
	if err != nil {
		return err
	}
	libraries, err := b.libraries(n, dir)
	if err != nil {
		return err
	}
	if len(n.sources) == 0 {
		return flaw(n.file, "it lists no sources")
	}
	args = append(append(append(args, libraries...), b.imports(n)...), b.settings(n)...)
	for _, f := range n.sources {
		args = append(args, "./"+f)
	}
	b.compiles(args...)
	return b.content(n, to)
}

// settings returns options for a project's own settings: its macros, whether it is unsafe, and its resources. Resources of forms are left
// out, which a bot does not have.
func (b *netBuild) settings(n *netProject) (options []string) {
	for _, name := range strings.Split(strings.ReplaceAll(n.values["DefineConstants"], " ", ""), ";") {
		if name != "" {
			options = append(options, b.options("define:"+name)...)
		}
	}
	if strings.EqualFold(n.values["AllowUnsafeBlocks"], "true") {
		options = append(options, "-unsafe")
	}
	for _, r := range n.resources {
		if !strings.EqualFold(path.Ext(r), ".resx") {
			inside := strings.ReplaceAll(strings.TrimPrefix(r, n.dir+"/"), "/", ".")
			options = append(options, b.options("resource:"+r+","+cmp.Or(n.values["RootNamespace"], n.assembly())+"."+inside)...)
		}
	}
	return options
}

// imports returns options for the namespaces that all VB.NET sources import: the project's, or else the defaults of Visual Studio.
func (b *netBuild) imports(n *netProject) (options []string) {
	if b.name != basic.name {
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

// content copies a project's content files and its App.config beside the program.
func (b *netBuild) content(n *netProject, program string) error {
	copies := map[string]string{}
	for _, f := range n.content {
		copies[f] = path.Join(path.Dir(program), strings.TrimPrefix(f, n.dir+"/"))
	}
	if config, ok := b.source.anyCase(path.Join(n.dir, "App.config")); ok && !n.library() {
		copies[config] = program + ".config"
	}
	for from, to := range copies {
		real, ok := b.source.anyCase(from)
		if !ok || real == to || !filepath.IsLocal(filepath.FromSlash(to)) || b.source.has(to) {
			continue
		}
		text, err := provided{path: filepath.Join(b.source.Root, filepath.FromSlash(real))}.read()
		if err != nil {
			return err
		}
		b.extra[to] = string(text)
	}
	return nil
}

// starts runs a .NET program: directly on Windows, with dotnet if it is a library, else with mono.
func (b *netBuild) starts(program string) error {
	if strings.EqualFold(path.Ext(program), ".dll") {
		dotnet, err := b.tools.find(b.name, "https://dotnet.microsoft.com/download", "dotnet")
		b.runs(dotnet, program)
		return err
	}
	if runtime.GOOS == "windows" {
		b.run = tool{path: program}
		return nil
	}
	mono, err := b.tools.find(b.name, monoFix, "mono")
	b.runs(mono, "./"+program)
	return err
}
