package build

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// versionArgs are the arguments that print an interpreter's version, by its name without digits; the default is --version.
var versionArgs = map[string][]string{"java": {"-version"}, "lua": {"-v"}, "luajit": {"-v"}, "perl": {"-e", "print qq(perl $^V)"}}

// shebangs are the interpreters on a bot's first line that are asked for their version.
var shebangs = []string{"python", "node", "ruby", "perl", "php", "lua", "luajit", "bash", "java", "mono", "dotnet"}

// version returns the interpreter or runtime of the bot with its version: "ruby 3.1.2p20 (2022-04-12 revision 4491bb740a)". It is empty for
// native code.
func (p *plan) version(dir string) string {
	switch {
	case p.module != "":
		return wazeroVersion()
	case filepath.IsAbs(p.run.path):
		return p.tools.version(p.run.path)
	}
	name := shebang(filepath.Join(dir, filepath.FromSlash(p.run.path)))
	for _, known := range shebangs {
		if family(name) != known {
			continue
		}
		if path := p.tools.look(name); path != "" {
			return p.tools.version(path)
		}
	}
	return ""
}

// family returns an interpreter's name without its version: python for python3.11.
func family(name string) string {
	return strings.TrimRight(strings.TrimSuffix(name, ".exe"), "0123456789.")
}

// shebang returns the interpreter on a file's first line, "" if there is none.
func shebang(file string) string {
	line, err := interpreterLine(file)
	words := strings.Fields(strings.Join(line, " "))
	for len(words) > 0 && (words[0][0] == '-' || filepath.Base(words[0]) == "env") {
		words = words[1:]
	}
	if err != nil || len(words) == 0 {
		return ""
	}
	return filepath.Base(words[0])
}

// version returns the first line of an interpreter's version output, or a hash of its file if it prints none. Java prints it on standard
// error.
func (t *Tools) version(path string) string {
	name := filepath.Base(path)
	args := versionArgs[family(name)]
	if args == nil {
		args = []string{"--version"}
	}
	if answer, ok := t.answers.Load("version\x00" + path); ok {
		return answer.(string)
	}
	out, err := output(context.Background(), 30*time.Second, true, path, args...)
	line := firstLine(out)
	if err != nil || line == "" {
		line = name
		if x, err := inspect(path); err == nil {
			line = "program " + x.mark
		}
	}
	t.answers.Store("version\x00"+path, line)
	return line
}

// wazeroVersion returns the versions of wazero, which is part of this binary, and of the Go that built it.
func wazeroVersion() string {
	const module = "github.com/tetratelabs/wazero"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "wazero"
	}
	for _, d := range info.Deps {
		if d.Path == module {
			return fmt.Sprintf("wazero %s (%s)", d.Version, runtime.Version())
		}
	}
	return "wazero"
}
