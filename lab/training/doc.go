/*
Package training plays many games at once for programs that learn: any kind, in one block of memory that another process may share.

A [Batch] has a table for each of its games. All that a learner gives and gets is an [Array] in the block, with the games as its first
axis: it writes the index of a move for each seat into "actions", asks for a step, and reads what became of it. A step plays one turn of
every game. What seats see is written when it is asked for, since a learner may want it seldom: a view is the frame that the page draws
and that bots of the agon protocol are sent, its numbers as arrays.

	layout.go  which arrays there are, and where they lie
	batch.go   dealing, stepping, looking
	serve.go   requests of another process, a line of JSON each

The rules, and what a fault plays, are those of a contest: a game of a batch equals the game that a referee plays with the same seed and
moves, to its digest. Equal seeds and actions give equal games, whatever the number of cores.
*/
package training
