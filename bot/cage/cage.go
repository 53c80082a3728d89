/*
Package cage starts bots in the sandbox: it makes a [bot.Launcher] of a [sandbox.Sandbox], with limits for everything that nobody
limited, and says in words which limit ended a bot.
*/
package cage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
)

// What a bot may use unless a contest says otherwise.
const (
	memory = 512 << 20
	tasks  = 128
	disk   = 64 << 20
)

// A Cage launches bots at one level of the sandbox.
type Cage struct{ box *sandbox.Sandbox }

// Open prepares a level; see sandbox.Open.
func Open(level sandbox.Level) (*Cage, error) {
	box, err := sandbox.Open(level)
	if err != nil {
		return nil, err
	}
	return &Cage{box}, nil
}

// Level is the level's name.
func (c *Cage) Level() string { return c.box.Level().String() }

// About says in a line what holds.
func (c *Cage) About() string { return c.box.String() }

// Rooted tells why programs cannot have a root of their own here; nil where they can.
func (c *Cage) Rooted() error {
	if c.box.Rooted() {
		return nil
	}
	return fmt.Errorf("images need sandbox level namespaces or full, and the level here is %s; agon sandbox shows why", c.Level())
}

// Close frees what the sandbox holds.
func (c *Cage) Close() error { return c.box.Close() }

// Start starts a program in the sandbox.
func (c *Cage) Start(cmd bot.Command) (bot.Process, error) {
	l := limits(cmd.Limits)
	inside := sandbox.Command{
		Path: cmd.Path, Args: cmd.Args, Env: cmd.Env, Dir: cmd.Dir, Readable: clean(cmd.Readable), Writable: cmd.Writable, Extra: cmd.Extra, Limits: l,
		Root: cmd.Root, User: cmd.User, Group: cmd.Group, Own: cmd.Own,
	}
	if cmd.Sessions {
		inside.Calls |= sandbox.Sessions
	}
	if cmd.Locks {
		inside.Calls |= sandbox.FileLocks
	}
	if cmd.Root == "" {
		inside.Env = withoutHome(cmd.Env)
		inside.Readable = Reads(cmd)
	}
	p, err := c.box.Start(inside)
	if err != nil {
		return nil, err
	}
	return &process{p, l}, nil
}

func limits(l bot.Limits) sandbox.Limits {
	s := sandbox.Limits{Memory: l.Memory, Tasks: l.Tasks, CPU: l.CPU, Disk: l.Disk}
	if s.Memory == 0 {
		s.Memory = memory
	}
	if s.Tasks == 0 {
		s.Tasks = tasks
	}
	if s.Disk == 0 {
		s.Disk = disk
	}
	return s
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

// process is a bot in the sandbox.
type process struct {
	*sandbox.Process
	limits sandbox.Limits
}

// Wait waits for the end, frees what the process held, and says which limit ended it.
func (p *process) Wait() bot.Exit {
	e := p.Process.Wait()
	p.Process.Close()
	exit := bot.Exit{Code: e.Code, Peak: e.Peak, Host: e.Host}
	if e.Signal != 0 {
		exit.Signal = e.Signal.String()
	}
	switch e.Cause() {
	case sandbox.Memory:
		exit.Memory = true
		exit.Fault = fmt.Sprintf("it used more than the %d MiB of memory it may", p.limits.Memory>>20)
	case sandbox.CPU:
		exit.CPU = true
		exit.Fault = fmt.Sprintf("it used more than the %v of processor time it may", p.limits.CPU)
	case sandbox.Disk:
		exit.Fault = fmt.Sprintf("it wrote more than the %d MiB it may", p.limits.Disk>>20)
	case sandbox.Tasks:
		exit.Fault = fmt.Sprintf("it started more than the %d processes and threads it may", p.limits.Tasks)
	}
	return exit
}

// CPU is the processor time of the tree so far.
func (p *process) CPU() time.Duration {
	spent, err := p.Process.CPU()
	if err != nil {
		return 0
	}
	return spent
}

// Stalled is how long the tree could run and had no processor.
func (p *process) Stalled() time.Duration {
	stalled, err := p.Process.Stalled()
	if err != nil {
		return 0
	}
	return stalled
}

var (
	_ bot.Launcher = (*Cage)(nil)
	_ bot.Pauser   = (*process)(nil)
)
