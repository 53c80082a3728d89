package bot

import (
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
	Root     string // a folder that replaces the host's system; Path and Dir are paths in it. See Rooter
	User     int    // its user ID in the sandbox; 0: 1000
	Group    int    // its group ID; 0: 1000

	Sessions bool      // it may call setsid and setpgid: for shells and for programs that manage process groups
	Locks    bool      // it may lock files with flock: for compilers. For others flock does nothing, so that two bots cannot signal through locks
	Template *Template // a process to fork the program from, if the launcher supports that; nil: none
	Own      int       // tasks that the launcher runs beside the bot's and Pause leaves running; 0: 1
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

// An Exit describes how a process ended.
type Exit struct {
	Code   int
	Signal string // empty when it ended by itself
	Fault  string // the limit that it exceeded, with figures; empty for none
	Memory bool   // it exceeded its memory limit
	Peak   int64  // largest memory of its tree, in bytes; 0: unknown
	CPU    bool   // it exceeded its limit of processor time
	Host   error  // why the host ended it; such an end does not count
}

// A Process is a started program. In, Out and Err are the host's ends of its pipes.
type Process interface {
	In() *os.File
	Out() *os.File
	Err() *os.File
	Kill()              // ends the whole process tree
	Wait() Exit         // waits for the end and releases the process's resources
	CPU() time.Duration // of the whole tree so far, by the kernel's accounting
}

// A Staller is a process that reports its run delay: how long it has been ready to run without a processor.
type Staller interface{ Stalled() time.Duration }

// A Pauser is a process that can be stopped between the turns of its bot, so that it takes no processor time from others.
type Pauser interface {
	// Pause is called when the bot has answered. It stops every task except the one that answers, and that one too in a bot that has
	// computed after earlier answers. A single-task bot that waits for its next prompt is left alone, which costs almost nothing.
	Pause()
	// Resume is called before the bot is asked. It returns the processor time that the tree has used since Pause, or 0 if that is no more
	// than an interpreter needs to return to reading its input.
	Resume() time.Duration
}

// A Queuer is a Staller that reports whether a task of its tree is runnable now. Such a task's waiting time becomes part of Stalled only
// once it gets a processor.
type Queuer interface{ Queued() bool }

// A Sleeper is a process that reports whether every task of its tree sleeps now: each waits for an event, none runs, waits for a processor,
// for a disk, or is stopped. It returns false where the kernel does not report it.
type Sleeper interface{ Asleep() bool }

// A Laggard is a process whose end is reported some time after its pipes have closed. Lag is the longest such delay; callers wait that long
// for the end before they kill it.
type Laggard interface{ Lag() time.Duration }

// A Remote launcher may start programs where this process's descriptors are not available. It then refuses a command with Extra.
type Remote interface{ Remote() bool }

// A Rooter is a launcher that can report whether it supports Command.Root. Rooted returns nil if it does, else the reason.
type Rooter interface{ Rooted() error }

// A Launcher starts programs, with whatever protection it offers.
type Launcher interface {
	Start(Command) (Process, error)
	Level() string // "none", "full", …, printed and recorded
}
