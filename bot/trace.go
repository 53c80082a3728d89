package bot

import (
	"time"

	"agon/game"
)

// A Trace is one move of a bot: of a program that is started for each move what it found and what it left, of a bot that lives on what
// it was sent and what it answered.
type Trace struct {
	Turn    int
	Seed    int64 // of the game
	Seat    game.Seat
	Living  bool        // the bot lives on from move to move; then Sent counts, and files and Exit say nothing
	Sent    []byte      // the lines that it was sent, or what it was handed, as text
	Command []string    // the program and its arguments
	Dir     string      // of the move; empty where it has none
	Found   []Listed    // the files of that folder and those around it, by their paths from there
	Left    []Listed    // what of the folder was not there before, or has another size
	Files   []game.File // the answers that it left there
	Out     []byte      // its standard output
	Err     []byte      // its error output
	Exit    Exit
	Wall    time.Duration
	Fault   game.Fault // as far as the player itself can say
	Note    string
}

// A Listed file is one of a folder's listing. A folder's name ends with a slash, and its size is 0.
type Listed struct {
	Name string `json:"name"`
	Size int64  `json:"bytes"`
}

// A Traced player reports each of its moves to watch, which is called before the reply of the move is on the table, on any goroutine
// but by one at a time. What it is handed is its own. Trace is called before the first Ask.
type Traced interface{ Trace(watch func(Trace)) }
