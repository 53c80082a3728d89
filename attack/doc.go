/*
Package attack is the suite of attacks: bots, visitors and hosts that try to decide more of a contest than a bot's moves.

It has tests only. Each one runs the agon binary as people run it, with real bot programs, and asserts that the attack changes nothing
but the attacker's own fate. Attacks that need no more than a command line and some files are scripts in testdata; those that
stop, kill, load or watch processes are Go tests, one file for each subject (clocks, seeds, neighbours, …).

A test here never asserts on a wall-clock time: a command that does not end within [patience] hangs.
*/
package attack
