/*
Package art draws ASCII art as animated GIFs: one frame per picture of rows, black on white.

It keeps the metrics of BattleBots 2020, so that proportions stay the same: a character has a cell of 6 x 12 pixels, and the first one
begins 5 pixels from the left and from the top. Blanks at the end of a row are ignored; blanks at its beginning and empty rows are kept.
Printable ASCII has glyphs, drawn in face.go; every other character is a box in its cell.

Defects of the original are not kept. All frames share one canvas, that of the largest, and each replaces the previous one completely, so
no frame is cut off or shows remains of another. The canvas ends with the art, unless the layout [Runner] asks for the original's wide
white margin.

Frames come from bots, as rows of text, or from a folder of .ascii files; see [ReadDir]. [GIF] writes them.
*/
package art
