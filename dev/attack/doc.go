/*
Package attack is the suite of attacks: bots, visitors and hosts that try to change the result of a contest by other means than a bot's
moves.

It contains tests only. Each one runs the agon binary from the command line with real bot programs, and asserts that the attack changes at
most the attacker's own result. Attacks that need only a command line and some files are scripts in testdata; those that stop, kill,
load or watch processes are Go tests, one file per subject (clocks, seeds, neighbours, …).

No test asserts on a wall-clock time, except that a command that runs longer than [patience] counts as hanging.
*/
package attack
