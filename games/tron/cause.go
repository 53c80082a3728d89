package tron

import (
	"fmt"

	"agon/game"
)

// A Cause is why a seat is dead. The zero Cause is none: it is alive.
type Cause uint8

// The causes. A trail's owner and a fault's number are added to the last two.
const (
	Alive       Cause = iota
	Wall                   // it left the board
	trail                  // + the seat whose trail it ran into
	BoxedIn     Cause = 15 // it had no free neighbour, and gave no move
	faultyDeath Cause = 16
)

func trailOf(owner int) Cause { return trail + Cause(owner) }

// faultCause returns the cause of death for a move that is none of the four.
func faultCause(m Move) Cause {
	if m <= fault {
		return faultyDeath + Cause(game.Garbled)
	}
	return faultyDeath + Cause(m-fault)
}

// Text returns a short description of the cause, as in frames; empty for the living.
func (c Cause) Text(seat game.Seat) string {
	switch {
	case c == Alive:
		return ""
	case c == Wall:
		return "wall"
	case c == BoxedIn:
		return "boxed in"
	case c >= faultyDeath:
		return game.Fault(c - faultyDeath).String()
	case c == trailOf(int(seat)):
		return "own trail"
	}
	return fmt.Sprintf("trail of %d", c-trail)
}

// sentence describes a death.
func (c Cause) sentence(seat game.Seat, name func(game.Seat) string) string {
	switch {
	case c == Wall:
		return "ran into the wall"
	case c == BoxedIn:
		return "was boxed in"
	case c == trailOf(int(seat)):
		return "ran into its own trail"
	case c < faultyDeath:
		return "ran into the trail of " + name(game.Seat(c-trail))
	case c == faultyDeath+Cause(game.Late):
		return "gave no move in time"
	case c == faultyDeath+Cause(game.Garbled):
		return "gave an unknown move"
	}
	return "gave no move: " + c.Text(seat)
}

// done names the survivor and the last death.
func done(s *State, name func(game.Seat) string) string {
	if s.Alive > 1 || s.Turns == 0 {
		return ""
	}
	seat, left := game.Seat(s.Last), s.after(s.Last)
	return fmt.Sprintf("%s is the last one alive: %s %s", name(game.Seat(left)), name(seat), s.Cause[seat].sentence(seat, name))
}
