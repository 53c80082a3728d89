/*
Package table prints results: on a terminal with chips, aligned numbers and names cut to fit; into a pipe with the column widths
that scripts know, in plain characters, and nothing cut.

A [Table] is a heading, columns and rows; what a cell holds decides how it is written, so that the same table serves both. Tables of
contests are made in package standing; [Trials] is the table of time trials as the Colour Battle contest's program has it.
*/
package table
