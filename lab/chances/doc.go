/*
Package chances estimates how a recorded game stood: in which turns who could still win, and which move cost most.

Rules run at millions of rounds a second, so the rest of a game is played many times from a turn on, by a built-in bot of the kind in
every seat. A seat's chance is the mean of its points at the end, the part of the others that it was placed before. It is the chance of
that bot in the position, not of the bots that played, and the estimates say their error. The built-in bot makes one in ten moves as
another does, since the rest of a game without chance would always be the same. Where a kind hides something from players the bots see no
more than players do, but what is hidden stays as it was.

	curve.go    the chances after some turns
	turning.go  the turns in which a seat lost most, and what would have been better
	tally.go    many games of one bot
	playout.go  playing the rest of a game

Equal records and options give equal estimates, on every machine and with every number of cores.
*/
package chances
