package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"
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
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	first := make([]byte, 256)
	n, _ := f.Read(first)
	line, _, _ := strings.Cut(string(first[:n]), "\n")
	line, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(line)
	if !ok || len(words) == 0 {
		return ""
	}
	if filepath.Base(words[0]) == "env" {
		words = words[1:]
		for len(words) > 0 && strings.HasPrefix(words[0], "-") {
			words = words[1:]
		}
		if len(words) == 0 {
			return ""
		}
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
	if said, ok := t.said.Load("version\x00" + path); ok {
		return said.(string)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = filepath.Dir(path)
	out, err := c.CombinedOutput()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	line = strings.TrimSpace(line)
	if err != nil || line == "" {
		line = name
		if x, err := inspect(path); err == nil {
			line = "program " + x.mark
		}
	}
	t.said.Store("version\x00"+path, line)
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
