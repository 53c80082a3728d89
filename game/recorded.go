package game

import (
	"errors"
	"fmt"
)

// NotAgain is what is said of a game of a kind that is Uncertain wherever others are verified.
const NotAgain = "recorded, not re-executed"

// Unproved returns what is said of the games of such a kind, and why; empty for others.
func (i *Info) Unproved() string {
	if !i.Uncertain {
		return ""
	}
	return NotAgain + ": the game's engine is not deterministic"
}

// Shared returns what is said of games whose bots are not apart from each other; empty for others.
func (i *Info) Shared() string {
	if i.Launch.Form != Texts {
		return ""
	}
	return "the bots of a game are files in one sandbox with its engine; each game has a sandbox of its own"
}

// ErrRecorded is the error of playing a recorded game of such a kind again.
var ErrRecorded = errors.New(NotAgain)

// ErrLost is the error of rules that have lost a game together with a process. Nobody is to blame, and it is played again as a whole.
var ErrLost = errors.New("the game is lost with its process")

// again returns an error for a kind that is Uncertain.
func (i *Info) again() error {
	if !i.Uncertain {
		return nil
	}
	return fmt.Errorf("%w: the engine of %s is not deterministic (deterministic = false in its game.toml)", ErrRecorded, i.Name)
}

// Searchable returns an error for a kind whose states nothing can search, with what to do instead.
func (i *Info) Searchable() error {
	if !i.Forward {
		return nil
	}
	return fmt.Errorf("the positions of %s are in its game's engine, which agon can neither copy nor search: look at its games with agon "+
		"replay and agon logs, and measure bots with agon compare", i.Name)
}
