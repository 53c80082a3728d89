/*
Package art draws ASCII art as animated GIFs: one frame per picture of rows, black on white.

It keeps the metrics by which the art of BattleBots 2020 was drawn, so that proportions hold: a character has a cell of 6 x 12 pixels,
and the first one begins 5 pixels from the left and from the top. Blanks at the end of a row count for nothing, blanks before
it and empty rows stay. Printable ASCII has glyphs, drawn in face.go; every other character is a box in its cell.

What the original did worse is not kept. All frames stand on one canvas, that of the largest, and each replaces the one before it
wholly; so no frame is cut off and none shows remains of another. The canvas ends with the art, unless the layout [Runner]
asks for the original's wide white margin.

Frames come from bots, as rows of text, or from a folder of .ascii files; see [ReadDir]. [GIF] writes them.
*/
package art
