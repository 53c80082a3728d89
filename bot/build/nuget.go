package build

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// frameworks are the folders of a NuGet package whose libraries mono runs, best first.
var frameworks = [...]string{
	"net48", "net472", "net471", "net47", "net462", "net461", "net46", "net452", "net451", "net45", "net403", "net40", "net40-client", "net40-full", "net35", "net20",
	"netstandard2.0", "netstandard1.3", "netstandard1.0", "",
}

// readText reads a text file of the bot, without byte order marks.
func (s *Source) readText(name string) (string, error) {
	text, err := readSmall(filepath.Join(s.Root, filepath.FromSlash(name)))
	return string(plainText(text)), err
}

// listedPackages returns the packages of a project's packages.config.
func (s *Source) listedPackages(dir string) (list []netPackage, err error) {
	name, ok := s.anyCase(path.Join(dir, "packages.config"))
	if !ok {
		return nil, nil
	}
	root, err := s.readXML(name)
	if err != nil {
		return nil, err
	}
	for _, p := range root.children("package") {
		list = append(list, netPackage{p.attr("id"), p.attr("version")})
	}
	return list, nil
}

// An assembly is a .NET library that a bot needs: its file name and content.
type assembly struct{ name, text string }

// fetchPackage finds the libraries of a package in the contest's packages: a .nupkg, or a .dll of its name; none if there is neither.
func (p *plan) fetchPackage(want netPackage) (found []assembly, err error) {
	all, err := p.tools.provides(".nupkg", ".dll")
	if err != nil {
		return nil, err
	}
	wanted := func(string) string { return want.version }
	for _, g := range newest(all, wanted) {
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

// ownAssembly returns a library from the bot's folder: at the project's path, or else anywhere.
func (p *plan) ownAssembly(r netReference) (*assembly, error) {
	place, ok := p.source.anyCase(r.hint)
	if !ok {
		for _, f := range p.source.Files {
			if strings.EqualFold(path.Base(f.Name), r.name+".dll") && f.Link == "" {
				place, ok = f.Name, true
				break
			}
		}
	}
	if !ok {
		return nil, nil
	}
	text, err := provided{path: filepath.Join(p.source.Root, filepath.FromSlash(place))}.read()
	return &assembly{path.Base(place), string(text)}, err
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
	for _, place := range [...]string{filepath.Join(installation(compiler.path), "lib/mono/4.5"), "/usr/lib/mono/4.5"} {
		if info, err := os.Stat(filepath.Join(place, name+".dll")); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}
