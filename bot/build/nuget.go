package build

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// frameworks are the folders of a NuGet package whose libraries mono runs, best first.
var frameworks = strings.Fields("net48 net472 net471 net47 net462 net461 net46 net452 net451 net45 net403 net40 net40-client net40-full " +
	"net35 net20 netstandard2.0 netstandard1.3 netstandard1.0 .")

// readText reads a text file of the bot, without byte order marks.
func (s *Source) readText(name string) (string, error) {
	text, err := readSmall(filepath.Join(s.Root, filepath.FromSlash(name)))
	return string(plainText(text)), err
}

// listedPackages returns the packages of a project's packages.config.
func (s studio) listedPackages(dir string) (list []netPackage, err error) {
	name, ok := s.anyCase(path.Join(dir, "packages.config"))
	if !ok {
		return nil, nil
	}
	root, err := s.readXML(name)
	if err != nil {
		return nil, err
	}
	for _, p := range root.SelectElements("package") {
		list = append(list, netPackage{attrOf(p, "id"), attrOf(p, "version")})
	}
	return list, nil
}

// netLibraries collects the options for the libraries of a project. Libraries that are not part of mono are put into a folder beside the
// program.
type netLibraries struct {
	*netBuild
	project *netProject
	dir     string
	listed  []netPackage
	placed  map[string]bool // names of files in dir, in lower case
	options []string
}

// libraries returns options for the libraries of a project.
func (b *netBuild) libraries(n *netProject, dir string) (options []string, err error) {
	l := &netLibraries{netBuild: b, project: n, dir: dir, placed: map[string]bool{}}
	if l.listed, err = b.studio.listedPackages(n.dir); err != nil {
		return nil, err
	}
	l.listed = append(l.listed, n.packages...)
	l.options = append(references(b.compiler.tool), b.compilerLibraries(dir)...)
	for _, r := range n.references {
		if err := l.reference(r); err != nil {
			return nil, err
		}
	}
	for _, want := range l.listed {
		given := l.placed[strings.ToLower(want.id)+".dll"] || b.compiler.brings(want.id) ||
			slices.ContainsFunc(l.options, func(o string) bool { return strings.HasSuffix(o, "/"+want.id+".dll") })
		if given {
			continue
		}
		if err := l.add(want, want.id, slices.Contains(n.packages, want)); err != nil {
			return nil, err
		}
	}
	return l.options, nil
}

// reference adds a library that the project names: the bot's own, one of mono, or one of a package.
func (l *netLibraries) reference(r netReference) error {
	if r.hint == "" && (slices.Contains(l.options, "-r:"+r.name+".dll") || r.name == "mscorlib") || l.compiler.brings(r.name) {
		return nil
	}
	own, err := l.ownAssembly(r)
	switch {
	case err != nil:
		return err
	case own != nil:
		l.put(own...)
		return nil
	case systemAssembly(l.compiler.tool, r.name):
		l.options = append(l.options, "-r:"+r.name+".dll")
		return nil
	}
	return l.add(r.from(l.listed), r.name, r.hint != "")
}

// add adds the libraries of a package of the contest's, or else an installed library. It is an error if there is neither and one is needed.
func (l *netLibraries) add(want netPackage, name string, needed bool) error {
	found, err := l.tools.fetchPackage(want)
	if err != nil {
		return err
	}
	l.put(found...)
	if shared := installedAssembly(name); len(found) == 0 && shared != "" {
		l.options = append(l.options, "-r:"+shared)
	} else if len(found) == 0 && needed {
		return l.project.lacking(want)
	}
	return nil
}

// put puts libraries beside the program.
func (l *netLibraries) put(assemblies ...assembly) {
	for _, a := range assemblies {
		if name := path.Join(l.dir, a.name); !l.placed[strings.ToLower(a.name)] {
			l.placed[strings.ToLower(a.name)] = true
			l.extra[name] = a.text
			l.options = append(l.options, "-r:"+name)
		}
	}
}

// from returns the package of a library: the one in whose folder the project has it, or else the one of its name.
func (r netReference) from(packages []netPackage) netPackage {
	for _, q := range packages {
		if strings.Contains(strings.ToLower(r.hint), strings.ToLower("/"+q.id+"."+q.version+"/")) {
			return q
		}
	}
	if i := slices.IndexFunc(packages, func(q netPackage) bool { return strings.EqualFold(q.id, r.name) }); i >= 0 {
		return packages[i]
	}
	return netPackage{id: r.name}
}

