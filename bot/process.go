package bot

import (
	"cmp"
	"os"
	"time"
)

// A Command describes a program to start for a bot. A sandbox launcher shows it the system folders (/usr, /bin, /lib and the like),
// Readable and Writable, and a private /tmp.
type Command struct {
	Path     string
	Args     []string   // without the program's own name
	Env      []string   // NAME=value; nothing is inherited. The sandbox adds HOME and TMPDIR
	Dir      string     // working directory; empty: its home in the sandbox
	Readable []string   // files and folders that it may read and execute, at the same path
	Writable []string   // folders that it may read and write, at the same path; a sandbox run as root changes their owner, recursively
	Extra    []*os.File // descriptors 3 and up
	Limits   Limits
	Root     string // a folder that replaces the host's system; Path and Dir are paths in it. See [Launcher]
	User     int    // its user ID in the sandbox; 0: 1000
	Group    int    // its group ID; 0: 1000

	Sessions bool // it may call setsid and setpgid: for shells and for programs that manage process groups
	// Locks permits locks of files by flock: for compilers. For others flock does nothing, so that two bots cannot signal through locks
	Locks bool
	// Loopback permits TCP and UDP on a loopback device of its own, which reaches nothing else, and lets the host connect to servers
	// there by [Process].Dial. See [Launcher]
	Loopback bool
	// Continues permits SIGCONT, with Sessions alone: for programs that Pause is not called for
	Continues bool
	Template  *Template // a process to fork the program from, if the launcher supports that; nil: none
	Own       int       // tasks that the launcher runs beside the bot's and Pause leaves running; 0: 1
}

// A Template is a process with the program's libraries already loaded. Forking the program from it takes a few milliseconds. It has the
// host's rights, so it must load only the host's own code. It is started on first use and serves all commands with an
// equal template. A launcher without support for templates, or whose template fails, executes the program instead.
type Template struct {
	Path string
	Args []string // without the program's own name
	Env  []string // NAME=value; nothing is inherited

	Failed func(why error) // called once if the template failed, and programs are executed from then on; may be nil
}

// Limits guard the host against one bot. A zero field means no limit, except that the sandbox provides no /tmp without Disk.
type Limits struct {
	Memory   int64         // bytes for the whole process tree, including its /tmp at sandbox level full
	Tasks    int           // processes and threads of the tree
	CPU      time.Duration // processor time of the tree
	Disk     int64         // bytes in /tmp
	FileSize int64         // bytes per file
	Output   int64         // bytes of log kept per game; the rest is counted and dropped
}

// OrUsual returns the limits with the usual ones for a bot in place of the zero fields Memory, Tasks and Disk.
func (l Limits) OrUsual() Limits {
	l.Memory, l.Tasks, l.Disk = cmp.Or(l.Memory, 512<<20), cmp.Or(l.Tasks, 128), cmp.Or(l.Disk, 64<<20)
	return l
}

