/*
Package engine defines what runs the rules of a game that are no Go code: an [Engine], a [Position] that it makes, and a [Failure] of the
rules.

An engine keeps nothing of a game between two calls. A position holds all there is of it, packed by the rules' own runtime, so that any
process of an engine can go on with it, many games share a few processes, and rules that change what was before change nothing.
*/
package engine

import (
	"fmt"
	"regexp"
	"time"

	"agon/game"
)

// A Position is a state of a game, as rules have made it. It does not change, but for an answer that is kept.
type Position struct {
	Options string     // of the game, as JSON: what the engine was given
	State   string     // packed; only the engine that made it can read it
	Owes    game.Seats // the seats that owe a move; empty when the game is over
	Moves   [][]string // by seat: the moves that it may make, of those that owe one; nil where the rules judge each move by itself
	Seats   int
	Round   int
	Ranks   []Rank // by seat, if the game is over
	SoFar   []Rank // by seat, of one that is not: kept once [Ranks] was asked
	Asks    []Ask  // by seat, of those that owe a move, where the engine writes what bots are sent; nil: agon does
	Own     any    // what the engine needs to go on, where State is no packed state
}

// An Ask is what a seat is sent for a move by an engine that writes that itself.
type Ask struct {
	Prompt string        // to its standard input, as bytes
	Lines  int           // of its answer; 0: it is sent the prompt alone
	Limit  time.Duration // of the answer; 0: the engine names none

	Ends *regexp.Regexp // matches the last line of its answer, which then has any number of them; nil: it has Lines
}

// A Rank is what a seat has reached.
type Rank struct {
	Place int
	Score float64
}

// A Play is what a seat plays in a turn: a move, or a fault and what stands for it, which may be nothing.
type Play struct {
	Move string
	Why  game.Fault
}

// Questions about a position.
type Question uint8

// The questions. Their answers are JSON, or text.
const (
	Ranks Question = iota // [[place, score], …] by seat
	// Observe returns what a seat sees, or the audience for -1: an object of numbers, texts, lists of these and lists of rows of numbers
	Observe
	View   // the picture for a seat, or the audience for -1; empty: the rules draw none
	Ending // how the game ended, with {0} for the name of seat 0; empty: nothing
	Check  // why a seat cannot make the move that is the text; empty: it can
	Absent // the move that stands for the fault of a seat that is the text; empty: none
	// Request returns what a seat is sent that is an HTTP server, in JSON; the text has facts about the game, a line NAME=VALUE for each
	Request
	// Arguments returns what a bot that is a function is called with for a seat: a list in JSON; empty: what the seat sees, and the options
	Arguments
	Answer // the move of a seat whose function returned the text, in JSON; empty: the text of it
)

// An Engine runs the rules of one game folder. It is safe for concurrent use. Errors are a [Failure] of the rules, or the host's.
type Engine interface {
	// Deal begins a game. options is a JSON object.
	Deal(options string, seats int, d *game.Dice) (*Position, error)
	// Step plays a turn. plays is indexed by seat.
	Step(p *Position, plays []Play, d *game.Dice) (*Position, error)
	// Ask asks about a position.
	Ask(p *Position, what Question, seat int, text string) (string, error)
	// Close ends the engine's processes.
	Close() error
}

// A Failure is what rules did wrong.
type Failure struct {
	File  string // of the rules, as their author calls it
	In    string // the function that failed: "step"; empty: an engine that has none
	Line  int    // of the file; 0: unknown
	Why   string // in a sentence
	State string // before, as the rules' runtime prints it; may be cut
	Trace string // of calls in the rules, the innermost last; may be empty
}

func (f *Failure) Error() string {
	at := f.File
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	text := fmt.Sprintf("the rules fail in %s: %s: %s", f.In, at, f.Why)
	if f.In == "" {
		text = fmt.Sprintf("the game's engine fails: %s: %s", at, f.Why)
	}
	if f.State != "" {
		text += "\nstate: " + f.State
	}
	if f.Trace != "" {
		text += "\n" + f.Trace
	}
	return text
}

// questions are the names of the functions that answer.
var questions = [...]string{Ranks: "outcome", Observe: "observe", View: "view", Ending: "ending", Check: "check", Absent: "absent",
	Request: "request", Arguments: "arguments", Answer: "answer"}

// String returns the name of the function that answers it.
func (q Question) String() string { return questions[q] }
