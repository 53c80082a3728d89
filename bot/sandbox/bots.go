package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
)

// What a bot may use unless a contest says otherwise.
const (
	usualMemory = 512 << 20
	usualTasks  = 128
	usualDisk   = 64 << 20
)

// A Launcher is the [bot.Launcher] of a Sandbox: it starts bots with limits for everything that a contest has not limited, and says in
// words which limit ended a bot.
type Launcher struct{ box *Sandbox }

// OpenLauncher prepares a level; see [Open].
func OpenLauncher(level Level) (*Launcher, error) {
	box, err := Open(level)
	if err != nil {
		return nil, err
	}
	return &Launcher{box}, nil
}

// Level is the level's name.
func (s *Launcher) Level() string { return s.box.Level().String() }

// About says in a line what holds.
func (s *Launcher) About() string { return s.box.String() }

// Rooted returns why programs cannot have a root of their own here; nil where they can.
func (s *Launcher) Rooted() error {
	if s.box.Rooted() {
		return nil
	}
	return fmt.Errorf("images need sandbox level namespaces or full, and the level here is %s; agon sandbox shows why", s.Level())
}

// Close frees what the sandbox holds.
func (s *Launcher) Close() error { return s.box.Close() }

// Start starts a program in the sandbox.
func (s *Launcher) Start(cmd bot.Command) (bot.Process, error) {
	cmd.Limits = withDefaults(cmd.Limits)
	if cmd.Root == "" {
		cmd.Env, cmd.Readable = withoutHome(cmd.Env), Reads(cmd)
	} else {
		cmd.Readable = clean(cmd.Readable)
	}
	p, err := s.box.Start(cmd)
	if err != nil {
		return nil, err
	}
	return &botProcess{p, cmd.Limits}, nil
}

func withDefaults(l bot.Limits) bot.Limits {
	l.Memory, l.Tasks, l.Disk = cmp.Or(l.Memory, usualMemory), cmp.Or(l.Tasks, usualTasks), cmp.Or(l.Disk, usualDisk)
	return l
}

// withoutHome leaves HOME and TMPDIR to the sandbox, which knows where they are.
func withoutHome(env []string) []string {
	var kept []string
	for _, e := range env {
		if !strings.HasPrefix(e, "HOME=") && !strings.HasPrefix(e, "TMPDIR=") {
			kept = append(kept, e)
		}
	}
	return kept
}

// Reads is what a program may read beside the system's own, absolute and clean: what it was given, and what its interpreter needs.
func Reads(cmd bot.Command) []string {
	return clean(append([]string{toolchain(cmd.Path)}, cmd.Readable...))
}

// clean makes paths absolute.
func clean(given []string) []string {
	var paths []string
	for _, p := range given {
		if p == "" {
			continue
		}
		if abs, err := filepath.Abs(p); err == nil {
			paths = append(paths, filepath.Clean(abs))
		}
	}
	return paths
}

// toolchain is the folder above bin of an interpreter outside the system's folders, or the program itself.
func toolchain(path string) string {
	for _, system := range []string{"/usr/", "/bin/", "/sbin/", "/lib"} {
		if strings.HasPrefix(path, system) && !strings.HasPrefix(path, "/usr/local/go") {
			return ""
		}
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	// An interpreter outside the system's folders brings its libraries along, beside its bin.
	above := filepath.Dir(filepath.Dir(path))
	if info, err := os.Stat(filepath.Join(above, "lib")); filepath.Base(filepath.Dir(path)) == "bin" && err == nil && info.IsDir() && !home(above) {
		return above
	}
	return path
}

// home reports whether a folder is somebody's home, which no bot is to read.
func home(dir string) bool {
	own, err := os.UserHomeDir()
	return err == nil && filepath.Clean(own) == dir || filepath.Dir(dir) == "/home"
}

// botProcess is a bot that runs in the sandbox.
type botProcess struct {
	*Process
	limits bot.Limits
}

// Wait waits for the end, frees what the process held, and says which limit ended it.
func (p *botProcess) Wait() bot.Exit {
	e := p.Process.Wait()
	p.Process.Close()
	exit := bot.Exit{Code: e.Code, Peak: e.Peak, Host: e.Host}
	if e.Signal != 0 {
		exit.Signal = e.Signal.String()
	}
	switch e.Cause() {
	case Memory:
		exit.Memory = true
		exit.Fault = fmt.Sprintf("it used more than the %d MiB of memory it may", p.limits.Memory>>20)
	case CPU:
		exit.CPU = true
		exit.Fault = fmt.Sprintf("it used more than the %v of processor time it may", p.limits.CPU)
	case Disk:
		exit.Fault = fmt.Sprintf("it wrote more than the %d MiB it may", p.limits.Disk>>20)
	case Tasks:
		exit.Fault = fmt.Sprintf("it started more than the %d processes and threads it may", p.limits.Tasks)
	}
	return exit
}

// CPU is the processor time of the tree so far.
func (p *botProcess) CPU() time.Duration {
	spent, err := p.Process.CPU()
	if err != nil {
		return 0
	}
	return spent
}

// Stalled is how long the tree could run and had no processor.
func (p *botProcess) Stalled() time.Duration {
	stalled, err := p.Process.Stalled()
	if err != nil {
		return 0
	}
	return stalled
}

var (
	_ bot.Launcher = (*Launcher)(nil)
	_ bot.Pauser   = (*botProcess)(nil)
)
