package build

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// mavenFix names the Debian packages that every Maven build needs.
const mavenFix = "apt-get install maven libmaven-resources-plugin-java libmaven-compiler-plugin-java"

const (
	mavenCentral  = "agon-maven"              // Maven's repository of the contest's jars; left out of the result
	mavenSettings = "agon-maven/settings.xml" // lists Debian's packages for Maven
)

// mavenLeft are plugins that the build replaces or does not need: those that pack, test and publish, and Scala's.
var mavenLeft = [...]string{
	"maven-jar-plugin", "maven-assembly-plugin", "maven-shade-plugin", "spring-boot-maven-plugin", "onejar-maven-plugin",
	"maven-surefire-plugin",
	"maven-failsafe-plugin", "maven-clean-plugin", "maven-install-plugin", "maven-deploy-plugin", "maven-site-plugin",
	"maven-javadoc-plugin",
	"maven-source-plugin", "maven-release-plugin", "maven-gpg-plugin", "maven-dependency-plugin", "maven-enforcer-plugin",
	"jacoco-maven-plugin",
	"maven-compiler-plugin", "maven-resources-plugin", "scala-maven-plugin", "maven-scala-plugin",
}

// mavenLate are the phases of a build after its classes are complete.
var mavenLate = [...]string{
	"generate-test-sources", "process-test-sources", "generate-test-resources", "process-test-resources", "test-compile",
	"process-test-classes", "test",
	"prepare-package", "package", "pre-integration-test", "integration-test", "post-integration-test", "verify", "install", "deploy",
	"site", "clean", "none",
}

// wantsMaven returns what a pom asks for that a compiler alone cannot do: a plugin that runs before the classes are complete, compiler
// options, or filtered resources; "" if there is nothing.
func wantsMaven(pom *etree.Element) string {
	for _, r := range pom.FindElements("build/resources/resource") {
		if textOf(r, "filtering") == "true" {
			return "filtered resources"
		}
	}
	for _, p := range pom.FindElements("build/plugins/plugin") {
		name := textOf(p, "artifactId")
		if name == "maven-compiler-plugin" {
			for _, option := range []string{"compilerArgs", "compilerArgument", "compilerArguments", "annotationProcessorPaths"} {
				if len(below(p, option)) > 0 {
					return name + " with " + option
				}
			}
		}
		if !slices.Contains(mavenLeft[:], name) && takesPart(p) {
			return name
		}
	}
	return ""
}

// takesPart reports whether a plugin runs before the classes are complete.
func takesPart(plugin *etree.Element) bool {
	if textOf(plugin, "extensions") == "true" {
		return true
	}
	return slices.ContainsFunc(plugin.FindElements("executions/execution"), func(e *etree.Element) bool {
		return !slices.Contains(mavenLate[:], textOf(e, "phase"))
	})
}

// mavenPlugins are the Debian packages of Maven plugins that take part in builds.
var mavenPlugins = map[string]string{
	"org.codehaus.mojo:build-helper-maven-plugin":  "libbuild-helper-maven-plugin-java",
	"org.apache.maven.plugins:maven-antrun-plugin": "libmaven-antrun-plugin-java",
	"org.codehaus.mojo:exec-maven-plugin":          "libexec-maven-plugin-java", "org.antlr:antlr4-maven-plugin": "antlr4-maven-plugin",
	"org.antlr:antlr3-maven-plugin":         "antlr3-maven-plugin",
	"org.codehaus.mojo:javacc-maven-plugin": "libjavacc-maven-plugin-java", "de.jflex:jflex-maven-plugin": "libjflex-maven-plugin-java",
	"org.codehaus.mojo:templating-maven-plugin":      "libtemplating-maven-plugin-java",
	"org.codehaus.mojo:properties-maven-plugin":      "libproperties-maven-plugin-java",
	"com.google.code.maven-replacer-plugin:replacer": "libreplacer-java", "org.codehaus.mojo:xml-maven-plugin": "libxml-maven-plugin-java",
	"org.codehaus.gmavenplus:gmavenplus-plugin":       "libgmavenplus-java",
	"org.codehaus.mojo:aspectj-maven-plugin":          "libaspectj-maven-plugin-java",
	"org.apache.maven.plugins:maven-resources-plugin": "libmaven-resources-plugin-java",
	"org.apache.maven.plugins:maven-compiler-plugin":  "libmaven-compiler-plugin-java",
}

// runMaven adds the step in which Maven makes the classes of a project. It has no network: plugins and libraries come from Debian's
// packages, libraries also from the contest's. Versions in the poms are changed to those available.
func (c *javaBuild) runMaven(m *mavenProject, dir string) error {
	mvn, err := c.tools.find("Java ("+path.Join(dir, pomName)+" asks for "+m.wants+")", mavenFix, "mvn")
	if err != nil {
		return err
	}
	for _, name := range []string{"maven-resources-plugin", "maven-compiler-plugin"} {
		if installedVersion(artifact{group: mavenGroup, name: name}) == "" {
			return &Missing{Tool: name, For: "Maven", Fix: "apt-get install lib" + name + "-java"}
		}
	}
	given, err := c.mavenJars(m.needs)
	if err != nil {
		return err
	}
	for _, file := range m.poms {
		text, err := c.source.readText(file)
		if err != nil {
			return err
		}
		e := pomEditor{file: file, values: m.values[file], own: m.own, given: given}
		if c.extra[file], err = e.edit(text); err != nil {
			return err
		}
	}
	c.extra[mavenSettings] = "<settings><mirrors><mirror><id>debian</id><mirrorOf>*</mirrorOf><url>file://" + mavenPlace +
		"</url></mirror></mirrors></settings>\n"
	c.job.Omit = append(c.job.Omit, mavenCentral)
	c.reads(resolved("/etc/maven"))
	c.reads("/etc/java-17-openjdk")
	args := []string{"-o", "-q", "-B", "-f", "./" + path.Join(dir, pomName), "-s", mavenSettings, "-Dmaven.repo.local=" + mavenCentral,
		"-Daether.offline.protocols=file",
		"-Dmaven.test.skip=true", "-Dstyle.color=never", "process-classes"}
	c.step(mvn, args...)
	return nil
}

// mavenJars puts the contest's jars that a project needs into Maven's repository, under their versions.
func (c *javaBuild) mavenJars(needs []artifact) (given []artifact, err error) {
	jars, err := c.tools.contestJars(needs)
	if err != nil {
		return nil, err
	}
	for _, g := range jars {
		i := slices.IndexFunc(needs, func(a artifact) bool { return a.name == g.name })
		if i < 0 {
			continue
		}
		text, err := g.read()
		if err != nil {
			return nil, err
		}
		a := artifact{needs[i].group, g.name, cmp.Or(g.version, "0")}
		base := path.Join(mavenCentral, strings.ReplaceAll(a.group, ".", "/"), a.name, a.version, a.name+"-"+a.version)
		if !filepath.IsLocal(filepath.FromSlash(base)) || !strings.HasPrefix(base, mavenCentral+"/") {
			return nil, flaw(pomName, "invalid name of a library: %s", a)
		}
		c.extra[base+".jar"] = string(text)
		c.extra[base+".pom"] = fmt.Sprintf("<project><modelVersion>4.0.0</modelVersion><groupId>%s</groupId><artifactId>%s</artifactId>"+
			"<version>%s</version></project>\n", a.group, a.name, a.version)
		given = append(given, a)
	}
	return given, nil
}
