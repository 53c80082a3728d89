/*
Package sandbox runs untrusted programs, independent of any game: it starts a [bot.Command] as a [bot.Process], describes how it ended in a
[bot.Exit], and leaves nothing behind.

A [Sandbox] is opened once, at a [Level]; any number of programs can then be started in it. Each has its own namespaces: the files that it
may read, a /tmp that is deleted with it, no network, no other processes, and [bot.Limits] for its whole tree of processes. None of this
costs anything once the program runs.

# How a program is started

The host writes a plan, a list of system calls (plan_linux.go), and sends it to the launcher, which carries it out: the host's binary
started again (package entry), once per sandbox. All decisions are made here, through the content of the plan:

	compose_linux.go    composes the plan for a level, from:
	root_linux.go       what the program sees: namespaces, a read-only root of binds, /proc, /dev, /tmp
	rootbinds_linux.go  the binds of a root that replaces the host's system
	confine_linux.go    what it may do: descriptors, limits per process, user, capabilities
	seccomp_linux.go    which system calls it may make
	landlock_linux.go   which files it may use, a second time (at level landlock the only protection of files)
	group_linux.go      what its tree may use: control groups, version 1 or 2

The launcher starts a first process, which becomes a child of the host, sets up the sandbox, starts the program and stays as its pid 1: a
single thread that reaps processes and reports how the program ended. When the host ends, for whatever reason, each pid 1 ends, and with it
all processes that it guards.

A command may name a template ([bot.Template]): a process with the program's libraries loaded, which takes the launcher's place and
carries out the same plan up to its last step. Where the launcher would execute the program, a copy of the template continues as the
program. A Python bot that uses numpy starts in 10 ms instead of 100 (template.py of package pyhost). [Begin] starts a template while the
sandbox is tried.

Limits that the kernel does not enforce at a level are polled by watch_linux.go, and [Probe] says so.

README.md is the threat model.
*/
package sandbox
