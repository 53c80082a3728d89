package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shadow is the file that lies beside a bot under the name of each module of Python's own. It leaves a word wherever it is run.
const shadow = `import posix
try:
    posix.close(posix.open("RAN", posix.O_CREAT | posix.O_WRONLY))
except OSError:
    pass
posix.write(2, b"SHADOW\n")
`

// shadowed writes a shadow of each module of Python's own into a folder, except some, and returns the file that appears when one is run.
func shadowed(t *testing.T, dir string, except ...string) (ran string) {
	t.Helper()
	out, err := exec.Command("python3", "-I", "-c", "import sys; print(*sys.stdlib_module_names)").Output()
	if err != nil {
		t.Skip("needs a Python that lists its modules: ", err)
	}
	ran = filepath.Join(dir, "ran.txt")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		if slices.Contains(except, name) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name+".py"), []byte(strings.ReplaceAll(shadow, "RAN", ran)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return ran
}

// What agon runs in an interpreter of Python, as a pattern of its Go sources: programs in files, and such that are arguments.
var (
	programFile     = regexp.MustCompile(`(?m)^\s*//go:embed .*?([a-z]+\.py)\b`)
	programArgument = regexp.MustCompile(`(?m)^.*"-c".*$`)
)

// Programs of agon's in Python, with the flags they are started with, and the lines of Go by which it starts some. python_shadows.txtar and
// TestDebuggersAreNotShadowed play with them as a whole.
var (
	programFiles = map[string][]string{
		"bot/build/imports.py":         {"-E", "-S"},
		"bot/build/check.py":           nil, // after imports.py
		"bot/build/names.py":           nil, // after imports.py
		"bot/debugger/hook.py":         {},
		"bot/program/sitecustomize.py": nil, // Python imports it before it looks at the program
		"bot/pyhost/template.py":       {"-u"},
		"bot/pyhost/chance.py":         {"-u"},
		"bot/pyhost/modules.py":        nil, // after chance.py
		"bot/pyhost/machine.py":        nil, // after modules.py
		"games/folder/python/host.py":  {"-u"},
		"games/colourbattle/host.py":   nil, // by machine.py
		"games/fence/host.py":          nil, // by machine.py
		"games/folder/call.py":         nil, // by machine.py
	}
	programArguments = []string{
		`bot/build/check.go: p.checks(interpreter, "-E", "-S", "-W", "ignore", "-c", importsPython+checkPython, p.source.Entry)`,
		`bot/build/python.go: Path: interpreter.path, Args: []string{"-I", "-S", "-W", "ignore", "-c", importsPython + "\n" + namesPython, p.mark},`,
		`bot/build/wheels.go: answer, err := p.tools.ask(interpreter.path, "-s", "-c", askModules)`,
		`bot/program/calibrate.go: "python": {"-I", "-c", ""},`,
		`bot/pyhost/host.go: Path: c.Python, Args: []string{"-u", "-c", whole()}, Env: environment(), Dir: "/",`,
		`bot/pyhost/host.go: return &bot.Template{Path: python, Args: append([]string{"-u", "-c", template(), program(), kind}, libraries...), Env: environment()}`,
		`games/folder/python/python.go: Path: c.Python, Args: []string{"-u", "-c", host, c.Folder, c.File}, Dir: "/", Readable: []string{c.Folder},`,
	}
)

// TestProgramsInPythonAreKnown: each program in Python that agon starts is in the lists above, and loads no module from the folder in which
// it is started.
func TestProgramsInPythonAreKnown(t *testing.T) {
	t.Parallel()
	files, arguments := programsOfSources(t)
	for _, name := range files {
		if _, known := programFiles[name]; !known {
			t.Errorf("%s is embedded: add it to programFiles and play beside shadows of what it imports in python_shadows.txtar", name)
		}
	}
	for _, line := range arguments {
		if !slices.Contains(programArguments, line) {
			t.Errorf("%s\nadd it to programArguments and play beside shadows of what it imports in python_shadows.txtar", line)
		}
	}
	dir := filepath.Join(t.TempDir(), "beside")
	ran := shadowed(t, dir)
	for name, flags := range programFiles {
		if flags == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Error(err)
			continue
		}
		c := exec.Command("python3", append(flags, "-c", string(text))...)
		c.Dir = dir
		out, _ := c.CombinedOutput() // without arguments and input some fail, after their imports
		if _, err := os.Stat(ran); err == nil || bytes.Contains(out, []byte("SHADOW")) {
			t.Errorf("%s runs a file of the folder in which it is started:\n%s", name, out)
			os.Remove(ran)
		}
	}
}

