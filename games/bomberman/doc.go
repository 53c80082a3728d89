/*
Package bomberman is the kind "bomberman": the Entelect Challenge of 2016, by the behaviour of its engine in release 1.2.6.

# Files

rules.go has the state and the seats that owe a move, step.go the commands of a round, blast.go the explosions, score.go the points.
mapgen.go and gifts.go generate the map with the original's own random generator (csharp.go); deal.go parses an explicit one. state.go,
maptext.go and roundinfo.go write the files that bots and visualisers read, byte for byte; wire.go passes them to bots. replaywriter.go,
with the journal that rules keep for it, determines what to write into a Replays folder and when.

# Differences

If the contest's readme and its engine differ, the engine is followed, because contestants played against it; an option for each such law
selects the readme's reading. README.md explains all of it to contestants.

The package has no processes and no time: the rules define what a silent bot does (a command to do nothing, which is counted), the clock
when it is silent.
*/
package bomberman
