/*
Package fence is the kind "fence": two bots walk over a board, colour the cells they come to, and win what they fence in.

The rules are those of the program of CNI Hackathon '22. Where its page says otherwise the program is the default and the
page's reading is an option. README.md lists them for a contestant.

# A ply

The original colours the cell under a bot at the beginning of the bot's next ply, not when it steps there. A State therefore
stands between the colouring and the call: it is what the bot on turn is shown. [Rules.Step] takes its answer, moves it,
looks for its fences, and then opens the next ply: it tests the other's clock and colours the other's cell.

# Fences

Only a cell that has just become a player's can complete one of its frames, so fences are looked for through that cell and then across
the borders of those that were closed (fences.go). The plain definition, all frames of the board over and over, stands in the tests and
is held against it; an explicit start, and the option interior=empty, where the order of filling matters, still use it (plain.go).
*/
package fence

import (
	"errors"

	"agon/game"
)

// Move is a step of one cell, or none. (0,0) is the upper left corner, y grows downwards.
type Move uint8

// The moves, as the contest's tuples.
const (
	Right  Move = iota // (1, 0)
	Left               // (-1, 0)
	Down               // (0, 1)
	Up                 // (0, -1)
	Stay               // (0, 0)
	absent             // from here on: absent + the fault that lost the game
)

var steps = [...][2]int16{Right: {1, 0}, Left: {-1, 0}, Down: {0, 1}, Up: {0, -1}, Stay: {0, 0}}

// Rules are the laws with their options. The zero values of the switches play the original's rules. Use a pointer: Rules hold a list of
// fences during a ply.
type Rules struct {
	N            int         // side of the board
	MaxPlies     int         // the game ends after this many plies of both players
	EndsFull     bool        // the game ends as soon as no cell is empty
	Bank         game.Micros // the initial time of each clock; 0: no time limit
	PaintOnMove  bool        // a cell is coloured when a bot steps on it
	EmptyOnly    bool        // a fence with an own cell inside wins nothing
	MaxSide      int         // longest side of a fence, border included
	Wrap         bool        // fences may cross the edges
	Immediate    bool        // an empty clock loses at once
	Draws        bool        // equal cells are a draw
	InvalidStays bool        // an invalid answer stands still
	Start        *Deal       // an explicit start; nil: drawn

	closed [maxN * maxN]box // fences closed in this ply that may have completed others; each has won a cell
}

// A box is a rectangle of the board: upper left cell and outer size.
type box struct{ x, y, w, h uint8 }

// Deal puts the bots on two random cells and colours these.
func (r *Rules) Deal(s *State, seats int, d *game.Dice) error {
	*s = State{N: int16(r.N), Cap: int32(r.MaxPlies), Mover: -1, Fallen: -1}
	s.Clock = [2]game.Micros{r.Bank, r.Bank}
	s.Newest = 1 // the deal is news to both, and the first step, of Player1 unless the start says otherwise, does not end that
	if r.Start != nil {
		s.Newest = uint8(1 - r.Start.Turn)
		r.Start.apply(s)
		r.open(s)
		return nil
	}
	for seat := range 2 {
		s.X[seat], s.Y[seat] = int16(d.Intn(r.N)), int16(d.Intn(r.N))
		for !s.paint(seat) {
			s.X[seat], s.Y[seat] = int16(d.Intn(r.N)), int16(d.Intn(r.N))
		}
	}
	r.open(s)
	return nil
}

// Turn returns the player on turn.
func (r *Rules) Turn(s *State) game.Seats {
	if s.Law != undecided {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.Turn))
}

// Check accepts the five moves; a step off the board enters on its other side.
func (r *Rules) Check(_ *State, _ game.Seat, m Move) error {
	if m > Stay {
		return errors.New("a move must be (1,0), (-1,0), (0,1), (0,-1) or (0,0)")
	}
	return nil
}

// Absent loses the game; under invalid=stay an invalid answer stands still.
func (r *Rules) Absent(_ *State, _ game.Seat, why game.Fault) Move {
	if r.InvalidStays && (why == game.Garbled || why == game.Illegal) {
		return Stay
	}
	return absent + Move(why)
}

// Step plays the ply of the player on turn and opens the next one.
func (r *Rules) Step(s *State, moves []game.Move[Move], _ *game.Dice) {
	who := int(s.Turn)
	m := moves[who]
	s.Mover = int8(who)
	if s.Closings > 0 {
		s.Closings, s.Gained, s.Closed = 0, 0, [shown]Fence{}
	}
	s.charge(who, m.Took)
	s.Ply++
	if r.Immediate && r.flagDown(s, who) {
		s.fall(who, byClock, game.NoFault)
		return
	}
	if m.Value > Stay {
		s.fall(who, byFault, game.Fault(m.Value-absent))
		return
	}
	r.walk(s, who, m.Value)
	s.Turn = uint8(1 - who)
	r.open(s)
}

// walk moves a player and looks for the fences that its new cell completes.
func (r *Rules) walk(s *State, who int, m Move) {
	s.since(who)
	x, y, painted := int(s.X[who]), int(s.Y[who]), s.Painted
	s.X[who] = around(s.X[who]+steps[m][0], s.N)
	s.Y[who] = around(s.Y[who]+steps[m][1], s.N)
	if r.PaintOnMove {
		x, y, painted = int(s.X[who]), int(s.Y[who]), s.paint(who)
	}
	switch {
	case s.Unsought[who]:
		s.Unsought[who] = false
		r.sweep(s, who)
	case painted:
		r.fences(s, who, x, y)
	}
}

// around wraps a coordinate that is one step off the board.
func around(v, n int16) int16 {
	if v < 0 {
		return n - 1
	}
	if v == n {
		return 0
	}
	return v
}

// open begins the ply of the player on turn as the original does: end of the game, clock, colour of its cell.
func (r *Rules) open(s *State) {
	s.Painted = false
	if r.over(s) {
		s.settle(r.Draws)
		return
	}
	who := int(s.Turn)
	if r.flagDown(s, who) {
		s.fall(who, byClock, game.NoFault)
		return
	}
	if r.PaintOnMove {
		return
	}
	if s.Painted = s.paint(who); r.over(s) {
		s.settle(r.Draws)
	}
}

func (r *Rules) over(s *State) bool {
	return s.Ply >= s.Cap || r.EndsFull && s.full()
}

// flagDown reports whether a clock has run out. At exactly zero it has.
func (r *Rules) flagDown(s *State, who int) bool { return r.Bank > 0 && s.Clock[who] <= 0 }

// charge subtracts the time of a call from a clock. A record may contain any time, so it is limited to between 0 and some centuries.
func (s *State) charge(who int, took game.Micros) {
	const centuries = 1 << 60
	s.Clock[who] = max(s.Clock[who]-min(max(took, 0), centuries), -centuries)
}
