package build

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/bot/build/inside"
	"agon/internal/pattern"
)

const javaFix = "apt-get install default-jdk-headless"

// usualJava is the default memory of a Java program in bytes.
const usualJava = 1 << 30

// planJava runs a jar, or compiles all sources and runs the class with a main method.
func planJava(p *plan) error {
	java, err := p.tools.find("Java", javaFix, "java")
	if err != nil {
		return err
	}
	p.memory = usualJava
	flags := javaFlags(p.use)
	if p.source.entelect != nil || strings.HasSuffix(strings.ToLower(p.source.Entry), ".jar") {
		if err := planJar(p); err != nil {
			return err
		}
		p.runs(java, append(flags, "-jar", p.entry())...)
		return nil
	}
	c, err := planClasses(p)
	if err != nil {
		return err
	}
	p.runs(java, append(flags, "-cp", c.path(), c.main)...)
	return nil
}

// javaFlags keep a virtual machine small: it shares the machine with others. One that is started for every move does not run long enough
// for the better compiler.
func javaFlags(use Use) []string {
	memory := use.Memory
	if memory == 0 {
		memory = usualJava
	}
	flags := []string{"-Xss64m", "-Xms32m", fmt.Sprintf("-Xmx%dm", max(memory>>20*5/8, 32)), "-XX:+UseSerialGC", "-XX:-UsePerfData",
		"-Xshare:auto"}
	if use.PerMove {
		flags = append(flags, "-XX:TieredStopAtLevel=1")
	}
	return flags
}

// A javaBuild plans what is built from sources for Java's virtual machine.
type javaBuild struct {
	*plan
	dir       string   // of the classes
	resources []string // folders whose files belong with the classes
	jars      []string // libraries, relative to the bot's folder or absolute
	main      string   // the class with the main method
	encoding  string   // of the sources; empty or with a $: unknown
}

// path returns the class path of the result.
func (c *javaBuild) path() string {
	return strings.Join(slices.Concat([]string{c.dir}, c.resources, c.jars), string(os.PathListSeparator))
}

// planClasses compiles the sources that a pom.xml names, or else all, in the bot's folder.
func planClasses(p *plan) (*javaBuild, error) {
	project := p.source.project()
	pom, err := p.source.maven(project)
	if err != nil {
		return nil, err
	}
	c := &javaBuild{plan: p, dir: ".", main: pom.main, encoding: pom.encoding}
	if len(pom.poms) > 0 {
		c.dir = path.Join(project, "target/classes")
		p.folder(c.dir)
	}
	for _, r := range pom.resources {
		if p.source.hasFolder(r) {
			c.resources = append(c.resources, r)
		}
	}
	if err := c.libraries(pomName, pom.needs); err != nil {
		return nil, err
	}
	if !p.source.Single {
		c.jars = append(c.jars, p.all(".jar")...)
	}
	java, scala := c.under(pom.sources, ".java"), c.under(pom.sources, ".scala")
	if len(java)+len(scala) == 0 {
		return nil, flaw("", "no Java source in its folder%s", beneathOf(pom.sources))
	}
	if err := c.compileAll(java, scala, pom, project); err != nil || c.main != "" {
		return c, err
	}
	slices.SortStableFunc(java, func(a, b string) int { return rank(a, p.entry()) - rank(b, p.entry()) })
	c.main, err = p.source.mainIn(java, func(_, text string) string { return mainOf(text) },
		"no class of its sources has a public static void main")
	if c.main == "" && len(scala) > 0 {
		c.main, err = p.source.mainIn(scala, scalaMain, "no object of its sources extends App or has a def main")
	}
	return c, err
}

// compileAll adds the steps that compile the sources.
func (c *javaBuild) compileAll(java, scala []string, pom *mavenProject, project string) error {
	if len(scala) > 0 {
		if err := c.scalac(append(scala, java...)); err != nil {
			return err
		}
	}
	switch {
	case pom.wants != "" && len(pom.poms) == 1:
		c.resources = nil // Maven filters them and puts them beside the classes
		return c.runMaven(pom, project)
	case len(java) > 0:
		return c.javac(java)
	}
	return nil
}

// under returns the bot's files with an ending that lie below one of the folders.
func (c *javaBuild) under(roots []string, ending string) []string {
	return slices.DeleteFunc(c.all(ending), func(name string) bool {
		return !slices.ContainsFunc(roots, func(r string) bool { return r == "." || strings.HasPrefix(path.Clean(name), r+"/") })
	})
}

// beneathOf names the folders that were searched, unless they are the whole.
func beneathOf(roots []string) string {
	if slices.Contains(roots, ".") {
		return ""
	}
	return " beneath " + strings.Join(roots, ", ")
}