// A Process is a started program with everything that it has started. Its functions may be called at any time and from any goroutine.
type Process struct {
	In, Out, Err *os.File // the host's ends of its pipes. Reading ends when every process that could write has ended
	Pid          int      // the process that stands for the tree on this machine; 0: unknown

	Kill func()               // kills the tree without waiting for its end
	Wait func() Exit          // waits for the end of the tree. Its output can still be read until Close
	CPU  func() time.Duration // processor time of the tree so far, by the kernel's accounting; 0 if unknown

	// Traits are what only some launchers offer, on some systems. Of the others they are nil.

	// Stalled returns how long the tree's tasks have been ready to run without a processor so far; callers use its growth over a move.
	Stalled func() time.Duration
	// Queued reports whether a task of the tree is runnable now: it runs, or waits for a processor. Its waiting time becomes part of
	// Stalled only once it gets one. Asleep reports whether every task waits for an event: none runs, waits for a processor or for a disk,
	// or is stopped. Both return false where the kernel does not report it.
	Queued, Asleep func() bool
	// Several reports whether the tree had more tasks than one when it was last looked at, as it paused.
	Several func() bool
	// Awaits returns what the tree does about its standard input. With whole, it counts as awaited only while every other task waits for an
	// event, too: one that runs or sleeps for a time may write something. whole is dear in trees of several tasks.
	Awaits func(whole bool) Input
	// Blocked is Asleep for certain: a task that is about to sleep, and may find before that that it need not, counts as asleep there.
	Blocked func() bool
	// Reads reports whether a task of the tree waits for input from the pipe or socket with an inode, in a read of it or in a poll.
	Reads func(pipe uint64) bool
	// Memory returns what the tree holds now, in bytes: private memory, and shared memory that no file backs. Some of that can be shared
	// with the template from which it was forked.
	Memory func() int64
	// Pause is called when the bot has answered. It stops every task except the one that answers, and that one too in a bot that has
	// computed after earlier answers. A single-task bot that waits for its next prompt is left alone, which costs almost nothing.
	Pause func()
	// Resume is called before the bot is asked. It returns the processor time that the tree has used since Pause, or 0 if that is no more
	// than an interpreter needs to return to reading its input. It is set if Pause is.
	Resume func() time.Duration
	// Dump sends SIGUSR1, on which a class host writes the position of each of its tasks; it ends other programs. Abort sends SIGABRT, on
	// which runtimes end and write where the program was, as Python does.
	Dump, Abort func()
	// Dial connects to a port of 127.0.0.1 in the program's own network, of a command with Loopback. One connection is open at a time.
	Dial func(port int) (Conn, error)
	// Lag is the longest delay from the end of the pipes to the end that Wait reports: callers wait that long before they kill it.
	Lag time.Duration
}

// A Conn is a connection to a server that a program is. It is not safe for concurrent use.
type Conn interface {
	// Write writes all of b. After each wait for a server that does not read, over is called with the time without a read, and ends
	// the wait with [os.ErrDeadlineExceeded].
	Write(b []byte, over func(waited time.Duration) bool) error
	// Read reads available bytes, waiting at most limit, which must be positive; after that it returns 0 and no error.
	Read(b []byte, limit time.Duration) (int, error)
	Close()
}

// An Input is what a program does about its standard input.
type Input int

const (
	InputUnknown Input = iota // the kernel does not report it
	InputBusy                 // no task waits for it, and one runs
	InputSpun                 // likewise, and reads of it do not wait
	InputIdle                 // no task waits for it, and each waits for something
	InputPolled               // a task waits for it for a limited time, or another task for something
	InputAwaited              // a task is blocked in a read of it, or in a poll of it without a time limit
)

// Close kills what is left of the tree, waits, and closes the pipes. It may be called more than once.
func (p *Process) Close() Exit {
	p.Kill()
	exit := p.Wait()
	for _, f := range []*os.File{p.In, p.Out, p.Err} {
		f.Close()
	}
	return exit
}

// lastWords is how long the output of a tree that has ended may take to be read: longer only if something outlived the tree.
const lastWords = time.Second

// CloseAfter is Close for a process whose output somebody reads: read returns when that is over, for which it has a second before the pipes
// are closed.
func (p *Process) CloseAfter(read func()) Exit {
	p.Kill()
	p.Wait()
	done := make(chan struct{})
	go func() {
		defer close(done)
		read()
	}()
	select {
	case <-done:
	case <-time.After(lastWords):
	}
	exit := p.Close()
	<-done
	return exit
}

// Computes reports whether a process that gave no answer in time computes: it has used a processor for more than half of that time, or
// wants one now.
func (p *Process) Computes(used, limit time.Duration) bool { return used > limit/2 || p.queued() }

func (p *Process) queued() bool { return p.Queued != nil && p.Queued() }

// A Launcher starts programs, with whatever protection it offers. It is safe for concurrent use.
type Launcher interface {
	// Start starts a program and returns when it runs; after an error it never ran. Close must be called on the process.
	// A sandbox that gives programs no network of their own refuses a command with Loopback.
	Start(Command) (*Process, error)
	// Level returns the name of the protection: "none", "full", …, printed and recorded.
	Level() string
	// Remote reports whether programs may run where this process's descriptors are not available. A command with Extra is then refused.
	Remote() bool
	// Rooted returns nil if Command.Root is supported, else the reason.
	Rooted() error
}
