package build

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"agon/internal/pattern"
)

// A studio reads a bot's projects of Visual Studio.
type studio struct{ *Source }

// A netProject is what a .csproj, .fsproj or .vbproj says: its sources, its references and its output.
type netProject struct {
	file       string // relative to the bot's folder
	dir        string
	values     map[string]string // properties
	sources    []string
	references []netReference
	packages   []netPackage
	projects   []string // other projects whose libraries it uses
	content    []string // files that belong beside the program, relative to dir
	resources  []string // files that are embedded in the program
	imports    []string // namespaces that all VB.NET sources import
	wants      string   // what only MSBuild can do, "" if a compiler is enough
}

// A netReference is a library that a project names.
type netReference struct {
	name string // "Newtonsoft.Json"
	hint string // the library's path in the author's copy, relative to the bot's folder; empty if the project does not say
}

// A netPackage is a NuGet package.
type netPackage struct{ id, version string }

// assembly returns the name of the project's output without its ending.
func (n *netProject) assembly() string {
	return cmp.Or(n.values["AssemblyName"], strings.TrimSuffix(path.Base(n.file), path.Ext(n.file)))
}

// library reports whether the project makes a library instead of a program.
func (n *netProject) library() bool {
	kind := n.values["OutputType"]
	return strings.EqualFold(kind, "library") || kind == "" && !n.modern()
}

// modern reports whether the project has the newer format, which compiles all sources beside it.
func (n *netProject) modern() bool { return n.values["agon.sdk"] != "" }

// program returns the path of the project's program.
func (n *netProject) program() string {
	return path.Join(n.dir, slashed(cmp.Or(n.values["OutputPath"], "bin/Debug")), n.assembly()+".exe")
}

// slashed returns a Windows path with forward slashes.
func slashed(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }

// netProject reads a project file in a configuration such as "Debug". It evaluates properties, their conditions, and lists of files, and
// nothing else of MSBuild.
func (s studio) netProject(file, configuration string) (*netProject, error) {
	root, err := s.readXML(file)
	if err != nil {
		return nil, err
	}
	n := &netProject{file: file, dir: path.Dir(file), values: map[string]string{"Configuration": configuration,
		"agon.sdk": attrOf(root, "Sdk")}, wants: wantsMSBuild(root)}
	if n.modern() {
		n.values["OutputType"] = "Library"
	}
	n.each(root, "PropertyGroup", func(p *etree.Element) {
		if p.Tag != "Configuration" {
			n.values[p.Tag] = n.expand(strings.TrimSpace(p.Text()))
		}
	})
	n.each(root, "ItemGroup", func(item *etree.Element) { n.item(s.Source, item) })
	if n.modern() && n.values["EnableDefaultCompileItems"] != "false" {
		n.implied(s.Source)
	}
	return n, s.listed(n.file, n.sources)
}

// each calls do for the elements in the groups of a tag, if the conditions of both hold.
func (n *netProject) each(root *etree.Element, group string, do func(*etree.Element)) {
	for _, g := range root.SelectElements(group) {
		if !n.holds(attrOf(g, "Condition")) {
			continue
		}
		for _, e := range g.ChildElements() {
			if n.holds(attrOf(e, "Condition")) {
				do(e)
			}
		}
	}
}

// item adds one entry of a project's lists.
func (n *netProject) item(s *Source, item *etree.Element) {
	include := n.expand(attrOf(item, "Include"))
	switch item.Tag {
	case "Compile":
		n.sources = append(n.sources, n.files(s, include, n.expand(attrOf(item, "Exclude")))...)
		if remove := n.expand(attrOf(item, "Remove")); remove != "" {
			gone := n.files(s, remove, "")
			n.sources = slices.DeleteFunc(n.sources, func(f string) bool { return slices.Contains(gone, f) })
		}
	case "Reference":
		name, _, _ := strings.Cut(include, ",")
		r := netReference{name: strings.TrimSpace(name)}
		if hint := n.expand(textOf(item, "HintPath")); hint != "" {
			r.hint = path.Join(n.dir, slashed(hint))
		}
		n.references = append(n.references, r)
	case "Import":
		n.imports = append(n.imports, include)
	case "PackageReference":
		n.packages = append(n.packages, netPackage{include, n.expand(cmp.Or(attrOf(item, "Version"), textOf(item, "Version")))})
	case "ProjectReference":
		n.projects = append(n.projects, path.Join(n.dir, slashed(include)))
	case "EmbeddedResource":
		n.resources = append(n.resources, n.files(s, include, "")...)
	case "None", "Content":
		if how := textOf(item, "CopyToOutputDirectory"); how != "" && how != "Never" {
			n.content = append(n.content, n.files(s, include, "")...)
		}
	}
}

// implied adds the sources that projects in the newer format compile without listing them.
func (n *netProject) implied(s *Source) {
	ending := strings.TrimSuffix(path.Ext(n.file), "proj")
	for _, f := range n.files(s, `**\*`+ending, `bin\**;obj\**`) {
		if !slices.Contains(n.sources, f) {
			n.sources = append(n.sources, f)
		}
	}
}

// listed checks that the files that a project lists exist, and corrects the case of their names.
func (s studio) listed(project string, names []string) error {
	for i, name := range names {
		real, ok := s.anyCase(name)
		if !ok {
			return flaw(project, "it lists %s, which is not in the bot's folder", name)
		}
		names[i] = real
	}
	return nil
}

