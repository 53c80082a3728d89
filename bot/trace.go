package bot

import (
	"time"

	"agon/game"
)

// A Trace is one move of a program that is started for each move: what it found, and what it left.
type Trace struct {
	Turn    int
	Seat    game.Seat
	Command []string    // the program and its arguments
	Dir     string      // of the move; empty where it has none
	Found   []Listed    // the files of that folder and those around it, by their paths from there
	Left    []Listed    // what of the folder was not there before, or has another size
	Files   []game.File // the answers that it left there
	Out     []byte      // its standard output
	Err     []byte      // its error output
	Exit    Exit
	Wall    time.Duration
	Fault   game.Fault // as far as the program's end says
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
