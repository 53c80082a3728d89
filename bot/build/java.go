package build

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agon/bot/build/forge"
)

const javaMend = "apt-get install default-jdk-headless"

// usualJava is the memory that a program of Java has unless somebody says otherwise, in bytes.
const usualJava = 1 << 30

// planJava runs a jar, or compiles all sources and runs the class that has a main.
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
	if err := p.javac(); err != nil {
		return err
	}
	class, err := p.mainClass()
	if err != nil {
		return err
	}
	p.runs(java, append(flags, "-cp", p.classPath(), class)...)
	return nil
}

// javaFlags keep a virtual machine small: it shares the machine with others, and has one bot to run. One that is started for every move
// is not worth the better compiler.
func javaFlags(use Use) []string {
	memory := use.Memory
	if memory == 0 {
		memory = usualJava
	}
	flags := []string{"-Xss64m", "-Xms32m", fmt.Sprintf("-Xmx%dm", max(memory>>20*5/8, 32)), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto"}
	if use.PerMove {
		flags = append(flags, "-XX:TieredStopAtLevel=1")
	}
	return flags
}

// javac compiles all sources into the bot's folder.
func (p *plan) javac() error {
	javac, err := p.tools.find("Java", javaMend, "javac")
	if err != nil {
		return err
	}
	sources := p.all(".java")
	if p.source.entelect != nil {
		sources = slices.DeleteFunc(sources, func(name string) bool {
			return !strings.HasPrefix(path.Clean(name)+"/", *p.source.entelect.ProjectLocation+"/") && *p.source.entelect.ProjectLocation != "."
		})
	}
	if len(sources) == 0 {
		return flaw("", "there is no source of Java in its folder")
	}
	p.compile(javac, append([]string{"-nowarn", "-encoding", "UTF-8", "-cp", p.classPath(), "-d", "."}, sources...)...)
	return nil
}

// classPath is the folder and the jars that came along.
func (p *plan) classPath() string {
	places := []string{"."}
	for _, jar := range p.sources(".jar") {
		if !p.source.Single {
			places = append(places, jar)
		}
	}
	return strings.Join(places, string(os.PathListSeparator))
}

// jar makes the jar that bot.json names, where it is not there.
func (p *plan) jar() error {
	if p.source.has(p.source.Entry) {
		return nil
	}
	if p.source.entelect == nil {
		return flaw("", "there is no %s", p.source.Entry)
	}
	if err := p.javac(); err != nil {
		return err
	}
	class, err := p.mainClass()
	if err != nil {
		return err
	}
	jar, err := p.tools.find("Java", javaMend, "jar")
	if err != nil {
		return err
	}
	p.order.Steps = append(p.order.Steps, forge.Step{Path: jar.path, Args: []string{"cfe", p.entry(), class, "-C", ".", "."}})
	return nil
}

// mainClass is the full name of the class that has a main.
func (p *plan) mainClass() (string, error) {
	sources := p.all(".java")
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

// rank puts the entry first.
func rank(name, entry string) int {
	if name == entry {
		return 0
	}
	return 1
}

var (
	javaQuiet   = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`)
	javaPackage = regexp.MustCompile(`\bpackage\s+([\w.]+)\s*;`)
	javaToken   = regexp.MustCompile(`[{}]|\b(?:class|enum|record|interface)\s+(\w+)|\bvoid\s+main\s*\(`)
)

// mainOf finds the outermost class of a source in which main stands: braces are counted, comments and texts passed over.
func mainOf(text string) string {
	text = javaQuiet.ReplaceAllString(text, " ")
	depth, class := 0, ""
	for _, m := range javaToken.FindAllStringSubmatch(text, -1) {
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
			if p := javaPackage.FindStringSubmatch(text); p != nil {
				return p[1] + "." + class
			}
			return class
		}
	}
	return ""
}
