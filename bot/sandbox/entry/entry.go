/*
Package entry is where the binary starts a second time, as the launcher of a sandboxed program.

Go initializes packages in the order of their import paths, each as soon as its imports are ready. This one imports nothing but
syscall, and its path begins with the module's name, agon, which sorts before the standard library's packages and all others. So
its init runs before the 2-3 ms that the rest of a large binary takes to initialize. The test TestNothingStartsBeforeTheLauncher in the
package above checks this.

One launcher serves a sandbox as long as it is open, because starting the binary again for each program would cost 2 ms each time. For
each program it receives a message with its descriptors and a plan.

The launcher decides nothing. Package sandbox writes the plan: lists of system calls with their arguments. The launcher carries out
these lists one after the other in the processes that they are meant for, and reports which call failed:

	Host    in the launcher itself, with the host's rights
	Root    in the first process of the new namespaces, which becomes their pid 1
	Bot     in its child, up to the execve of the bot
	Keep    in pid 1, once the bot has begun
	Last    in pid 1, once the bot has ended

The forked processes have one thread and no Go runtime: their code is nosplit, allocates nothing and uses only raw system calls, as
package syscall does between fork and exec.

# The plan

A plan is a list of 64-bit words in a file. The constants below are offsets in its header. A step is [StepWords] words: the call's
number, six arguments, a mask of the arguments that are offsets of words to be loaded, the offset for the result (0: nowhere),
and 1 if it may fail. The relocations are the offsets of words that hold a byte offset in the plan, to which the launcher adds the
plan's address.
*/
package entry

// Env names the environment variable that turns a start of the binary into a launcher. Its value is the descriptor of the launcher's
// socket.
const Env = "AGON_LAUNCHER"

// FileLimit is above the number of every descriptor that comes with a message: the program's, from 0, then the report's, the lifeline's and
// the plan's. The message itself is the length of the plan in words.
const FileLimit = 64

// CanaryEnv names the environment variable that turns a start of the binary into a canary. Its value is the canary's order.
const CanaryEnv = "AGON_CANARY"

// Offsets in the header of a plan, in words.
const (
	Sections    = iota // start of Host's steps; the next words hold the starts of Root's, Bot's, Keep's and Last's
	_                  //
	_                  //
	_                  //
	_                  //
	End                // end of Last's steps
	Clone              // offset of the clone_args for the first process of the namespaces
	Groups             // offset of three texts (pointer, length): /proc/PID/setgroups, gid_map, uid_map; 0: no user namespace
	Relocations        // offset of the list of relocations, which starts with their number
	Message            // offset of the last message: its first word receives the bot's wait status
	MessageSize        // its length in bytes
	Sweep              // 1: pid 1 is not the first process of a pid namespace and has to kill its descendants itself
	Header             // the length of the header
)

// The sections of a plan, as a report of a failure names them.
const (
	Host = iota
	Root
	Bot
	Keep
	Last
	Count
)

// A report is three words: section, step (its offset in the plan) and errno. These values stand for a section; the second word is then the
// process ID.
const (
	ReportPid   = 100 // the first process of the namespaces has started
	ReportClone = 101 // it could not be made; errno
	ReportMaps  = 102 // its user ids could not be mapped; errno
)

// StepWords is the length of a step in words.
const StepWords = 10
