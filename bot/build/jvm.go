package build

import (
	"path/filepath"

	"agon/internal/pattern"
)

// clojureJar is where Debian installs Clojure.
const clojureJar = "/usr/share/java/clojure.jar"

var (
	clojureSpace = pattern.Of(`(?m)^\s*\(ns\s+([\w.*+!?-]+)`)
	clojureMain  = pattern.Of(`(?m)^\s*\(defn\s+-main\b`)
)

// planClojure runs the entry: its -main function if it has one, else its top-level code.
func planClojure(p *plan) error {
	const who, fix = "Clojure", "apt-get install clojure"
	clojure, err := p.tools.find(who, fix, "clojure", "clj")
	if err != nil {
		return err
	}
	java, err := p.tools.find(who, javaFix, "java")
	if err != nil {
		return err
	}
	if err := p.needsEntry(".clj"); err != nil {
		return err
	}
	text, err := p.source.readText(p.source.Entry)
	if err != nil {
		return err
	}
	args := []string{p.entry()}
	if space := clojureSpace().FindStringSubmatch(text); space != nil && clojureMain().MatchString(text) {
		args = []string{"-i", p.entry(), "-m", space[1]}
	}
	jar := resolved(clojureJar)
	if !isFile(jar) {
		p.runs(clojure, args...)
		return nil
	}
	p.memory = usualJava
	p.runs(java, append(append(javaFlags(p.use), "-cp", jar+":.", "clojure.main"), args...)...)
	return nil
}

// planGroovy runs the entry directly with java, without Groovy's shell script.
func planGroovy(p *plan) error {
	const who = "Groovy"
	groovy, err := p.tools.find(who, "apt-get install groovy", "groovy")
	if err != nil {
		return err
	}
	java, err := p.tools.find(who, javaFix, "java")
	if err != nil {
		return err
	}
	if err := p.needsEntry(".groovy"); err != nil {
		return err
	}
	p.memory = usualJava
	libraries := filepath.Join(installation(resolved(groovy.path)), "lib", "*")
	p.runs(java, append(javaFlags(p.use), "-cp", libraries, "groovy.ui.GroovyMain", p.entry())...)
	p.run.readable = append(p.run.readable, groovy.readable...)
	return nil
}
