package build

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"agon/bot"
)

// planPython runs the entry with unbuffered output.
func planPython(p *plan) error {
	return p.interpreter("Python", "apt-get install python3", p.tools.pythons()...)
}

// pythons returns the names of the interpreter of Python.
func (t *Tools) pythons() []string {
	if t.Python != "" {
		return []string{t.Python}
	}
	return []string{"python3", "python"}
}

// planPython2 does the same with Python 2; a python2 that is another name of Python 3 counts for nothing.
func planPython2(p *plan) error {
	const who = "Python 2"
	fix := "name one, as python2 = \"/opt/python2.7/bin/python2.7\" beneath [runtimes] in contest.toml or with --runtime (Debian 11 was " +
		"the last with a package python2)"
	but := ""
	for _, name := range []string{"python2", "python2.7"} {
		t, err := p.tools.find(who, fix, name)
		if err != nil {
			continue
		}
		version := p.tools.version(t.path)
		if !strings.HasPrefix(version, "Python 3") {
			return p.interpreter(who, fix, name)
		}
		but = fmt.Sprintf("%s here is %s", t.path, version)
	}
	if but != "" {
		fix = "install Python 2.7, or " + fix
	}
	return &Missing{Tool: "python2", For: who, Fix: fix, But: but}
}

func (p *plan) interpreter(who, fix string, names ...string) error {
	interpreter, err := p.tools.find(who, fix, names...)
	if err != nil {
		return err
	}
	if err := p.needsEntry(".py"); err != nil {
		return err
	}
	p.runs(interpreter, "-u", p.entry())
	p.checksPython(interpreter)
	p.env = append(p.env, "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONNOUSERSITE=1", "PYTHONHASHSEED=0",
		"PYTHONIOENCODING=utf-8", "PYTHONFAULTHANDLER=1", bot.NoDebugger)
	return p.requirements(interpreter)
}

// runs starts the bot with an interpreter.
func (p *plan) runs(interpreter tool, args ...string) {
	p.run = interpreter
	p.args = append(args, p.args...)
}

// needsEntry returns an error if the bot has no main file.
func (p *plan) needsEntry(ending string) error {
	if p.source.Entry == "" {
		if names := p.source.endingWith(ending); len(names) > 0 {
			return p.source.unclear(names)
		}
		return flaw("", "its main file is unclear, and its folder holds no %s file: call it bot%s, or write run = \"FILE%s\" into bot.toml",
			ending, ending, ending)
	}
	if !p.source.has(p.source.Entry) {
		return flaw("", "no file %s", p.source.Entry)
	}
	return nil
}

// readline defines CodinGame's functions for JavaScript.
//
//go:embed readline.js
var readline string

const nodeFix = "apt-get install nodejs"

// planJavaScript runs the entry with node.
func planJavaScript(p *plan) error {
	if err := p.needsEntry(".js"); err != nil {
		return err
	}
	err := p.node(p.entry())
	switch {
	case err != nil:
		return err
	case path.Ext(p.source.Entry) == ".mjs":
		p.checks(p.run, "--check", p.entry())
	default:
		p.checks(p.run, "-e", checkJavaScript, p.source.Entry)
	}
	return nil
}

func (p *plan) node(entry string, flags ...string) error {
	node, err := p.tools.find("JavaScript", nodeFix, "node", "nodejs")
	if err != nil {
		return err
	}
	if p.use.Readline {
		name := p.free("agon-readline.js")
		p.extra[name] = readline
		flags = append(flags, "--require", "./"+name)
	}
	if slices.Contains(p.tools.Shims, node2016) {
		name := p.free("agon-node-2016.js")
		p.extra[name] = node2016Text
		flags = append(flags, "--require", "./"+name)
	}
	p.runs(node, append(flags, entry)...)
	return nil
}

