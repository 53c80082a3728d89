/*
Package bot knows what a bot is and how it is brought to life, and no game.

A bot is a program that somebody wrote. An [Entry] is a bot that takes part, found by [Opener.Open] from a reference such as
./rambo.py or builtin:steve. A [Player] is its living presence: a process, a Go function, a script. Players sit in lanes: a lane
is one game of several that are played at once with the same bots, so that one frame to a process can carry a prompt for each of
them. A player that plays one game at a time has one lane.

What a player does wrong is a fault in its reply, never an error. Errors are the host's: no interpreter, no disk.
*/
package bot
