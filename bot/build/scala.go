package build

import (
	"path/filepath"

	"agon/internal/pattern"
)

const scalaFix = "apt-get install scala"

// scalaLibrary is where Debian installs Scala's library.
const scalaLibrary = "/usr/share/scala/lib/scala-library.jar"

// planScala compiles all sources, with Java sources beside them, and runs the object with a main method.
func planScala(p *plan) error {
	if _, err := p.tools.find("Scala", scalaFix, "scalac"); err != nil {
		return err
	}
	java, err := p.tools.find("Scala", javaFix, "java")
	if err != nil {
		return err
	}
	c, err := planClasses(p)
	if err != nil {
		return err
	}
	p.memory = usualJava
	p.runs(java, append(javaFlags(p.use), "-cp", c.path(), c.main)...)
	return nil
}

// scalac compiles sources and adds Scala's library to the class path. Java sources among them are read, not compiled.
func (c *javaBuild) scalac(sources []string) error {
	scalac, err := c.tools.find("Scala", scalaFix, "scalac")
	if err != nil {
		return err
	}
	library := filepath.Join(installation(scalac.path), "lib", "scala-library.jar") // as in Scala's own distribution
	if isFile(scalaLibrary) {
		library = scalaLibrary
	}
	if !isFile(library) {
		return &Missing{Tool: "scala-library.jar", For: "Scala", Fix: "apt-get install scala-library"}
	}
	c.compile(scalac, append([]string{"-nowarn", "-cp", c.path(), "-d", c.dir}, sources...)...)
	c.jars = append(c.jars, library)
	return nil
}

var (
	scalaObject  = pattern.Of(`(?m)^\s*(?:case\s+)?object\s+(\w+)\s+extends\s+App\b|^\s*object\s+(\w+)[^{]*\{(?s:[^}]*?)\bdef\s+main\s*\(`)
	scalaPackage = pattern.Of(`(?m)^\s*package\s+([\w.]+)\s*$`)
)

// scalaMain returns the full name of the object with a main method in the text of a source, "" if there is none.
func scalaMain(_, text string) string {
	m := scalaObject().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	if in := scalaPackage().FindStringSubmatch(text); in != nil {
		return in[1] + "." + m[1] + m[2]
	}
	return m[1] + m[2]
}
