package build

import (
	"cmp"
	"slices"

	"github.com/beevik/etree"
)

// mavenGroup is the default group of plugins.
const mavenGroup = "org.apache.maven.plugins"

// A pomEditor adapts a bot's pom.xml to this machine: it sets the versions of libraries and plugins to the installed ones, and removes
// tests and plugins that the build does not need.
type pomEditor struct {
	file   string
	values map[string]string
	own    []artifact // modules of the bot itself
	given  []artifact // libraries of the contest's packages
}

// edit returns the changed text of a pom.
func (e *pomEditor) edit(text string) (string, error) {
	doc, err := parseXML(e.file, text)
	if err != nil {
		return "", err
	}
	for _, part := range pomParts(doc.Root()) {
		version, keep, err := e.versionOf(part)
		if err != nil {
			return "", err
		}
		if !keep {
			part.Parent().RemoveChild(part)
		} else if version != "" {
			v := part.SelectElement("version")
			if v == nil {
				v = part.CreateElement("version")
			}
			v.SetText(version)
		}
	}
	return doc.WriteToString()
}

// pomParts finds the plugins and the dependencies in a pom, except dependencies of plugins.
func pomParts(e *etree.Element) (parts []*etree.Element) {
	for _, c := range e.ChildElements() {
		switch c.Tag {
		case "plugin", "dependency":
			parts = append(parts, c)
		case "dependencyManagement", "pluginManagement", "reporting", "profile":
		default:
			parts = append(parts, pomParts(c)...)
		}
	}
	return parts
}

// versionOf returns the new version of a part, "" for no change, and whether the part is kept.
func (e *pomEditor) versionOf(part *etree.Element) (version string, keep bool, err error) {
	a := artifactOf(part, e.values)
	if part.Tag == "plugin" {
		a.group = cmp.Or(a.group, mavenGroup)
		compiles := a.name == "maven-compiler-plugin" || a.name == "maven-resources-plugin"
		if !compiles && (slices.Contains(mavenLeft[:], a.name) || !takesPart(part)) {
			return "", false, nil
		}
		if version = installedVersion(a); version == "" {
			return "", false, a.lackingPlugin(e.file)
		}
		return version, true, nil
	}
	if textOf(part, "scope") == "test" {
		return "", false, nil
	}
	if slices.ContainsFunc(e.own, a.is) || textOf(part, "scope") == "system" {
		return "", true, nil
	}
	if i := slices.IndexFunc(e.given, a.is); i >= 0 {
		return e.given[i].version, true, nil
	}
	if version = installedVersion(a); version == "" {
		return "", false, a.lacking(pomName)
	}
	return version, true, nil
}

// lackingPlugin returns the error for a plugin that is not installed.
func (a artifact) lackingPlugin(file string) error {
	fix := "no Debian package is known to contain it; build the bot elsewhere and submit the result"
	if name := mavenPlugins[a.group+":"+a.name]; name != "" {
		fix = "apt-get install " + name
	}
	return flaw(file, "it needs Maven's plugin %s, which is not installed: %s", a, fix)
}

// installedVersion returns the wanted version of an artifact if a Debian package has installed it, or else the newest; "" if there is none.
func installedVersion(a artifact) string {
	newest := ""
	for _, v := range a.debianVersions() {
		if !isFile(a.debianFile(v) + ".jar") {
			continue
		}
		if newest = cmp.Or(newest, v); v == a.version {
			return v
		}
	}
	return newest
}
