package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"agon/bot"
)

// A Sandbox starts programs at one level. It is safe for concurrent use.
type Sandbox struct {
	level    Level
	platform platform
}

// A platform implements a level on this system.
type platform interface {
	start(*bot.Command) (processTree, error)
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

// errNoRoot is the error at levels where programs see the host's files.
var errNoRoot = errors.New("a root of its own needs level namespaces or full")

// Rooted reports whether programs can have a [bot.Command.Root].
func (s *Sandbox) Rooted() bool { return s.level == Namespaces || s.level == Full }

// Level returns the level that was opened.
func (s *Sandbox) Level() Level { return s.level }

// String describes the protection in one line, to be printed and kept with every result: "full (own namespaces, system call filter,
// Landlock 7, control groups 1)".
func (s *Sandbox) String() string { return fmt.Sprintf("%s (%s)", s.level, s.platform.about()) }

// Close releases the sandbox. Its processes must have been closed.
func (s *Sandbox) Close() error { return s.platform.close() }

// Start starts a program and returns when it runs; after an error it never ran. The program inherits the processors of the calling thread,
// and cannot change them at levels above none.
func (s *Sandbox) Start(c bot.Command) (*Process, error) {
	if err := check(&c); err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, err)
	}
	b, err := s.platform.start(&c)
	if err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, lacking(err))
	}
	return &Process{tree: b, pipes: b.ends()}, nil
}

// A Process is a started program with all its descendants. Close must be called.
type Process struct {
	tree  processTree
	pipes [3]*os.File
	once  sync.Once
	exit  Exit
}

// A processTree is a process with its descendants at some level.
type processTree interface {
	ends() [3]*os.File // the host's ends of its standard input, output and error
	pid() int
	kill()
	wait() Exit // called once
	cpu() (time.Duration, error)
	stalled() (time.Duration, error)
	pause()
	resume() time.Duration
	queued() bool
	asleep() bool
}

// In returns the host's end of the program's standard input.
func (p *Process) In() *os.File { return p.pipes[0] }

// Out returns the host's end of its standard output. Reading reaches the end when every process that could write to it has ended.
func (p *Process) Out() *os.File { return p.pipes[1] }

// Err returns the host's end of its standard error.
func (p *Process) Err() *os.File { return p.pipes[2] }

// Pid returns the process ID that stands for the tree on the host: pid 1 of its namespace, or the program itself at level none.
func (p *Process) Pid() int { return p.tree.pid() }

// Kill kills the whole tree without waiting for its end. It may be called at any time.
func (p *Process) Kill() { p.tree.kill() }

// Wait waits until the program and all its descendants have ended. Their output can still be read then. It is safe for concurrent use.
func (p *Process) Wait() Exit {
	p.once.Do(func() { p.exit = p.tree.wait() })
	return p.exit
}

// CPU returns the processor time of the tree so far, by the kernel's accounting. It is exact at level full; elsewhere descendants that have
// ended are counted in steps of 10 ms.
func (p *Process) CPU() (time.Duration, error) { return p.tree.cpu() }

// Stalled returns how long the tree's tasks have been runnable without a processor so far; callers use its growth over a move. A call takes
// 1 µs per task, and 50 µs if the last was more than 20 ms ago; tasks that began since then, or have ended, are not counted. It fails if
// the kernel does not report it.
func (p *Process) Stalled() (time.Duration, error) { return p.tree.stalled() }

// Pause keeps the program from running until Resume, if it has more than one task or has used the processor after an earlier Pause. A
// single-task program that waits is left alone: a Pause then costs some nanoseconds, and a microsecond now and then. Call it when the
// program has answered. It does nothing on systems where nothing can be stopped.
func (p *Process) Pause() { p.tree.pause() }

// Resume lets the program run and returns the processor time that its tree has used since Pause. The time to return to reading its input
// counts as none.
func (p *Process) Resume() time.Duration { return p.tree.resume() }

// Queued reports whether a task of the tree is runnable now: it runs or waits for a processor. It returns false if the kernel does not
// report it.
func (p *Process) Queued() bool { return p.tree.queued() }

// Asleep reports whether every task of the tree waits for an event now: none runs, waits for a processor or a disk, or is stopped. It
// returns false if the program has ended or the kernel does not report it. A call takes some 50 µs.
func (p *Process) Asleep() bool { return p.tree.asleep() }

// Dump sends the program SIGUSR1, on which a class host writes its stack. It does nothing on systems without that signal.
func (p *Process) Dump() {
	if b, ok := p.tree.(interface{ dump() }); ok {
		b.dump()
	}
}

// Abort sends the program the signal on which runtimes end and write where it was (SIGABRT). It does nothing where the system has no such
// signal.
func (p *Process) Abort() {
	if b, ok := p.tree.(interface{ abort() }); ok {
		b.abort()
	}
}

// Close kills what is left, waits, and closes the pipes. It may be called more than once.
func (p *Process) Close() error {
	p.Kill()
	p.Wait()
	for _, f := range p.pipes {
		f.Close()
	}
	return nil
}
