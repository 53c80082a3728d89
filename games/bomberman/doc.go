/*
Package bomberman is the kind "bomberman": the Entelect Challenge of 2016, by the behaviour of its engine in release 1.2.6.

# Where things are

rules.go has the state and who owes a move, step.go the commands of a round, blast.go how bombs go off, score.go what
that is worth. mapgen.go and gifts.go draw the map with the original's own random generator (csharp.go); deal.go reads an explicit
one. state.go, maptext.go and roundinfo.go write the files that bots and visualisers were made for, byte for byte; wire.go hands
them to bots. replaywriter.go, with the journal that rules keep for it, tells what to write into a Replays folder and when.

# What is followed

Where the contest's readme and its engine differ the engine is followed, because that is what contestants met; an option for each
such law plays the readme's reading. README.md tells all of it to a contestant.

Nothing here knows of processes or of time: what a bot's silence means is in the rules (a command to do nothing, which is counted),
when it is silent is for the clock.
*/
package bomberman
