package build

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// A pomPart is a plugin or a dependency in the text of a pom.
type pomPart struct {
	node              // its content
	from, to int64    // its offsets in the text
	inside   int64    // start of its content
	version  [2]int64 // of its version's text; the second is 0 if it has none
}

// edit returns the changed text of a pom.
func (e *pomEditor) edit(text string) (string, error) {
	parts, err := pomParts(text)
	if err != nil {
		return "", flaw(e.file, "invalid project XML: %v", err)
	}
	slices.SortFunc(parts, func(a, b pomPart) int { return int(b.from - a.from) }) // from the end, so that earlier offsets stay valid
	for _, part := range parts {
		version, keep, err := e.versionOf(part)
		switch {
		case err != nil:
			return "", err
		case !keep:
			text = text[:part.from] + text[part.to:]
		case version == "":
		case part.version[1] > 0:
			text = text[:part.version[0]] + version + text[part.version[1]:]
		default:
			text = text[:part.inside] + "<version>" + version + "</version>" + text[part.inside:]
		}
	}
	return text, nil
}

// versionOf returns the new version of a part, "" for no change, and whether the part is kept.
func (e *pomEditor) versionOf(part pomPart) (version string, keep bool, err error) {
	a := artifact{expand(part.text("groupId"), e.values), expand(part.text("artifactId"), e.values), expand(part.text("version"), e.values)}
	if part.XMLName.Local == "plugin" {
		a.group = orElse(a.group, mavenGroup)
		compiles := a.name == "maven-compiler-plugin" || a.name == "maven-resources-plugin"
		if !compiles && (slices.Contains(mavenLeft[:], a.name) || !takesPart(&part.node)) {
			return "", false, nil
		}
		if version = installedVersion(a); version == "" {
			return "", false, a.lackingPlugin(e.file)
		}
		return version, true, nil
	}
	if part.text("scope") == "test" {
		return "", false, nil
	}
	if slices.ContainsFunc(e.own, a.is) || part.text("scope") == "system" {
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
	mend := "no Debian package is known to contain it; build the bot elsewhere and submit the result"
	if name := mavenPlugins[a.group+":"+a.name]; name != "" {
		mend = "apt-get install " + name
	}
	return flaw(file, "it needs Maven's plugin %s, which is not installed: %s", a, mend)
}

// installedVersion returns the wanted version of an artifact if a Debian package has installed it, or else the newest; "" if there is none.
func installedVersion(a artifact) string {
	dir := filepath.Join(mavenPlace, filepath.FromSlash(strings.ReplaceAll(a.group, ".", "/")), a.name)
	if !filepath.IsLocal(filepath.FromSlash(a.name)) || !strings.HasPrefix(dir, mavenPlace+"/") {
		return ""
	}
	versions, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	best := ""
	for _, v := range versions {
		if !isFile(filepath.Join(dir, v.Name(), a.name+"-"+v.Name()+".jar")) {
			continue
		}
		if v.Name() == a.version {
			return a.version
		}
		if best == "" || compareVersions(v.Name(), best) > 0 {
			best = v.Name()
		}
	}
	return best
}

// pomParts finds the plugins and the dependencies in the text of a pom, except dependencies of plugins.
func pomParts(text string) (parts []pomPart, err error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var names []string
	for {
		from := d.InputOffset()
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			names = names[:len(names)-1]
		case xml.StartElement:
			if n := t.Name.Local; n != "plugin" && n != "dependency" {
				names = append(names, n)
				continue
			}
			part := pomPart{from: from, inside: d.InputOffset(), node: node{XMLName: t.Name}}
			if err := part.read(d); err != nil {
				return nil, err
			}
			managed := slices.Contains(names, "dependencyManagement") || slices.Contains(names, "pluginManagement")
			if !managed && !slices.Contains(names, "reporting") && !slices.Contains(names, "profile") {
				parts = append(parts, part)
			}
		}
	}
}

// read reads a part to its end.
func (part *pomPart) read(d *xml.Decoder) error {
	above := []*node{&part.node}
	for {
		at := d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return err
		}
		n := above[len(above)-1]
		switch t := token.(type) {
		case xml.CharData:
			n.Text += string(t)
		case xml.StartElement:
			c := &node{XMLName: t.Name, Attrs: t.Attr}
			n.Nodes, above = append(n.Nodes, c), append(above, c)
			if len(above) == 2 && t.Name.Local == "version" {
				part.version[0] = d.InputOffset()
			}
		case xml.EndElement:
			if len(above) == 2 && t.Name.Local == "version" {
				part.version[1] = at
			}
			if above = above[:len(above)-1]; len(above) == 0 {
				part.to = d.InputOffset()
				return nil
			}
		}
	}
}
