/*
Package sandbox runs programs that nobody trusts. It knows no game: it starts a [bot.Command], says how it ended in an [Exit], and leaves
nothing behind. [Launcher] does so for bots.

A [Sandbox] is opened once, at a [Level]; programs are then started in it as often as wanted. Each has a world of its own: what it
may read, a /tmp that vanishes with it, no network, no sight of other processes, and [bot.Limits] for its whole tree of
processes. Nothing of this costs anything once the program runs.

# How a start goes

The host writes a plan, a list of system calls (plan_linux.go), and hands it to the launcher, which carries it out: its own binary
started again (package entry), once for a sandbox. Everything that is decided is decided here, by what goes into the plan:

	compose_linux.go    puts a plan together for a level, from:
	root_linux.go       what the program sees: namespaces, a read-only root of binds, /proc, /dev, /tmp
	rootbinds_linux.go  the binds of a root that it has instead of the host's system
	confine_linux.go    what it may do: descriptors, limits per process, user, capabilities
	seccomp_linux.go    which system calls it may make
	landlock_linux.go   which files it may touch, once more (and the only such wall at level landlock)
	group_linux.go      what its tree may use: control groups, version 1 or 2

The launcher makes a first process, which becomes a child of the host, sets the stage, starts the program and stays as its pid 1: a
single thread that reaps and passes on how the program ended. When the host ends, however that happens, so does each pid 1, and all
that it guards with it.

A command may name a template ([bot.Template]): a process with the program's libraries loaded, which takes the launcher's place and carries out
the same plan up to its last step. Where the launcher would execute the program, the copy of the template goes on as it. A Python bot that
uses numpy starts in 10 ms instead of 100 (template.py of package pyhost).

What a level does not have the kernel enforce, watch_linux.go does by looking, and [Probe] says so.

README.md is the threat model.
*/
package sandbox
