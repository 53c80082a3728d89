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

// The limits of a bot for which a contest sets none.
const (
	usualMemory = 512 << 20
	usualTasks  = 128
	usualDisk   = 64 << 20
)

// A Launcher is the [bot.Launcher] of a Sandbox. It fills in default limits that the contest has not set, and names the limit that ended a
// bot.
type Launcher struct{ box *Sandbox }

// OpenLauncher prepares a level; see [Open].
func OpenLauncher(level Level) (*Launcher, error) {
	box, err := Open(level)
	if err != nil {
		return nil, err
	}
	return &Launcher{box}, nil
}

// Plain returns the launcher of level none, which every system has: for trusted programs. It needs not be closed.
func Plain() *Launcher { return &Launcher{&Sandbox{level: None, platform: plain{}}} }

// Level returns the level's name.
func (s *Launcher) Level() string { return s.box.Level().String() }

// About describes the protection in one line.
func (s *Launcher) About() string { return s.box.String() }

// Rooted returns nil if programs can have a root of their own at this level, else the reason.
func (s *Launcher) Rooted() error {
	if s.box.Rooted() {
		return nil
	}
	return fmt.Errorf("images need sandbox level namespaces or full, but this machine has level %s; agon sandbox explains why", s.Level())
}

// Close releases the sandbox.
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

// withoutHome drops HOME and TMPDIR, which the sandbox sets.
func withoutHome(env []string) []string {
	var kept []string
	for _, e := range env {
		if !strings.HasPrefix(e, "HOME=") && !strings.HasPrefix(e, "TMPDIR=") {
			kept = append(kept, e)
		}
	}
	return kept
}

// Reads returns what a program may read besides the system folders, as absolute clean paths: its own files and those of its interpreter.
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

// toolchain returns the folder above bin of an interpreter outside the system folders, or else the program itself.
func toolchain(path string) string {
	for _, system := range []string{"/usr/", "/bin/", "/sbin/", "/lib"} {
		if strings.HasPrefix(path, system) && !strings.HasPrefix(path, "/usr/local/go") {
			return ""
		}
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	// An interpreter outside the system folders has its libraries beside its bin.
	above := filepath.Dir(filepath.Dir(path))
	if info, err := os.Stat(filepath.Join(above, "lib")); filepath.Base(filepath.Dir(path)) == "bin" && err == nil && info.IsDir() && !home(above) {
		return above
	}
	return path
}

// home reports whether dir is a home directory, which no bot may read.
func home(dir string) bool {
	own, err := os.UserHomeDir()
	return err == nil && filepath.Clean(own) == dir || filepath.Dir(dir) == "/home"
}

// botProcess is a bot that runs in the sandbox.
type botProcess struct {
	*Process
	limits bot.Limits
}

// Wait waits for the end, releases the process's resources, and names the limit that ended it.
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
		exit.Fault = fmt.Sprintf("it used more than its limit of %d MiB of memory", p.limits.Memory>>20)
	case CPU:
		exit.CPU = true
		exit.Fault = fmt.Sprintf("it used more than its limit of %v of processor time", p.limits.CPU)
	case Disk:
		exit.Fault = fmt.Sprintf("it wrote more than its limit of %d MiB", p.limits.Disk>>20)
	case Tasks:
		exit.Fault = fmt.Sprintf("it started more than its limit of %d processes and threads", p.limits.Tasks)
	}
	return exit
}

// CPU returns the processor time of the tree so far.
func (p *botProcess) CPU() time.Duration {
	spent, err := p.Process.CPU()
	if err != nil {
		return 0
	}
	return spent
}

// Stalled returns how long the tree has been runnable without a processor.
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
