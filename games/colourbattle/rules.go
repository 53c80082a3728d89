// Package colourbattle is the kind "colour-battle": bots paint a square canvas, and the owner of most of it at the end wins.
//
// The rules are those of Nobleo's coding challenge of 2023 as its program played them; where its readme differs, the program counts,
// because contestants played against it. README.md explains them to contestants.
package colourbattle

import (
	"errors"
	"fmt"
	"math"

	"agon/game"
)

// maxSide bounds the canvas: 128 bots at the original 64 tiles each need 91.
const maxSide = 96

// Move is a step of one tile. The values are those of the contest's enum.
type Move uint8

// The moves. y grows upwards: UP is y+1.
const (
	Up Move = iota + 1
	Down
	Left
	Right
	Stay
	abort // lenient mode: the first crash or invalid answer ends the game
)

var steps = [...][2]int16{Up: {0, 1}, Down: {0, -1}, Left: {-1, 0}, Right: {1, 0}, Stay: {}, abort: {}}

// State is a game in progress.
type State struct {
	Grid    [maxSide * maxSide]int16 // owner's id or 0 for white, row after row from y = 0; the first Side*Side count
	X, Y    [game.MaxSeats]int16     // by seat
	ID      [game.MaxSeats]int16     // by seat: a random permutation of 1 to Bots
	Listing [game.MaxSeats]uint8     // seats in the order in which bots see each other
	Tiles   [game.MaxSeats + 1]int32 // tiles by id; [0] is white
	Side    int16
	Bots    int16
	Round   int32
	Aborted bool
	Culprit uint8 // the seat that ended a lenient game
}

// Rules are the laws with their options. Use a pointer: Rules hold scratch data of a turn.
type Rules struct {
	Rounds         int
	CellsPerBot    int
	Lenient        bool
	ShuffleListing bool
	Start          *Deal // an explicit start; nil: drawn

	taken [maxSide * maxSide / 64]uint64 // tiles that a bot has painted in the current turn
}

// Deal is an explicit start, the option "deal" as JSON.
type Deal struct {
	IDs   []int16    `json:"ids"`
	Start [][2]int16 `json:"start"`
	Grid  [][]int16  `json:"grid"` // rows from y = 0; default: all white
}

// Side returns the side of the canvas for a number of bots.
func Side(bots, cellsPerBot int) int {
	return int(math.Ceil(math.Sqrt(float64(cellsPerBot * bots))))
}

// Deal draws ids and start tiles. Two bots may start on one tile, and the start tile is not painted.
func (r *Rules) Deal(s *State, seats int, d *game.Dice) error {
	side := Side(seats, r.CellsPerBot)
	if side > maxSide {
		return fmt.Errorf("%d bots with %d tiles each need a canvas of %d x %d, but the largest is %d x %d: lower cells_per_bot", seats,
			r.CellsPerBot, side, side, maxSide, maxSide)
	}
	*s = State{Side: int16(side), Bots: int16(seats)}
	s.Tiles[0] = int32(side * side)
	for i := 0; i < seats; i++ {
		s.ID[i], s.Listing[i] = int16(i+1), uint8(i)
	}
	if r.Start != nil {
		return r.explicit(s)
	}
	d.Shuffle(seats, func(i, j int) { s.ID[i], s.ID[j] = s.ID[j], s.ID[i] })
	for i := 0; i < seats; i++ {
		s.X[i], s.Y[i] = int16(d.Intn(side)), int16(d.Intn(side))
	}
	if r.ShuffleListing {
		d.Shuffle(seats, func(i, j int) { s.Listing[i], s.Listing[j] = s.Listing[j], s.Listing[i] })
	}
	return nil
}

// explicit seats the bots of an explicit start.
func (r *Rules) explicit(s *State) error {
	n, side := int(s.Bots), int(s.Side)
	if len(r.Start.IDs) != n || len(r.Start.Start) != n {
		return fmt.Errorf("deal has %d ids and %d start tiles for %d bots", len(r.Start.IDs), len(r.Start.Start), n)
	}
	var seen [game.MaxSeats + 1]bool
	for i, id := range r.Start.IDs {
		if id < 1 || id > game.MaxSeats || seen[id] {
			return fmt.Errorf("deal: the ids must be different numbers from 1 to %d, not %v", game.MaxSeats, r.Start.IDs)
		}
		seen[id] = true
		at := r.Start.Start[i]
		if at[0] < 0 || at[1] < 0 || int(at[0]) >= side || int(at[1]) >= side {
			return fmt.Errorf("deal: start tile %v is off the canvas of %d x %d", at, side, side)
		}
		s.ID[i], s.X[i], s.Y[i] = id, at[0], at[1]
	}
	if r.Start.Grid == nil {
		return nil
	}
	return r.paintGiven(s)
}

