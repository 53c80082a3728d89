/*
Package distant lets a bot play in a game that another program plays, without its files leaving the machine where it is.

The program that plays the game has a [Player] in the bot's seat: for its referee a bot like any other. On the bot's machine a [Mirror]
holds a table of the same game. The player sends which moves were played, the mirror plays them on its own table, asks the bot there, and
returns the move. So a prompt is never sent: it is made from moves that the rules allow, and nobody can ask a bot anything else than what
a game of its kind asks.

# What crosses the line

To the bot's machine: the kind with the version of its rules, options, seed, the names of the players, and moves as words with their
times. From it: a move as a word of the kind, or the name of a fault, and times. What the bot prints, answers wrongly or writes into
files stays where it is, and so do the words in which a fault quotes it.

# Time

The mirror measures the bot as a referee does: wall time, processor time, and the host's stalls. The player puts these figures into the
call, and the referee of the game charges them. The way to the other machine costs the bot nothing.
*/
package distant
