/*
Package board draws frames for terminals: what a kind's page does with a canvas, with characters.

A [Board] turns a frame into tiles: for each tile whose it is, in which tone, and what stands on it. A tile is told so that
every form can show it: two columns with letters on colour, half blocks with colour alone, letters without colour. [Fit]
chooses the largest form that fits, [Paint] draws it.

A new kind needs nothing here: frames with a grid are drawn by a board that knows nothing but the grid. A kind that deserves
more is one file and one line in [Of]; it may be a [Teller] too, with names for seats and words for the list.
A kind that is no board at all, like a duel of hands, is a [Stage] and draws itself.
*/
package board