// planTypeScript has node strip the types if it can, or else esbuild or tsc.
func planTypeScript(p *plan) error {
	if err := p.needsEntry(".ts"); err != nil {
		return err
	}
	node := cmp.Or(p.tools.look("node"), p.tools.look("nodejs"))
	if node == "" {
		return &Missing{Tool: "node", For: "TypeScript", Fix: nodeFix}
	}
	version, err := p.tools.ask(node, "--version")
	if err != nil {
		return err
	}
	since := func(first string) bool { return compareVersions(strings.TrimPrefix(version, "v"), first) >= 0 }
	switch {
	case since("23.6"), since("22.18") && !since("23"):
		return p.node(p.entry())
	case since("22.6"):
		return p.node(p.entry(), "--experimental-strip-types", "--no-warnings")
	}
	return p.transpiled(version)
}

func (p *plan) transpiled(version string) error {
	const out = "agon-bot.js"
	if esbuild, err := p.tools.find("", "", "esbuild"); err == nil {
		p.compile(esbuild, append(p.sourceMap("--sourcemap=inline", "--source-root="), "--bundle", "--platform=node", "--format=cjs",
			"--log-level=warning", "--outfile="+out, p.entry())...)
		return p.node("./" + out)
	}
	tsc, err := p.tools.find("TypeScript", fmt.Sprintf("npm install -g esbuild, or node 22.18 or newer, which needs neither (this is %s)",
		version), "tsc")
	if err != nil {
		return err
	}
	if p.sources(".ts")[0] != p.entry() || !p.source.Single {
		return flaw("", "without esbuild only a single file of TypeScript can be built here: npm install -g esbuild")
	}
	node, err := p.tools.find("TypeScript", nodeFix, "node", "nodejs")
	if err != nil {
		return err
	}
	p.uses(node)
	p.compile(node, slices.Concat([]string{tsc.path}, p.sourceMap("--inlineSourceMap", "--sourceRoot", ""),
		[]string{"--target", "es2022", "--module", "commonjs", "--skipLibCheck", "--outFile", out, p.entry()})...)
	return p.node("./" + out)
}

// planShell runs a script with the interpreter on its first line, or else with bash, which runs scripts for sh too and is what the pages of
// contests give them to, or where there is none with sh.
func planShell(p *plan) error {
	if runtime.GOOS == "windows" {
		return &Missing{Tool: "sh", For: "a shell script", Fix: "this system has none"}
	}
	if err := p.needsEntry(".sh"); err != nil {
		return err
	}
	words, err := interpreterLine(filepath.Join(p.source.Root, filepath.FromSlash(p.source.Entry)))
	if err != nil {
		return err
	}
	if words == nil {
		if words = []string{p.tools.look("bash")}; words[0] == "" {
			words[0] = "/bin/sh"
		}
	}
	sh, err := p.tools.find(p.source.Entry, "install it, or begin the script with another line", words[0])
	if err != nil {
		return err
	}
	p.runs(sh, append(words[1:], p.entry())...)
	return nil
}

// planBash runs the entry with bash, whatever its first line says.
func planBash(p *plan) error {
	return p.interpreted("Bash", "apt-get install bash", ".sh", nil, "bash")
}

// interpreterLine returns the program and its one argument from a script's first line; nil if that names none.
func interpreterLine(file string) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 256)
	n, _ := f.Read(head)
	line, _, _ := strings.Cut(string(plainText(head[:n])), "\n")
	rest, ok := strings.CutPrefix(line, "#!")
	words := strings.SplitN(strings.TrimSpace(rest), " ", 2)
	if !ok || words[0] == "" {
		return nil, nil
	}
	if filepath.Base(words[0]) == "env" && len(words) == 2 {
		words = strings.SplitN(strings.TrimSpace(strings.TrimPrefix(words[1], "-S ")), " ", 2)
	}
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words, nil
}

// planProgram runs the entry itself.
func planProgram(p *plan) error {
	if err := p.needsEntry(""); err != nil {
		return err
	}
	p.run = tool{path: p.source.Entry}
	return nil
}
