/*
Package term is the terminal user interface: it shows a game while it is played or afterwards.

[Watch] takes a film and a terminal. It draws the board in the largest form that fits, the standing beside it, a bar for the position in the
game and a line for the keys. It redraws after every turn, key and change of size, and restores the terminal at the end. If the output is
not a terminal, it prints the last board as text, and on a dumb terminal the board at each tenth of the game.

The package is independent of the kind of game; package board draws the boards. Packages screen, table and progress serve the commands that
print.

# Structure

A playback is the position in the film and the speed. The model holds it and everything else that keys change; glyphs, prompt, notice,
list, column and keyLine each draw a part of the screen. draw makes a sheet of cells from the model, and is all that the tests check.
Only watch.go uses a terminal.
*/
package term
