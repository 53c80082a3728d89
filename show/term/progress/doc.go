/*
Package progress shows the progress of a run: as a dashboard on a terminal, as plain lines elsewhere.

The caller makes a [Progress], passes it a [Run] at any rate, and closes it. [Progress.Update] stores the value and returns; the Progress's
own goroutine draws it at most ten times a second, so that a slow terminal or a full pipe never delays a game. A Run is plain data: it holds
everything that is shown, and the package measures nothing.

[Bar] is for shorter work: one line with a bar.
*/
package progress
