/*
Package progress tells how far a run is: as a dashboard on a terminal, as plain lines elsewhere.

Whoever runs a contest makes a [Progress], hands it a [Run] as often as it likes, and closes it. [Progress.Update] keeps the value
and returns; a goroutine of the Progress's own draws it at most ten times a second, so that a slow terminal or a full pipe never
holds up a game. A Run is plain data: everything that is shown stands in it, and nothing is measured here.

[Bar] is for shorter work: one line with a bar.
*/
package progress
