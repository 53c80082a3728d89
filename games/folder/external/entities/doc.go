/*
Package entities reads what referees draw by the module of graphic entities of CodinGame's SDK, and makes shapes of it (package draw). A
VIEW has the size of the world once, and for each turn a text of commands, as the SDK's public sources write it:

	CR;T;S                creates entities, by the letter of their kind; they are numbered from 1
	U1 1 x 40 f 255;2 …   changes properties of entity 1 until the end of the turn (1), by their short names

A sign of how a value is reached may follow it; texts with blanks are in single quotes. A [Scene] takes one VIEW after another and says what
is seen at the end of the turn. A sprite is its place in the mean colour of its image. All of it is untrusted: what is too much, and what
cannot be read, is left out, and [Scene.Left] says so.
*/
package entities
