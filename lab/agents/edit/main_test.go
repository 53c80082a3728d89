//go:build linux

package edit

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/internal/apart"
	"agon/internal/tier"
)

// TestMain lets the test binary be the program inside the sandbox, as agon's binary is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		os.Exit(Main(os.Args[2:]))
	}
	if code, ran := apart.Again(os.Args); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// launcher returns the strongest sandbox of this machine, and skips the test if agents cannot edit in it.
func launcher(t *testing.T) bot.Launcher {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	expected, _ := sandbox.ParseLevel(os.Getenv("AGON_EXPECT_SANDBOX"))
	if level < sandbox.Namespaces && expected >= sandbox.Namespaces {
		t.Fatalf("this machine should have the sandbox level %s and has %s", expected, level)
	}
	if level < sandbox.Namespaces {
		t.Skipf("agents cannot edit at level %s", level)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

// TestOrdinaryUser runs other tests as a user without privileges on this machine.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("it is one already")
	}
	tier.Long(t)
	folder := t.TempDir()
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, "edit.test")
	if err := os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	for dir := folder; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		os.Chmod(dir, 0o755)
	}
	own := filepath.Join(folder, "tmp")
	if err := errors.Join(os.Mkdir(own, 0o755), os.Chown(own, 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(copied, "-test.v")
	cmd.Dir, cmd.Env = own, append(os.Environ(), "HOME="+own, "TMPDIR="+own)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestSnapshot")) && !bytes.Contains(out, []byte("agents cannot edit at level")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// needs skips a test where this machine lacks a program.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip(err)
		}
	}
}

// A contest is a folder with agents.
type contest struct {
	dir  string
	base string // with their commands
	box  bot.Launcher
}

func newContest(t *testing.T) contest {
	t.Helper()
	c := contest{dir: t.TempDir(), base: t.TempDir(), box: launcher(t)}
	write(t, c.dir, map[string]string{"ledger.db": "LEDGER", "bots/bob/bot.py": "RIVALCODE", "engine/engine.sh": "#!/bin/sh\n"})
	return c
}

// write writes files under their names; those that begin with #! are executable.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// A script is an agent that a test runs.
type script struct {
	Setup
	printed *bytes.Buffer
}

// agent returns an agent whose command is a script of the shell.
func (c contest) agent(t *testing.T, name, text string) *script {
	t.Helper()
	write(t, c.base, map[string]string{name + ".sh": "#!/bin/sh\n" + text})
	s := &script{printed: new(bytes.Buffer)}
	s.Setup = Setup{
		Launcher: c.box, Name: name, Run: "./" + name + ".sh", Base: c.base, Own: self(t), Transcript: s.printed,
		Limits:    Limits{Wall: time.Minute, CPU: time.Minute, Memory: 512 << 20, Disk: 64 << 20, Tasks: 64},
		Workspace: filepath.Join(c.dir, "agents", name, "workspace"), Home: filepath.Join(c.dir, "agents", name, "home"),
	}
	return s
}

// self returns the path of this program.
func self(t *testing.T) string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return own
}

// run runs the agent and returns its record and what it printed.
func (s *script) run(t *testing.T) (Record, string) {
	t.Helper()
	r, err := Run(t.Context(), s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return r, s.printed.String()
}

// A gate is a tool that lets an agent wait for the test: its call tells that the agent has come so far, and returns when the gate opens.
type gate struct {
	once    sync.Once
	reached chan struct{}
	open    chan struct{}
}

func newGate() *gate { return &gate{reached: make(chan struct{}), open: make(chan struct{})} }

func (g *gate) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	g.once.Do(func() { close(g.reached) })
	select {
	case <-g.open:
	case <-r.Context().Done():
	}
}

// call is a line of a script that calls the tools.
const call = `python3 -c 'import os, urllib.request as u; u.urlopen(os.environ["AGON_TOOLS"]+"/call")'` + "\n"

// processes returns the number of processes of this machine with a word in their arguments.
func processes(word string) (count int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && bytes.Contains(text, []byte(word)) {
			count++
		}
	}
	return count
}
