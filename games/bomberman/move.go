package bomberman

import (
	"fmt"
	"strings"

	"agon/game"
)

// Move is a player's command in a round. The values 1 to 6 are the codes of move.txt.
type Move uint8

// The moves. y grows downwards: Up is y-1.
const (
	Nothing Move = iota // counted: after too many in a row the player blows itself up
	Up
	Left
	Right
	Down
	Plant
	Trigger
	Wait // a human player without a command: does nothing and is never counted
)

var moveNames = [...]string{Nothing: "nothing", Up: "up", Left: "left", Right: "right", Down: "down", Plant: "plant", Trigger: "trigger",
	Wait: "wait"}

// keyboard are the original's console keys.
var keyboard = [...]string{Up: "w", Left: "a", Right: "d", Down: "s", Plant: "z", Trigger: "x"}

// people are the same keys for human players here.
var people = []game.Key{
	{Name: "w", Move: Up.String(), About: "up"}, {Name: "a", Move: Left.String(), About: "left"},
	{Name: "s", Move: Down.String(), About: "down"}, {Name: "d", Move: Right.String(), About: "right"},
	{Name: "z", Move: Plant.String(), About: "plant a bomb"}, {Name: "x", Move: Trigger.String(), About: "set off a bomb"},
	{Name: ".", Move: Wait.String(), About: "wait"},
}

// String returns the name of the move.
func (m Move) String() string { return moveNames[m] }

// parseMove parses a move by its name, by its code in move.txt (0 and -1 do nothing), or by its key on the original's console.
func parseMove(text string) (Move, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	for m, name := range moveNames {
		if word == name || len(word) == 1 && word[0] == '0'+byte(m) && Move(m) != Wait {
			return Move(m), nil
		}
	}
	for m, k := range keyboard {
		if k != "" && word == k {
			return Move(m), nil
		}
	}
	if word == "-1" {
		return Nothing, nil
	}
	return 0, fmt.Errorf("unknown move %.80q (want up, left, right, down, plant, trigger, nothing or wait, a code from 0 to 6, or a key "+
		"of w a s d z x)", text)
}

// offset returns the change of the cell index by a step; 0 if the move is no step.
func (s *State) offset(m Move) int16 {
	switch m {
	case Up:
		return -s.Width
	case Left:
		return -1
	case Right:
		return 1
	case Down:
		return s.Width
	}
	return 0
}

// Fate is the result of a command.
type Fate uint8

// The results. Those from Edge to NoneLeft are failed commands to the engine.
const (
	Done      Fate = iota
	Edge           // a step off the map
	Wall           // a step into a wall
	OnBomb         // a step onto a bomb
	EmptyBag       // a plant without a bomb left
	Planted        // a plant where a bomb lies
	NoBombs        // a trigger without bombs on the map
	NoneLeft       // a trigger whose bombs are all exploding already
	Outrolled      // a step lost to another player's by dice
	Blocked        // a step to a cell where another player stayed
	Ignored        // dead before it could be carried out
)

// refused reports whether the engine reports the command as failed.
func (f Fate) refused() bool { return f >= Edge && f <= NoneLeft }

var fateNames = [...]string{
	Done: "", Edge: "off the map", Wall: "a wall is there", OnBomb: "a bomb is there", EmptyBag: "no bomb left in the bag",
	Planted: "a bomb is here already", NoBombs: "no bomb to trigger", NoneLeft: "all own bombs are exploding already",
	Outrolled: "lost the cell by dice", Blocked: "another player is there", Ignored: "dead before it could act",
}

// String describes the result, empty for Done.
func (f Fate) String() string { return fateNames[f] }