// javac compiles sources. Those of unknown encoding are in UTF-8, or in that of Windows editors if one of them is not valid UTF-8. The
// annotation that code generators put into their output is added if one of them uses it: Java had it until version 8.
func (c *javaBuild) javac(sources []string) error {
	javac, err := c.tools.find("Java", javaFix, "javac")
	if err != nil {
		return err
	}
	encoding, generated := "UTF-8", ""
	for _, name := range sources {
		text, err := readSmall(filepath.Join(c.source.Root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if !utf8.Valid(text) {
			encoding = "windows-1252"
		}
		if generated == "" && bytes.Contains(text, []byte("javax.annotation.Generated;")) {
			generated = "agon-java/javax/annotation/Generated.java"
			c.extra[generated] = added("Generated.java")
			sources = append(sources, "./"+generated)
		}
	}
	if c.encoding != "" && !strings.Contains(c.encoding, "$") {
		encoding = c.encoding
	}
	flags := []string{"-nowarn"}
	if c.use.Debug {
		flags = append(flags, "-g")
	}
	c.compile(javac, append(append(flags, "-encoding", encoding, "-cp", c.path(), "-d", c.dir), sources...)...)
	return nil
}

// manifestFile names the main class and the libraries of a jar.
const manifestFile = "agon-manifest.txt"

// planJar makes the jar that bot.json names, if it does not exist.
func planJar(p *plan) error {
	if p.source.has(p.source.Entry) {
		return nil
	}
	if p.source.entelect == nil {
		return flaw("", "no file %s", p.source.Entry)
	}
	c, err := planClasses(p)
	if err != nil {
		return err
	}
	jar, err := p.tools.find("Java", javaFix, "jar")
	if err != nil {
		return err
	}
	p.extra[manifestFile] = jarManifest(c, path.Dir(p.source.Entry))
	args := []string{"cfm", "./" + p.output(), manifestFile, "-C", c.dir, "."}
	for _, r := range c.resources {
		args = append(args, "-C", r, ".")
	}
	p.job.Steps = append(p.job.Steps, inside.Step{Path: jar.path, Args: args})
	return nil
}

// jarManifest returns the manifest of a jar in a folder of the bot; its libraries are named relative to that folder.
func jarManifest(c *javaBuild, dir string) string {
	text := manifestLine("Main-Class: " + c.main)
	var at []string
	for _, jar := range c.jars {
		if !path.IsAbs(jar) {
			rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(jar))
			if err != nil {
				continue // both lie below the bot's folder
			}
			jar = filepath.ToSlash(rel)
		}
		at = append(at, (&url.URL{Path: jar}).EscapedPath())
	}
	if len(at) > 0 {
		text += manifestLine("Class-Path: " + strings.Join(at, " "))
	}
	return text
}

// manifestLine wraps a line as manifests require: at most 72 bytes, and continuation lines begin with a space.
func manifestLine(line string) string {
	const longest = 70
	var b strings.Builder
	for len(line) > longest {
		b.WriteString(line[:longest] + "\n ")
		line = line[longest:]
	}
	return b.String() + line + "\n"
}

// mainIn returns what main finds in the first of some sources in which it finds something; none if it finds nothing.
func (s *Source) mainIn(sources []string, main func(name, text string) string, none string) (string, error) {
	for _, name := range sources {
		text, err := s.readText(path.Clean(name))
		if err != nil {
			return "", err
		}
		if found := main(name, text); found != "" {
			return found, nil
		}
	}
	return "", flaw("", "%s", none)
}

// rank prefers the entry, then the class names that contests start: CodinGame's is Player. Other classes may have a main method for
// experiments.
func rank(name, entry string) int {
	if name == entry {
		return 0
	}
	usual := [...]string{"Player", "Main", "Bot", "MyBot"}
	if i := slices.Index(usual[:], strings.TrimSuffix(path.Base(name), path.Ext(name))); i >= 0 {
		return 1 + i
	}
	return 1 + len(usual)
}

var (
	javaQuiet   = pattern.Of(`(?s)//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)
	javaPackage = pattern.Of(`\bpackage\s+([\w.]+)\s*;`)
	javaToken   = pattern.Of(`[{}]|\b(?:class|enum|record|interface)\s+(\w+)|\bvoid\s+main\s*\(`)
)

// mainOf returns the outermost class around a main method. It counts braces and skips comments and strings.
func mainOf(text string) string {
	text = javaQuiet().ReplaceAllString(text, " ")
	depth, class := 0, ""
	for _, m := range javaToken().FindAllStringSubmatch(text, -1) {
		switch {
		case m[0] == "{":
			depth++
		case m[0] == "}":
			depth--
		case m[1] != "":
			if depth == 0 {
				class = m[1]
			}
		case class != "" && depth == 1:
			if p := javaPackage().FindStringSubmatch(text); p != nil {
				return p[1] + "." + class
			}
			return class
		}
	}
	return ""
}
