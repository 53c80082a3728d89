/*
Package board shows pictures in terminals: what the page does with a canvas, with characters. It knows no kind of game.

A [Board] turns a picture into tiles: for each tile whose it is, in which tone, and what stands on it. A tile is told so that
every form can show it: two columns with letters on colour, half blocks with colour alone, letters without colour. [Fit]
chooses the largest form that fits, a [Painter] draws it. A picture that is a duel and no board fills a sheet of its own.
*/
package board