// paintGiven paints the tiles of an explicit start.
func (r *Rules) paintGiven(s *State) error {
	side := int(s.Side)
	if len(r.Start.Grid) != side {
		return fmt.Errorf("deal: the grid has %d rows, but the canvas has %d", len(r.Start.Grid), side)
	}
	for y, row := range r.Start.Grid {
		if len(row) != side {
			return fmt.Errorf("deal: row %d of the grid has %d tiles, but the canvas has %d", y, len(row), side)
		}
		for x, id := range row {
			if id < 0 || id > game.MaxSeats {
				return fmt.Errorf("deal: tile %d,%d has the id %d; ids must be 1 to %d, or 0 for white", x, y, id, game.MaxSeats)
			}
			s.Grid[y*side+x] = id
			s.Tiles[0]--
			s.Tiles[id]++
		}
	}
	return nil
}

// Turn returns everybody, until the rounds are played.
func (r *Rules) Turn(s *State) game.Seats {
	if int(s.Round) >= r.Rounds || s.Aborted {
		return game.Seats{}
	}
	return game.FirstSeats(int(s.Bots))
}

// Check accepts the five moves; a move off the edge stands still.
func (r *Rules) Check(_ *State, _ game.Seat, m Move) error {
	if m < Up || m > Stay {
		return errors.New("a move must be UP, DOWN, LEFT, RIGHT or STAY")
	}
	return nil
}

// Absent stands still. In lenient mode, that of the original's viewer and time trials, it ends the game.
func (r *Rules) Absent(*State, game.Seat, game.Fault) Move {
	if r.Lenient {
		return abort
	}
	return Stay
}

// Step moves everybody at once, then paints in seat order.
func (r *Rules) Step(s *State, moves []game.Move[Move], _ *game.Dice) {
	s.Round++
	r.walk(s, moves)
	r.paint(s)
}

func (r *Rules) walk(s *State, moves []game.Move[Move]) {
	last := s.Side - 1
	for i := range moves[:s.Bots] {
		m := moves[i].Value
		if m == abort && !s.Aborted {
			s.Aborted, s.Culprit = true, uint8(i)
		}
		step := steps[m]
		s.X[i] = min(max(s.X[i]+step[0], 0), last)
		s.Y[i] = min(max(s.Y[i]+step[1], 0), last)
	}
}

// paint lets the first bot on a tile paint it by the formula; every further bot leaves it white.
func (r *Rules) paint(s *State) {
	n, side := int(s.Bots), int(s.Side)
	for i := 0; i < n; i++ {
		at := int(s.Y[i])*side + int(s.X[i])
		floor, now := s.Grid[at], int16(0)
		if bit := uint64(1) << (at & 63); r.taken[at>>6]&bit == 0 {
			r.taken[at>>6] |= bit
			now = Colour(floor, s.ID[i])
		}
		if now != floor {
			s.Grid[at] = now
			s.Tiles[floor]--
			s.Tiles[now]++
		}
	}
	for i := 0; i < n; i++ {
		r.taken[(int(s.Y[i])*side+int(s.X[i]))>>6] = 0
	}
}

// Colour returns the colour of a tile after a single bot has stepped on it: white tiles and those of the class above (modulo 3) become the
// bot's, those of the class below become white, those of its own class stay.
func Colour(floor, id int16) int16 {
	if floor == 0 {
		return id
	}
	switch (uint16(id) + 3*game.MaxSeats - uint16(floor)) % 3 {
	case 0:
		return floor
	case 1:
		return 0
	}
	return id
}

// Outcome returns the share of the canvas in percent. The contest has no rule for ties: equal shares keep the order of the line-up.
func (r *Rules) Outcome(s *State, seat game.Seat) game.Outcome {
	mine := s.Tiles[s.ID[seat]]
	place := 1
	for i := game.Seat(0); i < game.Seat(s.Bots); i++ {
		if other := s.Tiles[s.ID[i]]; other > mine || other == mine && i < seat {
			place++
		}
	}
	return game.Outcome{Place: place, Score: float64(mine) / float64(int(s.Side)*int(s.Side)) * 100}
}
