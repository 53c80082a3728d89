package bot

import (
	"os"
	"time"
)

// A Command is a program to be started for a bot. A launcher of the sandbox shows it the folders of the system (/usr, /bin, /lib and the
// like), Readable and Writable, and a /tmp of its own.
type Command struct {
	Path     string
	Args     []string   // without the program's own name
	Env      []string   // NAME=value; nothing is inherited. The sandbox adds HOME and TMPDIR
	Dir      string     // where it starts; empty: its home in the sandbox
	Readable []string   // files and folders that it may read and execute, at the same place
	Writable []string   // folders that it may read and write, at the same place; as root the sandbox makes them its own, with all in them
	Extra    []*os.File // descriptors 3 and up
	Limits   Limits
	Root     string // a folder that is the program's whole system instead of the host's; Path and Dir are places in it. See Rooter
	User     int    // its user in the sandbox; 0: 1000
	Group    int    // its group; 0: 1000

	Sessions bool      // it may call setsid and setpgid: for shells, and for programs that start others and end them as a group
	Locks    bool      // it may lock files with flock: for compilers. For others flock does nothing, since two bots could see each other's locks
	Template *Template // a process that the program is forked from, where the launcher can; nil: none
	Own      int       // tasks that the launcher starts beside the bot's, which Pause does not stop; 0: 1
}

// A Template is a process with the program's libraries loaded, of which the program is a copy: it then starts in a few milliseconds. It has the
// host's rights, so it loads nothing but what is the host's own. It is started when it is first needed and serves all commands with an
// equal template. A launcher that has no templates, or whose template fails, executes the program instead.
type Template struct {
	Path string
	Args []string // without the program's own name
	Env  []string // NAME=value; nothing is inherited
}

// Limits guard the host against one bot. A zero field is no limit, but the sandbox gives no /tmp without Disk.
type Limits struct {
	Memory   int64         // bytes, of the whole tree of processes, with what it has in /tmp at sandbox level full
	Tasks    int           // processes and threads of the tree
	CPU      time.Duration // processor time of the tree
	Disk     int64         // bytes in /tmp
	FileSize int64         // bytes of one file
	Output   int64         // bytes of log kept for a game; what is beyond is counted and dropped
}

// An Exit is how a process ended.
type Exit struct {
	Code   int
	Signal string // empty when it ended by itself
	Fault  string // the limit that it broke, in words with figures; empty for none
	Memory bool   // it was ended for its memory
	Peak   int64  // most bytes of memory of its tree at one time; 0: not known
	CPU    bool   // it was ended for its processor time
	Host   error  // what of the host ended it: then its end counts for nothing
}

// A Process is a started program. In, Out and Err are the host's ends of its pipes.
type Process interface {
	In() *os.File
	Out() *os.File
	Err() *os.File
	Kill()              // ends the whole tree of processes
	Wait() Exit         // waits for the end and frees what the process held
	CPU() time.Duration // of the whole tree so far, by the kernel's account
}

// A Staller is a process that reports how long it was ready to run but had no processor, so far.
type Staller interface{ Stalled() time.Duration }

// A Pauser is a process that can be kept from running between the turns of its bot, so that it takes nothing from the others.
type Pauser interface {
	// Pause is called when the bot has answered. What a bot has running beside the one task that answers is stopped, and so is a bot that
	// has gone on computing after answers. One of a single task, which waits for its next question, is left alone and costs next to nothing.
	Pause()
	// Resume is called before the bot is asked. It returns how much processor time the tree has used since Pause; 0 where that is no more
	// than what an interpreter needs to come back to its input.
	Resume() time.Duration
}

// A Queuer is a Staller that reports whether a task of its tree wants a processor now. What such a task has waited for is part of Stalled
// only once it has got one.
type Queuer interface{ Queued() bool }

// A Sleeper is a process that reports how often the tasks of its tree have waited for something so far. A program that only answers waits
// once for each question, however busy the machine is. It does not know where the kernel does not say, or where a Pauser has stopped the
// tree since it was asked last.
type Sleeper interface{ Sleeps() (n int64, known bool) }

// A Laggard is a process whose end is reported some time after its pipes have closed. Lag is the most that this takes; a caller that waits for the
// end waits so long before ending it.
type Laggard interface{ Lag() time.Duration }

// A Remote launcher may start programs where this process' descriptors do not reach. It then refuses a command with Extra.
type Remote interface{ Remote() bool }

// A Rooter is a launcher that can report whether it gives programs a Root: why not in one sentence, or nil.
type Rooter interface{ Rooted() error }

// A Launcher starts programs, under whatever protection it offers.
type Launcher interface {
	Start(Command) (Process, error)
	Level() string // "none", "full", …: what is printed and recorded
}
