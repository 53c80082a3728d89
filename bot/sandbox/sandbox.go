package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"agon/bot"
)

// A Sandbox starts programs at one level. It may be used by any number of goroutines.
type Sandbox struct {
	level Level
	world world
}

// A world is a level on this system.
type world interface {
	start(*bot.Command) (body, error)
	about() string
	close() error
}

// Open prepares to start programs at a level and clears away what hosts that were killed have left. It fails if this machine does
// not have what the level needs, with the reason; [Best] finds the best level, [Probe] reports all of them.
func Open(level Level) (*Sandbox, error) {
	w, err := open(level)
	if err != nil {
		return nil, fmt.Errorf("sandbox level %s: %w", level, err)
	}
	return &Sandbox{level: level, world: w}, nil
}

// errNoRoot is for levels at which programs see the host's files.
var errNoRoot = errors.New("its own root needs level namespaces or full")

// Rooted reports whether its programs can have a [bot.Command.Root].
func (s *Sandbox) Rooted() bool { return s.level == Namespaces || s.level == Full }

// Level is what it was opened at.
func (s *Sandbox) Level() Level { return s.level }

// String says in a line what holds, to be printed and kept with every result: "full (own namespaces, system call filter, Landlock 7,
// control groups 1)".
func (s *Sandbox) String() string { return fmt.Sprintf("%s (%s)", s.level, s.world.about()) }

// Close frees what the sandbox holds. Its processes should have been closed.
func (s *Sandbox) Close() error { return s.world.close() }

// Start starts a program and returns when it runs: an error means that it never did. The program inherits the processors that the
// calling thread may run on, and can not change them at levels above none.
func (s *Sandbox) Start(c bot.Command) (*Process, error) {
	if err := check(&c); err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, err)
	}
	b, err := s.world.start(&c)
	if err != nil {
		return nil, fmt.Errorf("sandbox: start %s: %w", c.Path, lacking(err))
	}
	return &Process{body: b, pipes: b.ends()}, nil
}

// A Process is a started program with all its descendants. Close must be called.
type Process struct {
	body  body
	pipes [3]*os.File
	once  sync.Once
	exit  Exit
}

// A body is a process at some level.
type body interface {
	ends() [3]*os.File // the host's ends of its standard input, output and error
	pid() int
	kill()
	wait() Exit // called once
	cpu() (time.Duration, error)
	stalled() (time.Duration, error)
	pause()
	resume() time.Duration
	queued() bool
	sleeps() (int64, bool)
}

// In is the host's end of the program's standard input.
func (p *Process) In() *os.File { return p.pipes[0] }

// Out is the host's end of its standard output. It comes to its end when all that could write to it is gone.
func (p *Process) Out() *os.File { return p.pipes[1] }

// Err is the host's end of its standard error.
func (p *Process) Err() *os.File { return p.pipes[2] }

// Pid is the process that stands for the tree on the host: pid 1 of its namespace, or the program itself at level none.
func (p *Process) Pid() int { return p.body.pid() }

// Kill ends the whole tree of processes and does not wait for that. It may be called at any time.
func (p *Process) Kill() { p.body.kill() }

// Wait waits until the program has ended and its descendants are gone. What it wrote can still be read then. It may be called by
// any number of goroutines.
func (p *Process) Wait() Exit {
	p.once.Do(func() { p.exit = p.body.wait() })
	return p.exit
}

// CPU is the processor time of the tree so far, by the kernel's account: exact at level full, and elsewhere but for descendants
// that have ended, which are counted in steps of 10 ms.
func (p *Process) CPU() (time.Duration, error) { return p.body.cpu() }

// Stalled is how long the tree's tasks have been able to run and had no processor, so far: what the host withheld. Its growth over
// a move is what matters. A call takes 1 µs for each task, and 50 µs when the last is 20 ms ago; tasks that began since then, and those
// that ended, are not seen. It fails where the kernel does not say.
func (p *Process) Stalled() (time.Duration, error) { return p.body.stalled() }

// Pause keeps the program from running until Resume, if it has more than one task or has used the processor after it was paused before.
// A program of one task that waits is left alone: a Pause costs it some nanoseconds, and a microsecond now and then. It is called when
// the program is known to have nothing to do: it has answered. Where nothing can be stopped it does nothing.
func (p *Process) Pause() { p.body.pause() }

// Resume lets the program run and returns how much processor time its tree has used since Pause. What it takes to come back to reading
// its input counts as none.
func (p *Process) Resume() time.Duration { return p.body.resume() }

// Queued reports whether a task of the tree wants a processor now: it runs, or waits for its turn. It is false where the kernel does not say.
func (p *Process) Queued() bool { return p.body.queued() }

// Sleeps returns how often the tree's tasks have given up their processor to wait for something, so far, and whether that is known: it is
// not where the kernel does not say or Pause has stopped a task since the last call. A call takes some 50 µs.
func (p *Process) Sleeps() (n int64, known bool) { return p.body.sleeps() }

// Dump sends the program the signal on which a class host writes where it is (SIGUSR1). It does nothing where the system has no such signal.
func (p *Process) Dump() {
	if b, ok := p.body.(interface{ dump() }); ok {
		b.dump()
	}
}

// Abort sends the program the signal on which runtimes end and write where it was (SIGABRT). It does nothing where the system has no such
// signal.
func (p *Process) Abort() {
	if b, ok := p.body.(interface{ abort() }); ok {
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
