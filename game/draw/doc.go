/*
Package draw represents the picture of a game as data: a kind draws it once, and terminal, page and GIF each render it.

A kind fills a [Picture] from a frame: the tiles of its board with their owners and tones, shapes over them, and texts about each seat.
Coordinates are in tiles from the upper left corner of the upper left tile; x = 2.5, y = 0.5 is the centre of the third tile of the first
row. A picture has no colours, only tones and seats; renderers choose colours that suit their background. Shapes of another program's
picture are the exception: they have its Colour. In its JSON form all omitted fields are empty.

A picture contains all its layers: a [Shape] names its own. A renderer of single pictures uses [Picture.Shown], which has only the plain
forms; a page gets everything and switches layers itself. Changes from picture to picture are data too: bots slide, a Trail follows its
bot, shapes with Lasts grow fainter, a [Timer] counts down, and a [Race] says which bot is nearest to each tile.

Text displays have no room for shapes. There a [Bot], a [Cross] and a [Rail] occupy tiles, a [Path] of a seat fills the tiles below it, a
dashed one becomes a line of letters, an area of a seat or with a Colour fills the tiles below it, and every other shape is shown by its
Sign, or not at all.
*/
package draw
