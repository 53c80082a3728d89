/*
Package entities reads what referees draw by the module of graphic entities of CodinGame's SDK, and makes shapes of it (package draw).

A VIEW of such a referee has the size of its world once, and for each turn a text of commands, as the SDK's public sources write it:

	CR;T;S                     creates entities, by the letter of their kind; they are numbered from 1
	Lname image 64 64 0 0 8 4  cuts an image into images name0 to name7
	U1 1 x 40 f 16711680;2 …   changes properties of entity 1 until the end of the turn (1), by their short names

A value may be followed by a sign of how it is reached; texts with blanks are in single quotes. A [Scene] takes one VIEW after another and
says what is seen at the end of the turn: curves, and states within a turn, are not shown, and a sprite is its place in the mean colour of
its image.

All of it is untrusted. A scene has at most 20 000 entities and makes at most 3 000 shapes of 40 000 points, all on its board. What is too
much, and what cannot be read, is left out, and [Scene.Left] says so.
*/
package entities
