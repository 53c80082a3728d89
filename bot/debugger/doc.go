/*
Package debugger opens a debugger on a bot at the turn in which it is asked, in the terminal of the person who debugs it.

A [Debugger] starts one bot in place of its launcher, and knows it by what runs: Python stops under pdb, node under its inspector, Java
under jdb, programs of Go under dlv if it is there, and all other programs under gdb. Whatever a debugger cannot be opened on is named
with its process number, so that another one can be. With a port, Python (by debugpy), JavaScript and Java wait for an editor there
instead, and an editor attaches to all other programs by their process numbers, through which nobody else reaches them. debugpy, node and
Java's debugger listen at ports of 127.0.0.1 only: none of them knows Unix sockets, and editors reach no network of the bot's own.

	debugger.go  the launcher, and the choice of a debugger
	hook.py      loaded by every Python beside the bot: opens pdb in the bot's own code on SIGUSR2
	hook.js      loaded by node: opens its inspector when the bot reads its next input
	open_linux.go  debuggers that attach to a process; the terminal's foreground

A bot that has stopped in a debugger has answered nothing, and its clock must not count. It runs without a sandbox, through which no
debugger reaches it. Processes are recognised by /proc, so this works on Linux.
*/
package debugger
