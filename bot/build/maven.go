package build

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

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

func (a artifact) String() string {
	return strings.TrimRight(a.group+":"+a.name+":"+a.version, ":")
}

// is reports whether two artifacts are the same library, in any version.
func (a artifact) is(b artifact) bool { return a.group == b.group && a.name == b.name }

// maven reads the pom.xml in a folder of the bot and those of its modules; nil if there is none.
func (s *Source) maven(dir string) (*mavenProject, error) {
	if !s.has(path.Join(dir, pomName)) {
		return nil, nil
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
	m.poms, m.values[name], m.wants = append(m.poms, name), values, orElse(m.wants, wantsMaven(pom))
	m.own = append(m.own, artifact{values["project.groupId"], values["project.artifactId"], ""})
	m.encoding = orElse(m.encoding, values["project.build.sourceEncoding"])
	for _, e := range pom.below("mainClass") {
		m.main = orElse(m.main, expand(e.text(), values))
	}
	m.needs = append(m.needs, dependencies(pom, values)...)
	folder := func(given, usual string) string { return path.Join(dir, expand(orElse(given, usual), values)) }
	languages := []string{"src/main/java", "src/main/scala"}
	if given := pom.text("build", "sourceDirectory"); given != "" {
		languages = []string{given}
	}
	for _, l := range languages {
		m.sources = append(m.sources, folder(l, ""))
	}
	resources := pom.child("build", "resources").children("resource")
	for _, r := range resources {
		m.resources = append(m.resources, folder(r.text("directory"), "src/main/resources"))
	}
	if len(resources) == 0 {
		m.resources = append(m.resources, folder("", "src/main/resources"))
	}
	for _, module := range pom.child("modules").children("module") {
		at := path.Join(dir, strings.TrimSuffix(module.text(), "/"+pomName))
		if !s.has(path.Join(at, pomName)) {
			return flaw(name, "its module %s is not in the folder", module.text())
		}
		if err := m.read(s, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// dependencies returns the libraries that a pom needs outside its tests.
func dependencies(pom *node, values map[string]string) (needs []artifact) {
	for _, d := range pom.child("dependencies").children("dependency") {
		if scope := d.text("scope"); scope == "test" || scope == "system" || scope == "import" {
			continue
		}
		needs = append(needs, artifact{expand(d.text("groupId"), values), expand(d.text("artifactId"), values),
			expand(d.text("version"), values)})
	}
	return needs
}

// pomValues returns the values of ${…} in a pom: its properties and those of its parents in the bot's folder.
func (s *Source) pomValues(pom *node, dir string, depth int) map[string]string {
	values := map[string]string{}
	parent := pom.child("parent")
	above := path.Join(dir, orElse(parent.text("relativePath"), ".."))
	if parent != nil && strings.HasSuffix(above, pomName) {
		above = path.Dir(above)
	}
	if parent != nil && depth < 5 && s.has(path.Join(above, pomName)) {
		if p, err := s.readXML(path.Join(above, pomName)); err == nil {
			values = s.pomValues(p, above, depth+1)
		}
	}
	if properties := pom.child("properties"); properties != nil {
		for _, p := range properties.Nodes {
			values[p.XMLName.Local] = p.text()
		}
	}
	for _, name := range []string{"groupId", "artifactId", "version"} {
		v := orElse(pom.text(name), parent.text(name))
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

// debianJar returns the jar of a library that a Debian package has installed, and the libraries that it needs; "" if there is none.
func debianJar(a artifact) (jar string, needs []artifact) {
	dir := filepath.Join(mavenPlace, filepath.FromSlash(strings.ReplaceAll(a.group, ".", "/")), a.name)
	if !filepath.IsLocal(filepath.FromSlash(a.name)) || !strings.HasPrefix(dir, mavenPlace+"/") {
		return "", nil
	}
	versions, err := os.ReadDir(dir)
	if err != nil {
		return "", nil
	}
	slices.SortFunc(versions, func(x, y os.DirEntry) int { return compareVersions(y.Name(), x.Name()) })
	for _, v := range versions {
		base := filepath.Join(dir, v.Name(), a.name+"-"+v.Name())
		if real, err := filepath.EvalSymlinks(base + ".jar"); err == nil && ofSystem(real) {
			installed := &Source{Root: filepath.Dir(base)}
			if pom, err := installed.readXML(filepath.Base(base) + ".pom"); err == nil {
				needs = dependencies(pom, installed.pomValues(pom, ".", 0))
			}
			return real, needs
		}
	}
	return "", nil
}

// debianPackages are the Debian packages of the libraries that bots use most.
var debianPackages = map[string]string{
	"com.fasterxml.jackson.core:jackson-core": "libjackson2-core-java", "com.fasterxml.jackson.core:jackson-databind": "libjackson2-databind-java",
	"com.fasterxml.jackson.core:jackson-annotations": "libjackson2-annotations-java", "com.googlecode.json-simple:json-simple": "libjson-simple-java",
	"com.google.code.gson:gson": "libgoogle-gson-java", "org.json:json": "libjson-java", "junit:junit": "junit4", "com.google.guava:guava": "libguava-java",
	"org.apache.commons:commons-lang3": "libcommons-lang3-java", "commons-io:commons-io": "libcommons-io-java", "log4j:log4j": "liblog4j1.2-java",
	"org.slf4j:slf4j-api": "libslf4j-java", "org.scala-lang:scala-library": "scala-library",
}

// lacking returns the error for a library of a project file that was not found.
func (a artifact) lacking(file string) error {
	mend := fmt.Sprintf("add %s-%s.jar to the contest's packages folder (%s)", a.name, orElse(a.version, "VERSION"), packagesGiven)
	if name := debianPackages[a.group+":"+a.name]; name != "" {
		mend += ", or apt-get install " + name
	}
	return flaw(file, "it needs %s, which is neither in the bot's folder nor in the contest's packages nor installed: %s", a, mend)
}

// libraries finds the jars of a project file: in the bot's folder, in the contest's packages, then among Debian's.
func (p *plan) libraries(file string, needs []artifact) (jars []string, err error) {
	all, err := p.tools.provides(".jar")
	if err != nil {
		return nil, err
	}
	given := newest(all, func(name string) string {
		for _, a := range needs {
			if a.name == name {
				return a.version
			}
		}
		return ""
	})
	for _, g := range given {
		name, err := p.provide(g)
		if err != nil {
			return nil, err
		}
		jars = append(jars, name)
	}
	found := slices.Clone(needs)
	for i := 0; i < len(found); i++ { // found grows during the loop
		a := found[i]
		if p.source.hasJar(a.name) || slices.ContainsFunc(given, func(g provided) bool { return g.name == a.name }) {
			continue
		}
		jar, more := debianJar(a)
		if jar == "" && a.name == "scala-library" && isFile(scalaLibrary) {
			jar = scalaLibrary
		}
		if jar == "" && i >= len(needs) {
			continue // Debian's packages have their dependencies, or leave them out on purpose
		}
		if jar == "" {
			return nil, a.lacking(file)
		}
		t, err := inspect(jar)
		if err != nil {
			return nil, err
		}
		p.marks, jars = append(p.marks, t.mark), append(jars, jar)
		for _, m := range more {
			if !slices.ContainsFunc(found, m.is) {
				found = append(found, m)
			}
		}
	}
	return jars, nil
}

// hasJar reports whether the bot's folder has the jar of a library.
func (s *Source) hasJar(name string) bool {
	for _, f := range s.Files {
		base := path.Base(f.Name)
		if strings.EqualFold(path.Ext(base), ".jar") {
			if m := versioned().FindStringSubmatch(base[:len(base)-len(".jar")]); m[1] == name {
				return true
			}
		}
	}
	return false
}
