/*
Package table prints results: on a terminal with chips, aligned numbers and names cut to fit; into a pipe with the column widths
that scripts expect, in plain characters, and nothing cut.

A [Table] has headings, columns and rows. The content of a cell determines how it is written, so the same table serves both. Package
standing makes the tables of contests; [Trials] is the table of time trials of the Colour Battle contest's program.
*/
package table
