/*
Package external plays games of engines that others wrote: a program that deals, asks for moves and says who won, which agon starts for
each game and talks to over its standard input and output. Nothing of the engine is changed.

	engine.go     positions, which are what was answered so far; games that go on, and games that are played forward
	session.go    the process of one game, and its lines
	codingame.go  the text protocol of CodinGame's referees
	views.go      pictures of games whose engine draws entities (package entities)
	told.go       what an engine said in a game, by which the game is shown
	lines.go      agon's own protocol, in JSON lines
	sketch.go     pictures of games whose engine draws none
	seats.go      engines that start their bots themselves, listen for them (ports.go), or read them as files
	scores.go     where these say who won
	room_linux.go the socket to which agon's processes in the engine's sandbox connect; they are package shim

# Positions

An engine's state cannot be packed, so a [engine.Position] is the way to it: the deal and all answers since. A process that stands at
that place goes on; where there is none, because it was killed, or the position is one of an earlier time, another process is started and
given the answers again. What it says then must be what was said before, byte for byte: each position has the hash of every prompt, every
limit and every score so far, and that hash is what a replay is verified by.

An engine that is Uncertain says something else with equal answers. Nothing plays its games forward: one whose process is gone is lost, and
is played again as a whole.

What a protocol lets agon say about time is the same in all games, since a replay knows no times.

What an engine has said in a game is kept with it, up to 8 MiB. Whoever looks at the game later is shown that, without a process; whoever
verifies it is not.

# Failures

The engine runs in the sandbox of bots, in no network but its own, with the files of its folder that game.toml names to read, a private
/tmp, and limits of memory, tasks, output and processor time. Its time is nobody's. An engine that ends, hangs, or says what its protocol
does not allow ends its game without an outcome, with its last words, and no bot is blamed.
*/
package external
