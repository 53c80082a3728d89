/*
Package cases keeps moments of games in which a bot made a mistake, as tests of its next version.

A [Case] is a TOML file with the game in it, the seat, the turn, and what the bot must do from there. [Case.Run] starts the bot, asks it
for every move from the first one on as it was asked then, so that it knows what it knew, and plays the recorded moves in place of its
answers; in the turn of the case, and for as long as the case says, its own moves count. The others play their recorded moves.

	case.go   a case, its file, and what is wrong with one
	run.go    running one
	board.go  the game before the turn, as text
	all.go    reading and running many
	junit.go  the results as JUnit XML, which build servers read
*/
package cases
