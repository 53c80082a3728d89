package build

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"agon/internal/pattern"
)

const pomName = "pom.xml"

// A mavenProject is what a pom.xml says of the sources of a bot. Maven itself runs only if a pom needs more than a compiler (mvn.go); jar
// does the packing.
type mavenProject struct {
	sources   []string // folders
	resources []string // folders whose files belong in the jar
	main      string   // the class with the main method; empty if the pom names none
	encoding  string   // of the sources; empty if the pom names none
	needs     []artifact
	own       []artifact // made by the project's modules

	poms   []string                     // all that were read, including those of modules
	values map[string]map[string]string // the values of ${…} in each of them
	wants  string                       // what only Maven can do, "" if a compiler is enough
}

// An artifact is a library by its Maven coordinates.
type artifact struct{ group, name, version string }

// artifactOf returns the artifact that a plugin or a dependency of a pom names.
func artifactOf(e *etree.Element, values map[string]string) artifact {
	value := func(name string) string { return expand(textOf(e, name), values) }
	return artifact{value("groupId"), value("artifactId"), value("version")}
}

func (a artifact) String() string {
	return strings.TrimRight(a.group+":"+a.name+":"+a.version, ":")
}

// is reports whether two artifacts are the same library, in any version.
func (a artifact) is(b artifact) bool { return a.group == b.group && a.name == b.name }

// maven reads the pom.xml in a folder of the bot and those of its modules. Without one the result has no poms, and the folder's sources.
func (s *Source) maven(dir string) (*mavenProject, error) {
	if !s.has(path.Join(dir, pomName)) {
		return &mavenProject{sources: []string{dir}}, nil
	}
	m := &mavenProject{values: map[string]map[string]string{}}
	if err := m.read(s, dir, 0); err != nil {
		return nil, err
	}
	m.needs = slices.DeleteFunc(m.needs, func(a artifact) bool { return slices.ContainsFunc(m.own, a.is) })
	return m, nil
}

