package build

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"agon/internal/pattern"
)

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
	return orElse(n.values["AssemblyName"], strings.TrimSuffix(path.Base(n.file), path.Ext(n.file)))
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
	return path.Join(n.dir, slashed(orElse(n.values["OutputPath"], "bin/Debug")), n.assembly()+".exe")
}

// slashed returns a Windows path with forward slashes.
func slashed(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }

// netProject reads a project file in a configuration such as "Debug". It evaluates properties, their conditions, and lists of files, and
// nothing else of MSBuild.
func (s *Source) netProject(file, configuration string) (*netProject, error) {
	root, err := s.readXML(file)
	if err != nil {
		return nil, err
	}
	n := &netProject{file: file, dir: path.Dir(file), values: map[string]string{"Configuration": configuration,
		"agon.sdk": root.attr("Sdk")}, wants: wantsMSBuild(root)}
	if n.modern() {
		n.values["OutputType"] = "Library"
	}
	for _, group := range root.children("PropertyGroup") {
		if !n.holds(group.attr("Condition")) {
			continue
		}
		for _, p := range group.Nodes {
			if name := p.XMLName.Local; name != "Configuration" && n.holds(p.attr("Condition")) {
				n.values[name] = n.expand(p.text())
			}
		}
	}
	for _, group := range root.children("ItemGroup") {
		if !n.holds(group.attr("Condition")) {
			continue
		}
		for _, item := range group.Nodes {
			if err := n.item(s, item); err != nil {
				return nil, err
			}
		}
	}
	if n.modern() && n.values["EnableDefaultCompileItems"] != "false" {
		n.implied(s)
	}
	return n, n.listed(s)
}

// item adds one entry of a project's lists.
func (n *netProject) item(s *Source, item *node) error {
	if !n.holds(item.attr("Condition")) {
		return nil
	}
	include := n.expand(item.attr("Include"))
	switch kind := item.XMLName.Local; kind {
	case "Compile":
		n.sources = append(n.sources, n.files(s, include, n.expand(item.attr("Exclude")))...)
		if remove := n.expand(item.attr("Remove")); remove != "" {
			gone := n.files(s, remove, "")
			n.sources = slices.DeleteFunc(n.sources, func(f string) bool { return slices.Contains(gone, f) })
		}
	case "Reference":
		name, _, _ := strings.Cut(include, ",")
		r := netReference{name: strings.TrimSpace(name)}
		if hint := n.expand(item.text("HintPath")); hint != "" {
			r.hint = path.Join(n.dir, slashed(hint))
		}
		n.references = append(n.references, r)
	case "Import":
		n.imports = append(n.imports, include)
	case "PackageReference":
		n.packages = append(n.packages, netPackage{include, n.expand(orElse(item.attr("Version"), item.text("Version")))})
	case "ProjectReference":
		n.projects = append(n.projects, path.Join(n.dir, slashed(include)))
	case "EmbeddedResource":
		n.resources = append(n.resources, n.files(s, include, "")...)
	case "None", "Content":
		if how := item.text("CopyToOutputDirectory"); how != "" && how != "Never" {
			n.content = append(n.content, n.files(s, include, "")...)
		}
	}
	return nil
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

// listed checks that the listed files exist, and corrects the case of their names.
func (n *netProject) listed(s *Source) error {
	for i, name := range n.sources {
		real, ok := s.anyCase(name)
		if !ok {
			return flaw(n.file, "it lists %s, which is not in the bot's folder", name)
		}
		n.sources[i] = real
	}
	return nil
}

// files returns the bot's files that match one list of patterns and not the other.
func (n *netProject) files(s *Source, include, exclude string) (found []string) {
	without := n.patterns(exclude)
	for _, p := range strings.Split(include, ";") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		name := path.Join(n.dir, slashed(p))
		if !strings.ContainsAny(p, "*?") {
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

func (n *netProject) patterns(list string) (all []*regexp.Regexp) {
	for _, p := range strings.Split(list, ";") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, wildcard(path.Join(n.dir, slashed(p))))
		}
	}
	return all
}

// wildcard returns the regular expression of a pattern with *, ? and **, which matches any folders.
func wildcard(pattern string) *regexp.Regexp {
	text := regexp.QuoteMeta(pattern)
	text = strings.ReplaceAll(text, `\*\*/`, `(?:.*/)?`)
	text = strings.ReplaceAll(text, `\*\*`, `.*`)
	text = strings.ReplaceAll(text, `\*`, `[^/]*`)
	return regexp.MustCompile(`(?i)^` + strings.ReplaceAll(text, `\?`, `[^/]`) + `$`)
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
	for _, f := range s.Files {
		if strings.EqualFold(f.Name, name) {
			return f.Name, true
		}
	}
	return "", false
}

var slnProject = pattern.Of(`(?m)^\s*Project\("[^"]*"\)\s*=\s*"[^"]*",\s*"([^"]+)"`)

// projectFiles returns the project files with an ending in the bot's project folder: those of its solution, if it has one.
func (s *Source) projectFiles(ending string) (files []string, err error) {
	dir := "."
	if s.entelect != nil {
		dir = *s.entelect.ProjectLocation
	}
	var solutions []string
	for _, f := range s.Files {
		in := dir == "." || strings.HasPrefix(f.Name, dir+"/")
		switch ext := strings.ToLower(path.Ext(f.Name)); {
		case !in || f.Link != "":
		case ext == ending:
			files = append(files, f.Name)
		case ext == ".sln":
			solutions = append(solutions, f.Name)
		}
	}
	var inSolution []string
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
func (s *Source) netProgram(ending string) (*netProject, error) {
	files, err := s.projectFiles(ending)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	configuration := "Debug"
	if s.entelect != nil && strings.Contains(strings.ToLower(s.Entry), "/release/") {
		configuration = "Release"
	}
	var programs, libraries []*netProject
	for _, file := range files {
		n, err := s.netProject(file, configuration)
		switch {
		case n == nil || err != nil && len(files) == 1:
			return nil, err
		case s.entelect != nil && strings.EqualFold(n.assembly()+path.Ext(s.Entry), path.Base(s.Entry)):
			return n, err
		case err != nil || n.tests(): // mistakes in projects of other programs do not matter
		case n.library():
			libraries = append(libraries, n)
		default:
			programs = append(programs, n)
		}
	}
	switch {
	case len(programs) == 1:
		return programs[0], nil
	case len(programs) == 0:
		return s.mainBeside(files[0], libraries)
	}
	names := make([]string, len(programs))
	for i, n := range programs {
		names[i] = n.file
	}
	return nil, s.ambiguous(names, path.Dir(names[0]))
}
