/*
Package bot knows what a bot is and how it is brought to life, and no game.

A bot is a program that somebody wrote. An [Entry] is a bot that takes part, found by [Opener.Open] from a reference such as
./rambo.py or builtin:steve. A [Player] is its living presence: a process, a Go function, a script. Players sit in lanes: a lane
is one game of several that are played at once with the same bots, so that one frame to a process can carry a prompt for each of
them. A player that plays one game at a time has one lane.

# Chance

What programs draw their chance from, Python classes and WebAssembly modules, is seeded by a [Secret] of the contest. Built-in bots draw from
dice that are a function of the game's seed and their seat alone ([game.Table.Sit]). Those need no secret: a built-in attacks nobody, the
game's seed is handed to no bot and is nothing that could be computed from what bots are told or given, and so nobody can foretell its dice
who does not know the seeds of the contest, which are drawn from the system. A secret would only change every published game with a
built-in in it, and a game could no longer be played again from its seed. Who names a small seed gives the dice away, with or without it.

# Faults

What a player does wrong is a fault in its reply, never an error. Errors are the host's: no interpreter, no disk.
*/
package bot
