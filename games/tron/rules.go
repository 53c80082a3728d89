// Package tron is the kind "tron": two to four light cycles on a board, each leaves a trail, and whoever runs into anything dies.
//
// The rules are those of CodinGame's Tron Battle. Its statement and its stub come first; where they are silent, six referees written by
// contestants agree. README.md explains them to contestants.
//
// The package also contains what bots and viewers share: a [Race], the Voronoi fill of a well-known article, and the [Overlay] that shows
// its picture of any state.
package tron

import (
	"errors"

	"agon/game"
)

// maxSeats is the most the original lets play.
const maxSeats = 4

// A Move is a step of one tile, or the fault that stands in for it.
type Move uint8

// The moves. y grows downwards: UP is y-1.
const (
	Up Move = iota + 1
	Down
	Left
	Right
	NoWay           // no step is possible, and no answer came either
	fault Move = 16 // + the game.Fault that replaced the move
)

var steps = [...][2]int{Up: {0, -1}, Down: {0, 1}, Left: {-1, 0}, Right: {1, 0}}

// State is a game in progress. Arrays of four are indexed by seat.
type State struct {
	Layout         Layout
	Walls          Plane           // tiles under any trail
	Trails         [maxSeats]Plane // tiles under a seat's trail, none once it is dead
	Entered        [2]Plane        // the move by which a trail came to a tile, less one: its low and its high bit
	X, Y           [maxSeats]int8  // heads; the last position of dead seats
	StartX, StartY [maxSeats]int8
	Cause          [maxSeats]Cause
	Died           [maxSeats]int32 // turn of death, counted from 0; -1 for the living
	Seats, Alive   int8
	Next           int8 // the seat to move
	Last           int8 // the seat that moved before
	Turns, Round   int32
}

// Rules are the laws with their options. Use a pointer: Rules hold scratch data for fair starts.
type Rules struct {
	Width, Height int
	Start         [][2]int // explicit start tiles by seat; nil: drawn
	Fair          bool     // repeat the draw until the shares of the board differ little
	FairPercent   float64  // allowed difference, in percent of the board

	race Race
}

// Turn returns one seat: they move one after the other, and each move counts before the next seat is asked.
func (r *Rules) Turn(s *State) game.Seats {
	if s.Alive < 2 {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.Next))
}

// Check accepts the four moves: a crash is a legal move too.
func (r *Rules) Check(s *State, seat game.Seat, m Move) error {
	if m == NoWay && s.boxedIn(seat) {
		return nil
	}
	if m < Up || m > Right {
		return errors.New("a move must be UP, DOWN, LEFT or RIGHT")
	}
	return nil
}

// Absent kills: a late answer and an unknown word are both deaths.
func (r *Rules) Absent(_ *State, _ game.Seat, why game.Fault) Move { return fault + Move(why) }

// Excuse kills a player without a free neighbour: a program that says nothing then, or ends, is not at fault.
func (r *Rules) Excuse(s *State, seat game.Seat) (Move, bool) { return NoWay, s.boxedIn(seat) }

// boxedIn reports whether a head has no free neighbour.
func (s *State) boxedIn(seat game.Seat) bool {
	for _, step := range steps[Up:] {
		x, y := int(s.X[seat])+step[0], int(s.Y[seat])+step[1]
		if !s.Layout.Has(x, y) {
			continue
		}
		if word, bit := s.Layout.Tile(x, y); s.Walls[word]&bit == 0 {
			return false
		}
	}
	return true
}

// Step moves the seat that was asked, and clears its trail at once if it dies.
func (r *Rules) Step(s *State, moves []game.Move[Move], _ *game.Dice) {
	if s.Alive < 2 {
		return
	}
	seat := s.Next
	if seat <= s.Last {
		s.Round++
	}
	if cause := s.ride(seat, moves[seat].Value); cause != Alive {
		s.kill(seat, cause)
	}
	s.Turns++
	s.Last, s.Next = seat, s.after(seat)
}

// ride moves a head and returns the cause of death if it cannot.
func (s *State) ride(seat int8, m Move) Cause {
	switch {
	case m == NoWay:
		return BoxedIn
	case m < Up || m > Right:
		return faultCause(m)
	}
	x, y := int(s.X[seat])+steps[m][0], int(s.Y[seat])+steps[m][1]
	if !s.Layout.Has(x, y) {
		return Wall
	}
	word, bit := s.Layout.Tile(x, y)
	if s.Walls[word]&bit != 0 {
		return trailOf(s.owner(word, bit))
	}
	s.X[seat], s.Y[seat] = int8(x), int8(y)
	s.Walls[word] |= bit
	s.Trails[seat][word] |= bit
	code := uint64(m - Up)
	s.Entered[0][word] |= bit * (code & 1)
	s.Entered[1][word] |= bit * (code >> 1)
	return Alive
}

// owner returns the seat whose trail lies on a tile, or the number of seats if there is none.
func (s *State) owner(word int, bit uint64) (seat int) {
	for seat < int(s.Seats) && s.Trails[seat][word]&bit == 0 {
		seat++
	}
	return seat
}

// kill removes a seat from the game. Its tiles are free before the next seat of the same round is asked.
func (s *State) kill(seat int8, why Cause) {
	s.Cause[seat], s.Died[seat] = why, s.Turns
	s.Alive--
	trail := &s.Trails[seat]
	for i := 1; i <= int(s.Layout.Words); i++ {
		s.Walls[i] &^= trail[i]
		s.Entered[0][i] &^= trail[i]
		s.Entered[1][i] &^= trail[i]
		trail[i] = 0
	}
}

// after returns the next living seat in turn order, the same one if there is no other.
func (s *State) after(seat int8) int8 {
	for range s.Seats {
		if seat++; seat >= s.Seats {
			seat = 0
		}
		if s.Cause[seat] == Alive {
			break
		}
	}
	return seat
}

// Outcome ranks the survivor first and the others in reverse order of death; since they die one at a time, nobody shares a place in the
// end. Until then the living share the first place. The score is how many others died before: 3 for the last of four.
func (r *Rules) Outcome(s *State, seat game.Seat) game.Outcome {
	outlived := 0
	for i := range s.Seats {
		if s.Cause[i] != Alive && (s.Cause[seat] == Alive || s.Died[i] < s.Died[seat]) {
			outlived++
		}
	}
	place := 1
	if s.Cause[seat] != Alive {
		place = int(s.Seats) - outlived
	}
	return game.Outcome{Place: place, Score: float64(outlived), OnTime: s.Cause[seat] == faultyDeath+Cause(game.Late)}
}
