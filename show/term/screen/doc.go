/*
Package screen is a sheet of character cells, on which the terminal packages draw before they print.

A cell holds one character of one or two columns and a [Style]. A sheet clips what is drawn outside of it, so no line is wider than the
terminal. It is written at a [Depth], so the same drawing serves a terminal with 16 million colours, one with 256, one without colours,
and a pipe, which must not receive a control byte.

Names of bots are untrusted. [Clean] removes characters that could move the cursor or reverse a line; [Cut] and [Pad] count columns instead
of bytes.
*/
package screen
