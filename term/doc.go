/*
Package term is the terminal side: it shows a game while it is played or afterwards.

[Watch] takes a film and a terminal. It draws the board in the largest form that fits, the standing beside it, a bar for the
way through the game and a line for the keys, again after every turn, key or change of size, and gives the terminal back as it
was. Where there is no terminal to draw on, or a dumb one, it prints the board as text at each tenth of the game.

Nothing here knows a kind: what is particular about one is in package board. Packages screen, table and progress serve the
commands that print.

# How it is made

A playback is the place in the film and the pace; the model owns it and everything that keys change; draw makes a sheet of cells
from the model, and is all that the tests look at. Only watch.go touches a terminal.
*/
package term
