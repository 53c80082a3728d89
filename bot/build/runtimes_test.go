package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestRuntimes runs the programs that an organiser chose, and names those that cannot be used.
func TestRuntimes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are shell scripts")
	}
	dir := write(t, t.TempDir(), map[string]string{"java": "#!/bin/sh\necho 'openjdk version 7' >&2\necho more\n",
		"broken": "#!/bin/sh\necho 'no library' >&2\nexit 3\n", "text": "no program"})
	at := func(name string) string { return filepath.Join(dir, name) }
	versions, err := Runtimes(context.Background(), map[string]string{"java": at("java")})
	if err != nil || versions["java"] != "openjdk version 7" {
		t.Errorf("got %v, %v", versions, err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"java", at("nothing"), "java: no file " + at("nothing")},
		{"java", dir, "java: " + dir + " is a folder; name the program in it"},
		{"node", at("broken"), "node: " + at("broken") + " --version does not run: exit status 3: no library"},
		{"node", at("text"), "permission denied"},
		{"jaava", at("java"), `jaava: no language needs a program of that name; did you mean "java"?`},
	} {
		_, err := Runtimes(context.Background(), map[string]string{tt.name: tt.path})
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s = %s: %v, want %q", tt.name, tt.path, err, tt.want)
		}
	}
}

// TestRuntimesBringTheirCompilers: javac is taken from beside the chosen java, because another's classes might be too new for it.
func TestRuntimesBringTheirCompilers(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{"jdk/bin/java": "#!/bin/sh\n", "jdk/bin/javac": "#!/bin/sh\n",
		"mono/mono": "#!/bin/sh\n"})
	tools := Tools{Named: map[string]string{"java": filepath.Join(dir, "jdk/bin/java"), "mono": filepath.Join(dir, "mono/mono"),
		"ocamlopt": filepath.Join(dir, "mono/mono")}}
	for name, want := range map[string]string{"java": "jdk/bin/java", "javac": "jdk/bin/javac", "mono": "mono/mono"} {
		if got, err := tools.find("", "", name); err != nil || got.path != filepath.Join(dir, want) {
			t.Errorf("%s is %v, %v", name, got.path, err)
		}
	}
	if got, err := tools.find("", "", "ocamlopt.opt", "ocamlopt"); err != nil || got.path != filepath.Join(dir, "mono/mono") {
		t.Errorf("a chosen program does not take precedence: %v, %v", got.path, err)
	}
}

// python2 returns the path of a Python 2 interpreter, or skips the test.
func python2(t *testing.T) string {
	t.Helper()
	home, _ := os.UserHomeDir()
	found, _ := filepath.Glob(filepath.Join(home, ".pyenv/versions/2.*/bin/python2.7"))
	for _, name := range []string{"python2.7", "python2"} {
		if path, err := exec.LookPath(name); err == nil {
			found = append(found, path)
		}
	}
	for _, path := range found {
		if exec.Command(path, "--version").Run() == nil {
			return path
		}
	}
	t.Skip("this machine has no Python 2")
	return ""
}

// TestPython2 runs a Python 2 bot with the chosen interpreter, and without one the error says how to choose it.
func TestPython2(t *testing.T) {
	bot := write(t, t.TempDir(), map[string]string{"bot.toml": "language = \"python2\"\n",
		"bot.py": "import sys\nwhile True:\n    try: print raw_input().upper()\n    except EOFError: break\n"})
	b := builder(t)
	t.Run("chosen", func(t *testing.T) {
		b.Tools = &Tools{Named: map[string]string{"python2": python2(t)}}
		p, err := b.make(t, bot, Use{})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, "up\n"); got != "UP\n" {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("none", func(t *testing.T) {
		s, err := Finder{}.Find(bot)
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", t.TempDir())
		if isFile("/usr/bin/python2") || isFile("/usr/bin/python2.7") {
			t.Skip("it is installed where nobody can hide it")
		}
		_, err = newPlan(s, &Tools{}, Use{})
		if why, ok := Reason(err); !ok || !strings.Contains(why, "Python 2 needs python2") || !strings.Contains(why, "[runtimes]") {
			t.Errorf("got %v", err)
		}
	})
}

// TestNodeOf2016 runs a bot that writes a number to a file and leaves out the callback, with and without the shim.
func TestNodeOf2016(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("this machine has no node: " + nodeFix)
	}
	out := filepath.Join(t.TempDir(), "move.txt")
	dir := write(t, t.TempDir(), map[string]string{"bot.js": "var fs = require('fs'); fs.writeFile(process.argv[2], 4); " +
		"fs.mkdir(process.argv[2] + '.d'); console.log('said');\n"})
	b := builder(t)
	b.Tools = &Tools{Shims: []string{node2016}}
	p, err := b.make(t, dir, Use{PerMove: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, "", out); got != "said\n" {
		t.Errorf("it says %q", got)
	}
	if text, err := os.ReadFile(out); err != nil || string(text) != "4" {
		t.Errorf("it wrote %q, %v", text, err)
	}
	if !isFolder(out + ".d") {
		t.Error("it did not make the folder")
	}
}
