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

const javaMend = "apt-get install default-jdk-headless"

// usualJava is the default memory of a Java program in bytes.
const usualJava = 1 << 30

// planJava runs a jar, or compiles all sources and runs the class with a main method.
func planJava(p *plan) error {
	java, err := p.tools.find("Java", javaMend, "java")
	if err != nil {
		return err
	}
	p.memory = usualJava
	flags := javaFlags(p.use)
	if p.source.entelect != nil || strings.HasSuffix(strings.ToLower(p.source.Entry), ".jar") {
		if err := p.jar(); err != nil {
			return err
		}
		p.runs(java, append(flags, "-jar", p.entry())...)
		return nil
	}
	c, err := p.classes()
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

// A javaBuild describes what is built from sources for Java's virtual machine.
type javaBuild struct {
	dir       string   // of the classes
	resources []string // folders whose files belong with the classes
	jars      []string // libraries, relative to the bot's folder or absolute
	main      string   // the class with the main method
}

// path returns the class path of the result.
func (c *javaBuild) path() string {
	return strings.Join(append(append([]string{c.dir}, c.resources...), c.jars...), string(os.PathListSeparator))
}

// classes compiles the sources that a pom.xml names, or else all, in the bot's folder.
func (p *plan) classes() (*javaBuild, error) {
	project := "."
	if p.source.entelect != nil {
		project = *p.source.entelect.ProjectLocation
	}
	pom, err := p.source.maven(project)
	if err != nil {
		return nil, err
	}
	c, roots, encoding := &javaBuild{dir: "."}, []string{project}, ""
	var needs []artifact
	if pom != nil {
		c.dir, c.main, needs, roots, encoding = path.Join(project, "target/classes"), pom.main, pom.needs, pom.sources, pom.encoding
		for _, r := range pom.resources {
			if p.source.hasFolder(r) {
				c.resources = append(c.resources, r)
			}
		}
		p.folder(c.dir)
	}
	if c.jars, err = p.libraries(pomName, needs); err != nil {
		return nil, err
	}
	if !p.source.Single {
		c.jars = append(c.jars, p.all(".jar")...)
	}
	java, scala := p.under(roots, ".java"), p.under(roots, ".scala")
	if len(java)+len(scala) == 0 {
		return nil, flaw("", "no Java source in its folder%s", beneathOf(roots))
	}
	if len(scala) > 0 {
		if err := p.scalac(c, append(scala, java...)); err != nil {
			return nil, err
		}
	}
	switch {
	case pom != nil && pom.wants != "" && len(pom.poms) == 1:
		c.resources = nil // Maven filters them and puts them beside the classes
		err = p.runMaven(pom, project)
	case len(java) > 0:
		err = p.javac(c, java, encoding)
	}
	if err != nil {
		return nil, err
	}
	if c.main == "" {
		c.main, err = p.mainClass(java)
	}
	if c.main == "" && len(scala) > 0 {
		c.main, err = p.scalaMain(scala)
	}
	return c, err
}

// under returns the bot's files with an ending that lie below one of the folders.
func (p *plan) under(roots []string, ending string) []string {
	return slices.DeleteFunc(p.all(ending), func(name string) bool {
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

// javac compiles sources.
func (p *plan) javac(c *javaBuild, sources []string, encoding string) error {
	javac, err := p.tools.find("Java", javaMend, "javac")
	if err != nil {
		return err
	}
	if encoding == "" || strings.Contains(encoding, "$") {
		if encoding, err = p.encoding(sources); err != nil {
			return err
		}
	}
	if sources, err = p.withGenerated(sources); err != nil {
		return err
	}
	flags := []string{"-nowarn"}
	if p.use.Debug {
		flags = append(flags, "-g")
	}
	p.compile(javac, append(append(flags, "-encoding", encoding, "-cp", c.path(), "-d", c.dir), sources...)...)
	return nil
}

// generatedName is a file that defines the annotation javax.annotation.Generated, which Java had until version 8.
const generatedName = "agon-java/javax/annotation/Generated.java"

const generated = `package javax.annotation;

/** Marks source code that a program has written. */
public @interface Generated {
	String[] value();

	String date() default "";

	String comments() default "";
}
`

// withGenerated adds the annotation that code generators put into their output, if a source uses it.
func (p *plan) withGenerated(sources []string) ([]string, error) {
	for _, name := range sources {
		text, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if bytes.Contains(text, []byte("javax.annotation.Generated;")) {
			p.extra[generatedName] = generated
			return append(sources, "./"+generatedName), nil
		}
	}
	return sources, nil
}

// encoding returns the encoding of sources: UTF-8, or that of Windows editors if one of them is not valid UTF-8.
func (p *plan) encoding(sources []string) (string, error) {
	for _, name := range sources {
		text, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if !utf8.Valid(text) {
			return "windows-1252", nil
		}
	}
	return "UTF-8", nil
}

// manifestFile names the main class and the libraries of a jar.
const manifestFile = "agon-manifest.txt"

// jar makes the jar that bot.json names, if it does not exist.
func (p *plan) jar() error {
	if p.source.has(p.source.Entry) {
		return nil
	}
	if p.source.entelect == nil {
		return flaw("", "no file %s", p.source.Entry)
	}
	c, err := p.classes()
	if err != nil {
		return err
	}
	jar, err := p.tools.find("Java", javaMend, "jar")
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

// mainClass returns the full name of the class with a main method.
func (p *plan) mainClass(sources []string) (string, error) {
	slices.SortStableFunc(sources, func(a, b string) int { return rank(a, p.entry()) - rank(b, p.entry()) })
	for _, name := range sources {
		text, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if class := mainOf(string(text)); class != "" {
			return class, nil
		}
	}
	return "", flaw("", "no class of its sources has a public static void main")
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