// lacking returns the error for a library that was not found.
func (n *netProject) lacking(want netPackage) error {
	full, file := want.id, want.id+".dll"
	if want.version != "" {
		full += " " + want.version
		file = fmt.Sprintf("%s.%s.nupkg or %s.dll", want.id, want.version, want.id)
	}
	return flaw(n.file, "it needs %s, which is neither in the bot's folder nor in the contest's packages nor installed: put %s into the "+
		"folder of the contest's packages (%s)", full, file, packagesGiven)
}

// An assembly is a .NET library that a bot needs: its file name and content.
type assembly struct{ name, text string }

// fetchPackage finds the libraries of a package in the contest's packages: a .nupkg, or a .dll of its name; none if there is neither.
func (t *Tools) fetchPackage(want netPackage) (found []assembly, err error) {
	all, err := t.provides(".nupkg", ".dll")
	if err != nil {
		return nil, err
	}
	for _, g := range newest(all, func(string) string { return want.version }) {
		if ending := strings.ToLower(filepath.Ext(g.path)); ending == ".dll" && strings.EqualFold(stem(g.path), want.id) {
			text, err := g.read()
			return []assembly{{filepath.Base(g.path), string(text)}}, err
		}
		if !strings.EqualFold(g.name, want.id) || !strings.EqualFold(filepath.Ext(g.path), ".nupkg") {
			continue
		}
		files, err := g.unzip(func(name string) bool {
			return strings.HasPrefix(name, "lib/") && strings.EqualFold(path.Ext(name), ".dll")
		})
		if err != nil {
			return nil, err
		}
		if found = bestFramework(files); len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// bestFramework returns the libraries of the best framework in a package.
func bestFramework(files map[string][]byte) (found []assembly) {
	for _, f := range frameworks {
		for name, text := range files {
			if strings.EqualFold(path.Dir(name), path.Join("lib", f)) {
				found = append(found, assembly{path.Base(name), string(text)})
			}
		}
		if len(found) > 0 {
			break
		}
	}
	slices.SortFunc(found, func(a, b assembly) int { return strings.Compare(a.name, b.name) })
	return found
}

// ownAssembly returns a library from the bot's folder: at the project's path, or else anywhere; none if it has none.
func (p *plan) ownAssembly(r netReference) ([]assembly, error) {
	place, ok := p.source.anyCase(r.hint)
	if !ok {
		i := slices.IndexFunc(p.source.Files, func(f File) bool {
			return strings.EqualFold(path.Base(f.Name), r.name+".dll") && f.Link == ""
		})
		if i < 0 {
			return nil, nil
		}
		place = p.source.Files[i].Name
	}
	text, err := provided{path: filepath.Join(p.source.Root, filepath.FromSlash(place))}.read()
	return []assembly{{path.Base(place), string(text)}}, err
}

// installedAssembly returns a library that a Debian package has installed for all mono programs; "" if there is none.
func installedAssembly(name string) string {
	if name == "" || strings.ContainsAny(name, `/\*?[`) {
		return ""
	}
	for _, pattern := range []string{"/usr/lib/mono/gac/" + name + "/*/" + name + ".dll", "/usr/lib/cli/*/" + name + ".dll"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return found[len(found)-1]
		}
	}
	return ""
}

// systemAssembly reports whether a library belongs to mono itself.
func systemAssembly(compiler tool, name string) bool {
	return isFile(filepath.Join(installation(compiler.path), "lib/mono/4.5", name+".dll")) || isFile("/usr/lib/mono/4.5/"+name+".dll")
}

// usualReferences are libraries that contests gave to every bot.
var usualReferences = strings.Fields("System System.Core System.Data System.Drawing System.Net.Http System.Numerics " +
	"System.Numerics.Vectors System.Runtime.Serialization System.ValueTuple System.Web.Extensions System.Xml System.Xml.Linq " +
	"Microsoft.CSharp")

// references returns options for the usual libraries that a compiler of mono has.
func references(compiler tool) (options []string) {
	for _, name := range usualReferences {
		if systemAssembly(compiler, name) {
			options = append(options, "-r:"+name+".dll")
		}
	}
	return options
}
