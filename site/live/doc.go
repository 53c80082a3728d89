/*
Package live shows games of a contest while they are played to everybody who watches: one on each [Screen] of a [Wall].

A [Screen] is asked about each game when it is dealt. It follows two: the one that people see, and the next, which is the most
interesting of those dealt since the last change. Following a game means that the core which plays it hands over a picture of every turn;
all other games cost one call. So a game on the screen is as it is played, or, if it is played faster than people can follow, a little
late.

How many people watch makes no difference to the games: their pages read the same film.

# What is interesting

A game is more interesting the closer its bots are in the standings, the better they are, and the less often they have been shown; less
so if the same bots are on another screen. An organiser may choose a bot; then its games come first.
*/
package live
