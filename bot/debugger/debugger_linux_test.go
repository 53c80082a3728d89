package debugger

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/internal/pty"
)

// opened returns a debugger at a terminal, whose other end is returned too.
func opened(t *testing.T, editor int) (d *Debugger, user *os.File) {
	t.Helper()
	user, terminal := pty.Open(t)
	d, err := New(sandbox.Plain(), terminal, t.TempDir(), editor)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d, user
}

// environmentOf returns what a program that the debugger starts finds in its environment.
func environmentOf(t *testing.T, d *Debugger, env ...string) map[string]string {
	t.Helper()
	p, err := d.Start(bot.Command{Path: "/bin/sh", Args: []string{"-c", "env"}, Env: append(env, "PATH=/usr/bin:/bin")})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(p.Out)
	p.Kill()
	p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		all[name] = value
	}
	return all
}

// TestHooks: a bot finds the hooks of all runtimes before what it has itself, those of an editor with its port, and one that may open pdb
// alone that of Python.
func TestHooks(t *testing.T) {
	d, _ := opened(t, 0)
	env := environmentOf(t, d, "PYTHONPATH=/mine", "NODE_OPTIONS=--no-warnings")
	if want := d.folder + ":/mine"; env["PYTHONPATH"] != want {
		t.Errorf("PYTHONPATH is %q, want %q", env["PYTHONPATH"], want)
	}
	if want := "--require=" + filepath.Join(d.folder, "hook.js") + " --no-warnings"; env["NODE_OPTIONS"] != want {
		t.Errorf("NODE_OPTIONS is %q, want %q", env["NODE_OPTIONS"], want)
	}
	java, terminal := env["JAVA_TOOL_OPTIONS"], env["AGON_DEBUG_TERMINAL"]
	if !strings.Contains(java, "suspend=n,") || !strings.HasPrefix(terminal, "/dev/pts/") || env["AGON_DEBUG_PORT"] != "" {
		t.Errorf("java has %q, the terminal is %q and the port %q", java, env["AGON_DEBUG_TERMINAL"], env["AGON_DEBUG_PORT"])
	}
	for _, file := range []string{"sitecustomize.py", "hook.js", ".jdbrc"} {
		if text, err := os.ReadFile(filepath.Join(d.folder, file)); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	d.Close()
	if _, err := os.Stat(d.folder); !os.IsNotExist(err) {
		t.Errorf("the folder of the hooks is still there: %v", err)
	}
	d, _ = opened(t, 5678)
	if env := environmentOf(t, d); env["AGON_DEBUG_PORT"] != "5678" ||
		!strings.HasSuffix(env["JAVA_TOOL_OPTIONS"], "address=127.0.0.1:5678") {
		t.Errorf("for an editor: %v", env)
	}
	d, _ = opened(t, 0)
	d.Pythons = true
	if env := environmentOf(t, d); env["PYTHONPATH"] != d.folder || env["NODE_OPTIONS"] != "" || d.process != nil {
		t.Errorf("for breakpoint() alone: %v, and the process %v", env, d.process)
	}
}

// TestNoTerminal: a debugger opens in a terminal alone.
func TestNoTerminal(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := New(sandbox.Plain(), file, "", 0); err != errTerminal {
		t.Errorf("without a terminal: %v", err)
	}
}

// TestStopWithoutProcess: a bot that is started for each move stops when its next process begins, and one that stays must run.
func TestStopWithoutProcess(t *testing.T) {
	d, _ := opened(t, 0)
	if err := d.Stop(false, func(string) {}); err == nil || err.Error() != "the bot does not run" {
		t.Errorf("nothing runs: %v", err)
	}
	how := ""
	if err := d.Stop(true, func(text string) { how = text }); err != nil ||
		!strings.Contains(how, "where its process for this move begins") {
		t.Errorf("%q, %v", how, err)
	}
	if _, err := os.Stat(filepath.Join(d.folder, "asked")); err != nil || !d.next {
		t.Errorf("the next process does not stop: %v", err)
	}
	if env := d.environment(nil); !slices.ContainsFunc(env, func(pair string) bool { return strings.Contains(pair, "suspend=y,") }) {
		t.Errorf("java begins without waiting: %q", env)
	}
	if err := d.Wait(); err != nil {
		t.Errorf("no debugger is open: %v", err)
	}
}

// TestPython: a running Python bot stops under pdb in its own code at the next line after its input, and goes on.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	d, user := opened(t, 0)
	seen, _ := pty.Read(user, "(Pdb)")
	file := filepath.Join(d.sources, "mybot.py")
	if err := os.WriteFile(file, []byte("import sys\nfor line in sys.stdin:\n    print('UP', flush=True)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := d.Start(bot.Command{Path: python, Args: []string{file}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: d.sources})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Wait()
	defer p.Kill()
	answer := func() string {
		part := make([]byte, 64)
		n, _ := p.Out.Read(part)
		return string(part[:n])
	}
	io.WriteString(p.In, "first\n")
	if got := answer(); got != "UP\n" {
		t.Fatalf("before the stop it answers %q", got)
	}
	how := ""
	if err := d.Stop(false, func(text string) { how = text }); err != nil || !strings.HasPrefix(how, "pdb: ") {
		t.Fatalf("%q, %v", how, err)
	}
	io.WriteString(p.In, "second\n")
	<-seen
	io.WriteString(user, "c\n")
	if got := answer(); got != "UP\n" {
		t.Errorf("after the stop it answers %q", got)
	}
	if err := d.Wait(); err != nil {
		t.Error(err)
	}
}

// TestWithoutHook: a Python that loads no hook is recognized, and nothing is sent to it.
func TestWithoutHook(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	d, _ := opened(t, 0)
	p, err := d.Start(bot.Command{Path: python, Args: []string{"-I", "-c", "print(1, flush=True); input()"},
		Env: []string{"PATH=/usr/bin:/bin"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Wait()
	defer p.Kill()
	p.Out.Read(make([]byte, 8))
	if err := d.Stop(false, func(string) {}); err == nil || !strings.Contains(err.Error(), "has not loaded agon's hook") {
		t.Errorf("without the hook: %v", err)
	}
}
