package bot

import (
	"time"

	"agon/game"
)

// A Trace is one move of a bot. For a program that is started per move it lists the files found and left; for a bot that keeps running,
// what it was sent and what it answered.
type Trace struct {
	Turn    int
	Seed    int64 // of the game
	Seat    game.Seat
	Living  bool        // the bot keeps running from move to move; Sent is set, and the files and Exit are not
	Sent    []byte      // the lines or the prompt that it was sent, as text
	Command []string    // the program and its arguments
	Dir     string      // working directory of the move; empty if it has none
	Found   []Listed    // the files of that folder and those around it, by relative path
	Left    []Listed    // files that are new or have changed their size
	Files   []game.File // the answers that it wrote there
	Out     []byte      // its standard output
	Err     []byte      // its error output
	Exit    Exit
	Wall    time.Duration
	Fault   game.Fault // as far as the player itself can see
	Note    string
}

// A Listed file is one line of a folder's listing. A folder's name ends with a slash, and its size is 0.
type Listed struct {
	Name string `json:"name"`
	Size int64  `json:"bytes"`
}
