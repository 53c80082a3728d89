/*
Package live plays one game while people look at it or take part.

[Play] plays the game, from a turn of another one if there is a [Beginning], and returns its [Outcome]. Everything else is a [Spectator]:
a list of them, in an order that the caller chooses, gets the deal and each turn. What shall happen beside a game is one more
spectator and no change here.

	films.go      Films: what the audience sees, and each person who plays
	pace.go       Pace: turns in which only bots are left come no faster than people can follow
	keyboard.go   Keyboard: one input for several people; ReadMoves: the same for one
	turns.go      Printed and Turns: what bots printed, and what they were sent and answered, by turn
	growing.go    Growing: the record and the logs so far, for programs
	files.go      Files, EngineLog, Boards: the kind's own files, the log of its original engine, its board as text
	halt.go       Halt: what bots wrote to their error output, and a pause
	people.go     People: who sits at a keyboard, on a page or at a network console

	loop.go       Loop: games one after the other, each of them when the one before has been taken

# Time

Spectators are called on the goroutine of the game, which waits for them: a person who is asked for a move, and a pace that is kept, hold it
up on purpose. A viewer never does. It reads a film, which grows whether anybody looks or not.

# Hidden information

Some kinds hide from a player what others know. While people play such a game it is veiled ([Veiled]): the audience sees what everybody may
know, each person what that seat may, and what bots print or are sent is shown to nobody.

Nothing here prints. Texts go to functions and writers of the caller, which escapes what it shows on a terminal.
*/
package live
