package build

import (
	"path"
	"path/filepath"
	"slices"

	"agon/internal/pattern"
)

const xbuildMend = "apt-get install mono-xbuild"

// lateTargets are targets that run after the program is built, and NuGet's check of restored packages.
var lateTargets = [...]string{"AfterBuild", "AfterClean", "BeforeClean", "AfterPublish", "BeforePublish", "EnsureNuGetPackageBuildImports"}

// wantsMSBuild returns what a project asks for that a compiler alone cannot do: a target, a task or a command that runs before the program
// is built; "" if there is nothing.
func wantsMSBuild(root *node) string {
	for _, t := range root.children("UsingTask") {
		return "a task of its own, " + t.attr("TaskName")
	}
	for _, t := range root.children("Target") {
		if after := t.attr("AfterTargets"); len(t.Nodes) > 0 && !slices.Contains(lateTargets[:], t.attr("Name")) && after != "Build" &&
			after != "AfterBuild" {
			return "a target of its own, " + t.attr("Name")
		}
	}
	for _, e := range root.below("PreBuildEvent") {
		if e.text() != "" {
			return "a PreBuildEvent"
		}
	}
	return ""
}

// netBuild has MSBuild or mono's xbuild make a project's program if it needs more than a compiler. They also embed .resx resources, which
// mono's compiler cannot.
func (p *plan) netBuild(n *netProject, program string) error {
	build, err := p.tools.find("C# ("+n.file+" has "+n.wants+")", xbuildMend, "msbuild", "xbuild")
	if err != nil {
		return err
	}
	if err := p.netHints(n, nil); err != nil {
		return err
	}
	args := []string{"/nologo", "/v:q", "/p:Configuration=" + n.values["Configuration"], "/p:TargetFrameworkVersion=v4.5"}
	if program != n.program() {
		to, err := filepath.Rel(filepath.FromSlash(n.dir), filepath.FromSlash(path.Dir(program)))
		if err != nil {
			return err
		}
		args = append(args, "/p:OutputPath="+filepath.ToSlash(to)+"/")
	}
	p.step(build, append(args, "./"+n.file)...)
	return nil
}

// strongName matches the version and key in a reference: the contest's library may have another version.
var strongName = pattern.Of(`(<Reference\s+Include="[^",]+),[^"]*(")`)

// netHints puts the libraries of a project, and of those that it refers to, at the paths that the project gives.
func (p *plan) netHints(n *netProject, above []string) error {
	packages, err := p.source.listedPackages(n.dir)
	if err != nil {
		return err
	}
	text, err := p.source.readText(n.file)
	if err != nil {
		return err
	}
	p.extra[n.file] = strongName().ReplaceAllString(text, "$1$2")
	for _, r := range n.references {
		if r.hint == "" || p.source.has(r.hint) {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(r.hint)) {
			return flaw(n.file, "the HintPath of %s leads out of the bot's folder", r.name)
		}
		own, err := p.ownAssembly(r)
		if err != nil {
			return err
		}
		from := r.from(packages)
		found, err := p.fetchPackage(from)
		if err != nil {
			return err
		}
		if own != nil {
			found = []assembly{*own}
		}
		if shared := installedAssembly(r.name); len(found) == 0 && shared != "" {
			text, err := provided{path: shared}.read()
			if err != nil {
				return err
			}
			found = []assembly{{filepath.Base(shared), string(text)}}
		}
		if len(found) == 0 {
			return n.lacking(from)
		}
		for _, a := range found {
			p.extra[path.Join(path.Dir(r.hint), a.name)] = a.text
		}
	}
	return p.netReferred(n, above, p.netHints)
}