// read adds what the pom.xml in a folder says.
func (m *mavenProject) read(s *Source, dir string, depth int) error {
	const deepest = 5
	name := path.Join(dir, pomName)
	if depth > deepest {
		return flaw(name, "its modules are nested more than %d deep", deepest)
	}
	pom, err := s.readXML(name)
	if err != nil {
		return err
	}
	values := s.pomValues(pom, dir, depth)
	m.poms, m.values[name], m.wants = append(m.poms, name), values, cmp.Or(m.wants, wantsMaven(pom))
	m.own = append(m.own, artifact{values["project.groupId"], values["project.artifactId"], ""})
	m.encoding = cmp.Or(m.encoding, values["project.build.sourceEncoding"])
	for _, e := range below(pom, "mainClass") {
		m.main = cmp.Or(m.main, expand(strings.TrimSpace(e.Text()), values))
	}
	m.needs = append(m.needs, dependencies(pom, values)...)
	folder := func(given, usual string) string { return path.Join(dir, expand(cmp.Or(given, usual), values)) }
	if given := textOf(pom, "build/sourceDirectory"); given != "" {
		m.sources = append(m.sources, folder(given, ""))
	} else {
		m.sources = append(m.sources, folder("", "src/main/java"), folder("", "src/main/scala"))
	}
	resources := pom.FindElements("build/resources/resource")
	for _, r := range resources {
		m.resources = append(m.resources, folder(textOf(r, "directory"), "src/main/resources"))
	}
	if len(resources) == 0 {
		m.resources = append(m.resources, folder("", "src/main/resources"))
	}
	for _, e := range pom.FindElements("modules/module") {
		module := strings.TrimSpace(e.Text())
		at := path.Join(dir, strings.TrimSuffix(module, "/"+pomName))
		if !s.has(path.Join(at, pomName)) {
			return flaw(name, "its module %s is not in the folder", module)
		}
		if err := m.read(s, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// dependencies returns the libraries that a pom needs outside its tests.
func dependencies(pom *etree.Element, values map[string]string) (needs []artifact) {
	for _, d := range pom.FindElements("dependencies/dependency") {
		if scope := textOf(d, "scope"); scope != "test" && scope != "system" && scope != "import" {
			needs = append(needs, artifactOf(d, values))
		}
	}
	return needs
}

// pomValues returns the values of ${…} in a pom: its properties and those of its parents in the bot's folder.
func (s *Source) pomValues(pom *etree.Element, dir string, depth int) map[string]string {
	values := map[string]string{}
	parent := pom.FindElement("parent")
	above := path.Join(dir, cmp.Or(textOf(parent, "relativePath"), ".."))
	if parent != nil && strings.HasSuffix(above, pomName) {
		above = path.Dir(above)
	}
	if parent != nil && depth < 5 && s.has(path.Join(above, pomName)) {
		if p, err := s.readXML(path.Join(above, pomName)); err == nil {
			values = s.pomValues(p, above, depth+1)
		}
	}
	for _, p := range pom.FindElements("properties/*") {
		values[p.Tag] = strings.TrimSpace(p.Text())
	}
	for _, name := range []string{"groupId", "artifactId", "version"} {
		v := cmp.Or(textOf(pom, name), textOf(parent, name))
		for _, prefix := range []string{"project.", "pom.", ""} {
			values[prefix+name] = v
		}
	}
	values["basedir"], values["project.basedir"] = ".", "."
	return values
}

var pomValue = pattern.Of(`\$\{([^${}]+)\}`)

// expand replaces ${…} by its value.
func expand(text string, values map[string]string) string {
	for range 5 { // values may contain others
		next := pomValue().ReplaceAllStringFunc(text, func(m string) string {
			if v, ok := values[m[2:len(m)-1]]; ok {
				return v
			}
			return m
		})
		if next == text {
			return text
		}
		text = next
	}
	return text
}

// mavenPlace is where Debian's Java packages keep their jars by Maven coordinates.
const mavenPlace = "/usr/share/maven-repo"

// debianFile returns the path of a library's files in a version, without their ending.
func (a artifact) debianFile(version string) string {
	return filepath.Join(mavenPlace, filepath.FromSlash(strings.ReplaceAll(a.group, ".", "/")), a.name, version, a.name+"-"+version)
}

// debianVersions returns the versions of a library that Debian's packages have installed, newest first.
func (a artifact) debianVersions() (versions []string) {
	dir := filepath.Dir(filepath.Dir(a.debianFile("x")))
	if !filepath.IsLocal(filepath.FromSlash(a.name)) || !strings.HasPrefix(dir, mavenPlace+"/") {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		versions = append(versions, e.Name())
	}
	slices.SortFunc(versions, func(x, y string) int { return compareVersions(y, x) })
	return versions
}

// debianJar returns the jar of a library that a Debian package has installed, and the libraries that it needs; "" if there is none.
func debianJar(a artifact) (jar string, needs []artifact) {
	for _, v := range a.debianVersions() {
		base := a.debianFile(v)
		if real, err := filepath.EvalSymlinks(base + ".jar"); err == nil && ofSystem(real) {
			installed := &Source{Root: filepath.Dir(base)}
			if pom, err := installed.readXML(filepath.Base(base) + ".pom"); err == nil {
				needs = dependencies(pom, installed.pomValues(pom, ".", 0))
			}
			return real, needs
		}
	}
	if a.name == "scala-library" && isFile(scalaLibrary) {
		return scalaLibrary, nil
	}
	return "", nil
}

// debianPackages are the Debian packages of the libraries that bots use most.
var debianPackages = map[string]string{
	"com.fasterxml.jackson.core:jackson-core":        "libjackson2-core-java",
	"com.fasterxml.jackson.core:jackson-databind":    "libjackson2-databind-java",
	"com.fasterxml.jackson.core:jackson-annotations": "libjackson2-annotations-java",
	"com.googlecode.json-simple:json-simple":         "libjson-simple-java",
	"com.google.code.gson:gson":                      "libgoogle-gson-java", "org.json:json": "libjson-java", "junit:junit": "junit4",
	"com.google.guava:guava":           "libguava-java",
	"org.apache.commons:commons-lang3": "libcommons-lang3-java", "commons-io:commons-io": "libcommons-io-java",
	"log4j:log4j":         "liblog4j1.2-java",
	"org.slf4j:slf4j-api": "libslf4j-java", "org.scala-lang:scala-library": "scala-library",
}

// lacking returns the error for a library of a project file that was not found.
func (a artifact) lacking(file string) error {
	fix := fmt.Sprintf("add %s-%s.jar to the contest's packages folder (%s)", a.name, cmp.Or(a.version, "VERSION"), packagesGiven)
	if name := debianPackages[a.group+":"+a.name]; name != "" {
		fix += ", or apt-get install " + name
	}
	return flaw(file, "it needs %s, which is neither in the bot's folder nor in the contest's packages nor installed: %s", a, fix)
}

// contestJars returns the jars of the contest's packages, of each library one version: the one that is needed if it is there.
func (t *Tools) contestJars(needs []artifact) ([]provided, error) {
	all, err := t.provides(".jar")
	return newest(all, func(name string) string {
		if i := slices.IndexFunc(needs, func(a artifact) bool { return a.name == name }); i >= 0 {
			return needs[i].version
		}
		return ""
	}), err
}

// libraries finds the jars of a project file: in the bot's folder, in the contest's packages, then among Debian's.
func (c *javaBuild) libraries(file string, needs []artifact) error {
	given, err := c.tools.contestJars(needs)
	if err != nil {
		return err
	}
	for _, g := range given {
		name, err := c.provide(g)
		if err != nil {
			return err
		}
		c.jars = append(c.jars, name)
	}
	found := slices.Clone(needs)
	for i := 0; i < len(found); i++ { // found grows during the loop
		a := found[i]
		if c.source.hasJar(a.name) || slices.ContainsFunc(given, func(g provided) bool { return g.name == a.name }) {
			continue
		}
		jar, more := debianJar(a)
		if jar == "" && i < len(needs) {
			return a.lacking(file)
		}
		if jar == "" {
			continue // Debian's packages have their dependencies, or leave them out on purpose
		}
		t, err := inspect(jar)
		if err != nil {
			return err
		}
		c.marks, c.jars = append(c.marks, t.mark), append(c.jars, jar)
		found = append(found, slices.DeleteFunc(more, func(m artifact) bool { return slices.ContainsFunc(found, m.is) })...)
	}
	return nil
}

// hasJar reports whether the bot's folder has the jar of a library.
func (s *Source) hasJar(name string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool {
		base := path.Base(f.Name)
		ending := len(base) - len(".jar")
		return strings.EqualFold(path.Ext(base), ".jar") && versioned().FindStringSubmatch(base[:ending])[1] == name
	})
}