// files returns the bot's files that match one list of patterns and not the other.
func (n *netProject) files(s *Source, include, exclude string) (found []string) {
	var without []*regexp.Regexp
	for _, w := range n.patterns(exclude) {
		without = append(without, wildcard(w))
	}
	for _, name := range n.patterns(include) {
		if !strings.ContainsAny(name, "*?") {
			found = append(found, name)
			continue
		}
		pattern := wildcard(name)
		for _, f := range s.Files {
			if f.Link == "" && pattern.MatchString(f.Name) &&
				!slices.ContainsFunc(without, func(w *regexp.Regexp) bool { return w.MatchString(f.Name) }) {
				found = append(found, f.Name)
			}
		}
	}
	return found
}

// patterns returns the patterns of a list, relative to the bot's folder.
func (n *netProject) patterns(list string) (all []string) {
	for _, p := range strings.Split(list, ";") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, path.Join(n.dir, slashed(p)))
		}
	}
	return all
}

// wildcard returns the regular expression of a pattern with *, ? and **, which matches any folders.
func wildcard(pattern string) *regexp.Regexp {
	text := strings.NewReplacer(`\*\*/`, `(?:.*/)?`, `\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`).Replace(regexp.QuoteMeta(pattern))
	return regexp.MustCompile(`(?i)^` + text + `$`)
}

var netValue = pattern.Of(`\$\(([\w.]+)\)`)

// expand replaces $(…) by the property's value, empty if it has none.
func (n *netProject) expand(text string) string {
	return netValue().ReplaceAllStringFunc(text, func(m string) string { return n.values[m[2:len(m)-1]] })
}

var (
	netOr    = pattern.Of(`(?i)\s+or\s+`)
	netAnd   = pattern.Of(`(?i)\s+and\s+`)
	netEqual = pattern.Of(`^\(*\s*'([^']*)'\s*(==|!=)\s*'([^']*)'\s*\)*$`)
)

// holds evaluates a condition: comparisons of texts, joined by and or by or. Any other condition is false, including Exists(…).
func (n *netProject) holds(condition string) bool {
	if condition == "" {
		return true
	}
	condition = strings.TrimSpace(n.expand(condition))
	if sides := netOr().Split(condition, -1); len(sides) > 1 {
		return slices.ContainsFunc(sides, n.holds)
	}
	if sides := netAnd().Split(condition, -1); len(sides) > 1 {
		return !slices.ContainsFunc(sides, func(c string) bool { return !n.holds(c) })
	}
	m := netEqual().FindStringSubmatch(condition)
	return m != nil && strings.EqualFold(m[1], m[3]) == (m[2] == "==")
}

// anyCase returns the name of the bot's file that matches in any case, as on Windows.
func (s *Source) anyCase(name string) (string, bool) {
	if s.has(name) {
		return name, true
	}
	if i := slices.IndexFunc(s.Files, func(f File) bool { return strings.EqualFold(f.Name, name) }); i >= 0 {
		return s.Files[i].Name, true
	}
	return "", false
}

var slnProject = pattern.Of(`(?m)^\s*Project\("[^"]*"\)\s*=\s*"[^"]*",\s*"([^"]+)"`)

// projectFiles returns the project files with an ending in the bot's project folder: those of its solution, if it has one.
func (s studio) projectFiles(ending string) (files []string, err error) {
	var solutions, inSolution []string
	for _, f := range s.Files {
		in := f.Link == "" && (s.project() == "." || strings.HasPrefix(f.Name, s.project()+"/"))
		switch ext := strings.ToLower(path.Ext(f.Name)); {
		case in && ext == ending:
			files = append(files, f.Name)
		case in && ext == ".sln":
			solutions = append(solutions, f.Name)
		}
	}
	for _, sln := range solutions {
		text, err := s.readText(sln)
		if err != nil {
			return nil, err
		}
		for _, m := range slnProject().FindAllStringSubmatch(text, -1) {
			if name, ok := s.anyCase(path.Join(path.Dir(sln), slashed(m[1]))); ok && slices.Contains(files, name) {
				inSolution = append(inSolution, name)
			}
		}
	}
	if len(inSolution) > 0 {
		return inSolution, nil
	}
	return files, nil
}

// netProgram finds the project of the bot's program: the one with RunFile's name, or else the only one that makes a program; nil if the bot
// has no project.
func (s studio) netProgram(ending string) (*netProject, error) {
	files, err := s.projectFiles(ending)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	var programs, libraries []*netProject
	var names []string
	for _, file := range files {
		n, err := s.netProject(file, s.configuration())
		switch {
		case n == nil || err != nil && len(files) == 1:
			return nil, err
		case s.entelect != nil && strings.EqualFold(n.assembly()+path.Ext(s.Entry), path.Base(s.Entry)):
			return n, err
		case err != nil || n.tests(): // mistakes in projects of other programs do not matter
		case n.library():
			libraries = append(libraries, n)
		default:
			programs, names = append(programs, n), append(names, n.file)
		}
	}
	switch len(programs) {
	case 0:
		return s.mainBeside(files[0], libraries)
	case 1:
		return programs[0], nil
	}
	return nil, s.ambiguous(names, path.Dir(names[0]))
}

// configuration returns the configuration in which projects are built: that of a folder in the path of a bot.json's RunFile.
func (s studio) configuration() string {
	if s.entelect != nil && strings.Contains(strings.ToLower(s.Entry), "/release/") {
		return "Release"
	}
	return "Debug"
}
