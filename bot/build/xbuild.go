package build

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"agon/internal/pattern"
)

const xbuildFix = "apt-get install mono-xbuild"

// lateTargets are targets that run after the program is built, and NuGet's check of restored packages.
var lateTargets = [...]string{"AfterBuild", "AfterClean", "BeforeClean", "AfterPublish", "BeforePublish", "EnsureNuGetPackageBuildImports"}

// wantsMSBuild returns what a project asks for that a compiler alone cannot do: a target, a task or a command that runs before the program
// is built; "" if there is nothing.
func wantsMSBuild(root *etree.Element) string {
	if t := root.SelectElement("UsingTask"); t != nil {
		return "a task of its own, " + attrOf(t, "TaskName")
	}
	for _, t := range root.SelectElements("Target") {
		if after := attrOf(t, "AfterTargets"); len(t.ChildElements()) > 0 && !slices.Contains(lateTargets[:], attrOf(t, "Name")) &&
			after != "Build" && after != "AfterBuild" {
			return "a target of its own, " + attrOf(t, "Name")
		}
	}
	for _, e := range below(root, "PreBuildEvent") {
		if strings.TrimSpace(e.Text()) != "" {
			return "a PreBuildEvent"
		}
	}
	return ""
}

// xbuild has MSBuild or mono's xbuild make a project's program if it needs more than a compiler. They also embed .resx resources, which
// mono's compiler cannot.
func (b *netBuild) xbuild(n *netProject, program string) error {
	build, err := b.tools.find("C# ("+n.file+" has "+n.wants+")", xbuildFix, "msbuild", "xbuild")
	if err != nil {
		return err
	}
	if err := b.hints(n, nil); err != nil {
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
	b.step(build, append(args, "./"+n.file)...)
	return nil
}

// strongName matches the version and key in a reference: the contest's library may have another version.
var strongName = pattern.Of(`(<Reference\s+Include="[^",]+),[^"]*(")`)

// hints puts the libraries of a project, and of those that it refers to, at the paths that the project gives.
func (b *netBuild) hints(n *netProject, above []string) error {
	listed, err := b.studio.listedPackages(n.dir)
	if err != nil {
		return err
	}
	text, err := b.source.readText(n.file)
	if err != nil {
		return err
	}
	b.extra[n.file] = strongName().ReplaceAllString(text, "$1$2")
	for _, r := range n.references {
		if r.hint == "" || b.source.has(r.hint) {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(r.hint)) {
			return flaw(n.file, "the HintPath of %s leads out of the bot's folder", r.name)
		}
		found, err := b.hinted(r, r.from(listed))
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return n.lacking(r.from(listed))
		}
		for _, a := range found {
			b.extra[path.Join(path.Dir(r.hint), a.name)] = a.text
		}
	}
	return b.referred(n, above, b.hints)
}

// hinted returns the libraries of a reference: the bot's own, those of a package of the contest's, or an installed one.
func (b *netBuild) hinted(r netReference, from netPackage) ([]assembly, error) {
	found, err := b.ownAssembly(r)
	if len(found) == 0 && err == nil {
		found, err = b.tools.fetchPackage(from)
	}
	if shared := installedAssembly(r.name); len(found) == 0 && shared != "" && err == nil {
		text, err := provided{path: shared}.read()
		return []assembly{{filepath.Base(shared), string(text)}}, err
	}
	return found, err
}
