/*
Package screen is a sheet of character cells: what the terminal side draws on before anything is printed.

A cell holds one character of one or two columns and a [Style]. A sheet knows its size and clips, so nothing that is drawn on
it can be wider than the terminal; and it is written out at a [Depth], so that the same drawing serves a terminal with 16
million colours, one with 256, one with none, and a pipe that must not see a single control byte.

Names of bots come from strangers. [Clean] takes out what could move a cursor or turn a line around, [Cut] and [Pad] count
columns instead of bytes.
*/
package screen
