/*
Package text prints what the tools of an author return, for people: tables and sentences on a terminal or a pipe. Untrusted text is escaped.

	compare.go      a comparison
	tune.go         a tuned bot
	trial.go        move times
	explain.go      how a game stood, and a bot in many games
	check.go        the verdict on a bot
	verdicts.go     verdicts on the bots of a contest, a line each
	rules.go        the verdict on the rules of a game
	cases.go        kept mistakes
	faults.go       the first faults of bots
	game.go         one game
	figures.go      the figures of a bot
	environment.go  the arrays of a learner's games
*/
package text

import (
	"fmt"
	"io"
	"os"

	"agon/show/term/table"
)

// styleOf returns the style of an output, as the environment asks for it.
func styleOf(out io.Writer) table.Style { return table.On(out, os.Environ()) }

// sayer returns a function that prints a line, wrapped to the terminal.
func sayer(out io.Writer, style table.Style) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintln(out, style.Wrap(fmt.Sprintf(format, args...))) }
}
