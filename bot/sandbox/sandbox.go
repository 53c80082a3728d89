package sandbox

import (
	"errors"
	"fmt"
	"sync"

	"agon/bot"
)

// A Sandbox is the [bot.Launcher] of one level. It is safe for concurrent use.
type Sandbox struct {
	level    Level
	platform platform
}

// A platform implements a level on this system.
type platform interface {
	start(*bot.Command) (*bot.Process, error)
	about() string
	close() error
}

// Open prepares to start programs at a level and removes what killed hosts have left. It fails, with the reason, if this machine lacks what
// the level needs; [Best] finds the best level, [Probe] reports all of them.
func Open(level Level) (*Sandbox, error) {
	w, err := open(level)
	if err != nil {
		return nil, fmt.Errorf("sandbox level %s: %w", level, err)
	}
	return &Sandbox{level: level, platform: w}, nil
}

// Plain returns the sandbox of level none, which every system has: for trusted programs. It needs not be closed.
func Plain() *Sandbox { return &Sandbox{level: None, platform: plain{}} }

// errNoRoot is the error at levels where programs see the host's files.
var errNoRoot = errors.New("a root of its own needs level namespaces or full")

// errNoLoopback is the error at level landlock, where programs share the host's network.
var errNoLoopback = errors.New("a network of its own needs level namespaces or full; agon sandbox explains why this machine has neither")

// Rooted returns nil if programs can have a root of their own at this level, else the reason.
func (s *Sandbox) Rooted() error {
	if s.level == Namespaces || s.level == Full {
		return nil
	}
	return fmt.Errorf("images need sandbox level namespaces or full, but this machine has level %s; agon sandbox explains why", s.level)
}

// Remote returns false: programs run on this machine.
func (s *Sandbox) Remote() bool { return false }

// Level returns the level's name.
func (s *Sandbox) Level() string { return s.level.String() }

// About describes the protection in one line, to be printed and kept with every result: "full (own namespaces, system call filter,
// Landlock 7, control groups 1)".
func (s *Sandbox) About() string { return fmt.Sprintf("%s (%s)", s.level, s.platform.about()) }

// Close releases the sandbox. Its processes must have been closed.
func (s *Sandbox) Close() error { return s.platform.close() }

// Start starts a program with [bot.Limits.OrUsual]. It may read its own files and those of its interpreter. It inherits the processors of
// the calling thread, and cannot change them at levels above none.
func (s *Sandbox) Start(c bot.Command) (*bot.Process, error) {
	c.Limits = c.Limits.OrUsual()
	if c.Root == "" {
		c.Env, c.Readable = withoutHome(c.Env), Reads(c)
	} else {
		c.Readable = clean(c.Readable)
	}
	return s.start(c)
}

// start starts a program with the limits and files of its command alone.
func (s *Sandbox) start(c bot.Command) (*bot.Process, error) {
	if err := check(&c); err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, err)
	}
	p, err := s.platform.start(&c)
	if err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, lacking(err))
	}
	return limited(p, c.Limits), nil
}

// limited has Wait name the limit that ended a program, and return its exit to every caller.
func limited(p *bot.Process, l bot.Limits) *bot.Process {
	wait := p.Wait
	p.Wait = sync.OnceValue(func() bot.Exit {
		e := wait()
		e.Fault = l.Exceeded(e.Cause())
		return e
	})
	return p
}
