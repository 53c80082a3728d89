/*
Package pyfork makes templates ([bot.Template]) of Python programs: interpreters that have libraries loaded, and whose copies go on as programs.

	plans.py  carries out the sandbox's plans, in place of its launcher; package pyhost's class hosts are copies of such a process too
	hook.py   goes on as a program that is started anew for each move

# Programs

A copy is a new process in a sandbox of its own, as an executed program is, and the host starts, times and ends it in the same way. What is
saved is the start of the interpreter and the modules of the standard library that the program's file imports before it does
anything else ([Leading]). Nothing of the bot's has run before.

The template is an interpreter that was started with the command line and the environment of the program itself, and waits where the
interpreter asks for the last time for modules of others before it opens the program's file. A copy returns from there. So its modules, their order, its
arguments, streams, frames, tracebacks and its end are those of an executed program; TestForkedProgramsAreAsExecuted compares them. What a
module takes from chance, from its process or from the time while it is imported is why only modules of a list are loaded in advance.

What remains different: the addresses of objects are those of the template, its memory counts for less, objects that it had before the
program began are left alone by the garbage collector, and /proc shows the template's command line. A program whose files mention such things is
executed ([Program] says why), and so is one that finds another file than its template would.
*/
package pyfork