// programsOfSources returns the programs in Python that agon's own sources embed, and the lines that hand a program to an interpreter of
// Python as an argument.
func programsOfSources(t *testing.T) (files, arguments []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains([]string{"bench", "docs", "release", "tools", "testdata"}, entry.Name()) || len(name) > 1 &&
			name[0] == '.'):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "imagetest/") ||
			strings.Contains(name, "hosttest/"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range programFile.FindAllSubmatch(text, -1) {
			files = append(files, filepath.ToSlash(filepath.Join(filepath.Dir(name), string(found[1]))))
		}
		for _, line := range programArgument.FindAllString(string(text), -1) {
			if other := regexp.MustCompile(`sh"|shell|p\.run|git|http\.proxy|begin <|watch,|max_connections`); !other.MatchString(line) {
				arguments = append(arguments, name+": "+strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), "programs in Python", err)
	}
	return files, arguments
}

// TestDebuggersAreNotShadowed: Python's debugger opens in a bot that has a file for each module of Python's own beside it, and in one that
// has loaded its own in place of those that the debugger needs.
func TestDebuggersAreNotShadowed(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	var loaded []string
	for _, name := range []string{"bdb", "cmd", "code", "inspect", "linecache", "pdb", "pprint", "signal", "tokenize"} {
		asks := "import sys; print('" + name + "' in sys.modules)"
		if out, err := exec.Command("python3", "-c", asks).Output(); err == nil && strings.TrimSpace(string(out)) == "False" {
			loaded = append(loaded, name)
		}
	}
	for _, tt := range []struct{ name, imports string }{
		{"beside", ""},
		{"loaded", "import " + strings.Join(loaded, ", ") + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(top, tt.name)
			ran := shadowed(t, filepath.Join(dir, "own"), "posix")
			if tt.imports != "" {
				for _, name := range loaded {
					if err := os.WriteFile(filepath.Join(dir, "own", name+".py"), []byte("mine = 1\n"), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			const stops = "    if turn == 2: breakpoint()\n"
			own := tt.imports + strings.ReplaceAll(debugged["program.py"], "turn += 1\n", "turn += 1\n"+stops)
			if err := os.WriteFile(filepath.Join(dir, "own", "bot.py"), []byte(own), 0o644); err != nil {
				t.Fatal(err)
			}
			shown, code := talk(t, dir, []line{{"print(choose(n)", ""}, {"(Pdb) ", "p 1000 + turn"}, {"1002", "c"}},
				"play", "tron", "./own", "builtin:hugger", "--seed", "1", "--debug", "--sandbox", "none")
			if code != 0 || strings.Contains(shown, "SHADOW") || strings.Contains(shown, "Traceback") {
				t.Errorf("play --debug ends with %d:\n%s", code, shown)
			}
			plain := strings.ReplaceAll(own, stops, "")
			if err := os.WriteFile(filepath.Join(dir, "own", "bot.py"), []byte(plain), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("agon", "play", "tron", "./own", "builtin:hugger", "--seed", "1", "--replay", "tron.agon", "--sandbox",
				"none")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			asked := []line{{"is asked in turn 7; pdb: ", ""}, {"(Pdb) ", "p 1000 + turn"}, {"1003", "c"},
				{"Enter stops it in turn 9", "q"}}
			shown, code = talk(t, dir, asked, "debug", "tron.agon", "./own", "--turn", "7")
			if code != 0 || strings.Contains(shown, "SHADOW") || strings.Contains(shown, "Traceback") {
				t.Errorf("debug ends with %d:\n%s", code, shown)
			}
			if _, err := os.Stat(ran); err == nil {
				t.Error("a file beside the bot is run that the bot does not import")
			}
		})
	}
}
