/*
Package board draws pictures in terminals with characters, as the page does on a canvas. It is independent of the kind of game.

A [Board] turns a picture into tiles. Each tile has an owner, a tone and a text, in a representation that every form can show: two columns
with letters on colour, half blocks with colour alone, letters without colour. [Fit] chooses the largest form that fits, a [Painter]
draws it. A picture that is a duel instead of a board fills a sheet of its own.
*/
package board
