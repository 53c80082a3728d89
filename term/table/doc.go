/*
Package table prints results: on a terminal with chips, aligned numbers and names cut to fit; into a pipe with the column widths
that scripts know, in plain characters, and nothing cut.

A [Table] is a heading, columns and rows; what a cell holds decides how it is written, so that the same table serves both.
[Scores], [Efficiency] and [Trials] are the tables of the Colour Battle contest: headings, order, widths and rounding are the
original program's, what was added stands to the right of them.
*/
package table
