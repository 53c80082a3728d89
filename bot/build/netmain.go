package build

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"agon/internal/pattern"
)

// entryPoints match where a program begins, by the ending of its source.
var entryPoints = map[string]func() *regexp.Regexp{
	".cs":  pattern.Of(`\bstatic\b[\w\s.<>]*\bMain\s*\(`),
	".fs":  pattern.Of(`\[<\s*EntryPoint\s*>\]`),
	".vb":  pattern.Of(`(?i)\b(?:Sub|Function)\s+Main\s*\(`),
	".cpp": pattern.Of(`\b_?t?w?main\s*\(`),
}

// tests reports whether a project holds tests of another one.
func (n *netProject) tests() bool {
	names := []string{n.values["IsTestProject"]}
	for _, r := range n.references {
		names = append(names, r.name)
	}
	for _, p := range n.packages {
		names = append(names, p.id)
	}
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.ToLower(name)
		return name == "true" || name == "microsoft.net.test.sdk" || strings.HasPrefix(name, "nunit") || strings.HasPrefix(name, "xunit") ||
			strings.HasPrefix(name, "mstest") ||
			strings.HasPrefix(name, "microsoft.visualstudio.qualitytools")
	})
}

// mainBeside returns the program of a folder whose projects all make libraries: the project with the entry point, as a program, or one of
// the sources beside an entry point that no project lists, which uses the libraries.
func (s studio) mainBeside(file string, libraries []*netProject) (*netProject, error) {
	ending := strings.TrimSuffix(path.Ext(file), "proj")
	mains := s.beginning(ending)
	if called := slices.DeleteFunc(slices.Clone(mains), func(name string) bool { return !calledMain(name) }); len(called) == 1 {
		mains = called
	}
	switch len(mains) {
	case 0:
		names := s.endingWith(ending)
		if len(names) == 0 {
			names = []string{file}
		}
		return nil, flaw(file, "it makes no program, and no other project in the bot's folder does (OutputType Exe), nor has one of its "+
			"sources an entry point (%s), %s", firstOf(names), s.orName(names[0]))
	case 1:
	default:
		return nil, s.unclear(mains)
	}
	for _, n := range libraries {
		if slices.Contains(n.sources, mains[0]) {
			n.values["OutputType"] = "Exe"
			return n, nil
		}
	}
	n := &netProject{file: mains[0], dir: path.Dir(mains[0]),
		values: map[string]string{"OutputType": "Exe", "Configuration": "Debug", "AssemblyName": "agon-bot"}}
	for _, l := range libraries {
		n.projects = append(n.projects, l.file)
	}
	for _, name := range s.endingWith(ending) {
		below := n.dir == "." || strings.HasPrefix(name, n.dir+"/")
		if below && name != mains[0] && !slices.ContainsFunc(libraries,
			func(l *netProject) bool { return slices.Contains(l.sources, name) }) {
			n.sources = append(n.sources, name)
		}
	}
	n.sources = append(n.sources, mains[0]) // last, as F# wants it
	return n, nil
}

// beginning returns the bot's sources of a language that have an entry point.
func (s studio) beginning(ending string) (names []string) {
	for _, name := range s.endingWith(ending) {
		if text, err := s.readText(name); err == nil && entryPoints[ending]().MatchString(text) {
			names = append(names, name)
		}
	}
	return names
}

// endingWith returns the bot's sources with an ending, except tests and what a build has left.
func (s *Source) endingWith(ending string) (names []string) {
	left := append([]string{"bin", "obj"}, noBotsIn...)
	for _, f := range s.Files {
		folders := strings.Split(strings.ToLower(path.Dir(f.Name)), "/")
		if f.Link == "" && strings.EqualFold(path.Ext(f.Name), ending) && !neverMain(f.Name) &&
			!slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(left, folder) }) {
			names = append(names, f.Name)
		}
	}
	return names
}

// ambiguous returns the refusal of a folder with several projects that make programs; dir is that of the first.
func (s studio) ambiguous(projects []string, dir string) error {
	program := projects[0]
	for _, ending := range slices.Sorted(maps.Keys(entryPoints)) {
		for _, name := range s.beginning(ending) {
			if path.Dir(name) == dir {
				program = name
			}
		}
	}
	return flaw("", "%s all make programs, so the bot is ambiguous: name its program in bot.json (RunFile), remove the others, %s",
		strings.Join(projects, ", "), s.orName(program))
}
