/*
Package draw is the picture of a game as data: what a kind draws once, and what the terminal, the page and the GIF each show in
their own way.

A kind fills a [Picture] from a frame: the tiles of its board with their owners and tones, shapes over them, and what is to be
said of each seat. Coordinates are in tiles from the upper left corner of the upper left tile; x = 2.5, y = 0.5 is the middle of the third tile
of the first row. A picture knows no colours, only tones and seats: those who show it mix them for their ground. It has a JSON
form, in which everything that is left out is empty.

A picture holds all its layers: a [Shape] names its own. Who shows a picture once takes [Picture.Shown], which has the plain forms only; a page takes all
of it and switches. What goes on from picture to picture is data too: bots slide, a Trail follows its bot, what Lasts grows fainter, a [Timer] ticks, and
a [Race] says who is nearest to what.

What is shown in letters has no room for shapes. A [Bot], a [Cross] and a [Rail] stand on tiles there, a [Path] of a seat fills the
tiles under it, a dashed one becomes a line of letters, and every other shape is shown by its Sign, or not at all.
*/
package draw
