package film

import "agon/game"

// Chances are estimates of how a game stood, made by playing it on from many of its turns; see package chances. A chance is from 0 to 1.
type Chances struct {
	Bot      string // the built-in bot that played on
	Playouts int    // from each turn
	Curve    []ChancesAt
	Turnings []Turning // the first of the game first
}

// ChancesAt are the chances of all seats after some turns.
type ChancesAt struct {
	Turns         int
	Means, Errors []float64 // by seat; standard errors
}

// A Turning is a part of a game in which a seat lost much, with the move in it that cost most.
type Turning struct {
	Seat          game.Seat
	From, To      int // turns played before and after it
	Before, After float64
	Turn          int    // of the move, from 1; 0: none is known to have been wrong
	Made, Better  string // the move, "!late" for a fault, and a better one
	Left, Would   float64
}
