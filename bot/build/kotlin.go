package build

import (
	"os"
	"path"
	"slices"
	"strings"

	"agon/internal/pattern"
)

const kotlinJar = "agon-bot.jar"

// planKotlin compiles all sources into a jar, with the libraries that a Gradle project names, and runs it with java.
func planKotlin(p *plan) error {
	kotlinc, err := p.tools.find("Kotlin", "apt-get install kotlin", "kotlinc")
	if err != nil {
		return err
	}
	java, err := p.tools.find("Kotlin", javaFix, "java")
	if err != nil {
		return err
	}
	g, err := p.source.gradle()
	if err != nil {
		return err
	}
	c := &javaBuild{plan: p, main: g.main}
	if err := c.libraries(g.file, g.needs); err != nil {
		return err
	}
	sources := slices.DeleteFunc(p.sources(".kt"), func(name string) bool { return g.file != "" && strings.HasPrefix(name, "./src/test/") })
	args := append(sources, "-include-runtime", "-nowarn", "-d", kotlinJar)
	run := []string{"-jar", kotlinJar}
	if len(c.jars) > 0 {
		if c.main == "" {
			if c.main, err = p.source.mainIn(sources, kotlinClassOf, "no Kotlin source has a fun main"); err != nil {
				return err
			}
		}
		list := strings.Join(c.jars, string(os.PathListSeparator))
		run = []string{"-cp", kotlinJar + string(os.PathListSeparator) + list, c.main}
		args = append(args, "-cp", list)
	}
	p.uses(java)
	p.compile(kotlinc, args...)
	p.memory = usualJava
	p.runs(java, append(javaFlags(p.use), run...)...)
	return nil
}

// A gradleProject is what a build.gradle or build.gradle.kts says, as far as it can be read without running Gradle.
type gradleProject struct {
	file  string // empty if there is none
	main  string // the class with the main function; empty if the file names none
	needs []artifact
}

var (
	gradleComment    = pattern.Of(`(?s:/\*.*?\*/)|(?m:^[ \t]*//.*$)`)
	gradleDependency = pattern.Of(`(?m)^\s*(?:implementation|api|compile|compileOnly|runtimeOnly|runtime)\b[\s(]*["']([^"':\s]+):([^"':\s]+)(?::([^"':@\s]+))?[^"'\n]*["']`)
	gradleMain       = pattern.Of(`\bmainClass(?:Name)?(?:\.set\(|\s*=)\s*["']([\w.$]+)["']`)
)

// gradle reads the bot's build.gradle; the result has no file if there is none. Kotlin's standard library comes with its compiler.
func (s *Source) gradle() (gradleProject, error) {
	for _, file := range []string{"build.gradle", "build.gradle.kts"} {
		if s.Single || !s.has(file) {
			continue
		}
		text, err := s.readText(file)
		if err != nil {
			return gradleProject{}, err
		}
		g := gradleProject{file: file}
		text = gradleComment().ReplaceAllString(text, "")
		for _, m := range gradleDependency().FindAllStringSubmatch(text, -1) {
			if m[1] != "org.jetbrains.kotlin" {
				g.needs = append(g.needs, artifact{m[1], m[2], m[3]})
			}
		}
		if m := gradleMain().FindStringSubmatch(text); m != nil {
			g.main = m[1]
		}
		return g, nil
	}
	return gradleProject{}, nil
}

var (
	kotlinMain    = pattern.Of(`(?m)^(?:suspend\s+)?fun\s+main\s*\(`)
	kotlinPackage = pattern.Of(`(?m)^\s*package\s+([\w.]+)`)
	kotlinClass   = pattern.Of(`(?m)^\s*@file:\s*JvmName\(\s*"(\w+)"`)
)

// kotlinClassOf returns the full name of the class that the compiler makes of a source with a main function, "" for other sources.
func kotlinClassOf(name, text string) string {
	if !kotlinMain().MatchString(text) {
		return ""
	}
	base := strings.TrimSuffix(path.Base(name), ".kt")
	class := strings.ToUpper(base[:1]) + base[1:] + "Kt"
	if m := kotlinClass().FindStringSubmatch(text); m != nil {
		class = m[1]
	}
	if m := kotlinPackage().FindStringSubmatch(text); m != nil {
		return m[1] + "." + class
	}
	return class
}
