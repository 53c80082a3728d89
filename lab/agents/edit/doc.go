/*
Package edit lets a coding agent edit its bot, once: it starts the agent's command in the sandbox, ends it with everything that it has
started, and says in a [Record] what happened. It knows no game and no contest.

# What an agent has

The agent is a program of an untrusted author that works for minutes, unlike a bot. Package sandbox has the threat model; an edit needs one
of the levels with namespaces, and [Run] refuses to start without one. The agent sees the system's folders, the files that its command
names, those that the organiser has it read, and two folders that it may write, which stay from round to round:

	workspace   its bot, the feedback of the last round, and a git repository
	home        HOME, with its caches

Nothing of the host, of the contest or of its rivals is below its root. [Run] refuses a command or a list of files that would show it the
folder in which the workspaces of all agents are. /tmp is deleted with the edit.

Its network is a loopback device of its own, on which it finds two ports of agon's (package port): AGON_TOOLS, where the tools answer, and
HTTP_PROXY, which connects to the servers of the contest's list and to nobody else (package reach). A server of this machine that the list
names by 127.0.0.1 is reached as loopback.invalid, since 127.0.0.1 is the agent's own.

# Where it ends

An edit ends when its command ends, and with it whatever that has started: pid 1 of the sandbox ends, and the kernel kills the rest. It is
ended by SIGKILL, without a warning, at the bell (the wall time), and when it exceeds processor time, memory, the disk or its output.
Memory, tasks and processor time are the sandbox's limits. The disk is measured: both folders lie on a disk of the host, so a goroutine
watches the free space every 100 ms, and counts what stands in the folders, and in files that were deleted and are still open, when the free
space has shrunk by an eighth of what the agent may still write. It exceeds its limit by what it writes meanwhile. A host with little free
space starts no edit, and gives up those that run: an error, not a result.

At the bell calls of tools are cancelled before the program is killed, later ones are refused, and Run returns when the last has returned.

# What it leaves

What stands in the folders is the work of an adversary, whose processes have all ended. Everything here reads it by [os.Root], which follows
no link out of a folder, and after each edit pipes, sockets, devices, set-user-ID bits, and folders nested deeper than 100 levels are
removed. Links stay what they are and are never followed: [Snapshot] packs them as links, [Diff] shows where they lead. The repository is
read and written inside the sandbox only ([Commit]), by this binary, which starts no hook or filter, and sees no file but the workspace.

What the agent prints is kept from both ends, with its secrets blanked: as they are, in any case, in base64, hexadecimal and per cent
escapes, and across line breaks. That is against accidents; an agent that means to publish its own secret can.
*/
package edit
