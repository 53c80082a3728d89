/*
Package bot defines bots and how they are run, independent of any game.

An [Entry] is a bot that takes part, found by [Opener.Open] from a reference such as ./rambo.py or builtin:steve. A [Player] is its
running form: a process, a Go function, a script. Players sit in lanes: a lane is one of several games that are played at once with the
same bots, so that one frame to a process can carry a prompt for each of them. A player that plays one game at a time has one lane.

# Programs

A [Launcher] starts the program of a [Command] as a [Process] with three pipes, whose end is an [Exit]: a sandbox, or an engine of
containers. What only some launchers offer, such as to pause a program, is a function of the process that is nil elsewhere.

# Chance

The generators of programs, Python classes and WebAssembly modules are seeded from a [Secret] of the contest. Built-in bots draw from
dice that are a function of the game's seed and their seat only ([game.Table.Sit]) and need no secret: no bot is given the game's seed or
can compute it from what it is given, so a built-in's dice can be predicted only with the seeds of the contest, which come from the
system's random source. A secret would only change every published game with a built-in, and a game could no longer be replayed from its
seed. An organiser who chooses a small seed makes the dice predictable, with or without a secret.

# Faults

A player's mistake is a fault in its reply, never an error. Errors are the host's: a missing interpreter, a full disk.
*/
package bot
