package tron

import (
	"fmt"

	"agon/game"
)

// An Overlay is the article's picture of a state: which seat would reach each free tile first if all raced now, in turn order, and the
// numbers of each step of the seat to move.
type Overlay struct {
	Width, Height int
	Owner         []int // per tile, row by row: the seat that reaches it first, -1 for trails and unreachable tiles
	Rounds        []int // per tile: the round in which it is reached, from 1; 0 if it is not
	Mover         int   // the seat to move, -1 once the game is over
	Steps         [4]Numbers
}

// Numbers are what the article compares for one step: after it the others race first, in turn order, and the mover last.
type Numbers struct {
	Move     Move `json:"-"`
	Free     bool `json:"free"`     // the other fields are 0 if the step is blocked
	Mine     int  `json:"mine"`     // tiles that the mover reaches first, without its trail and the step itself
	Theirs   int  `json:"theirs"`   // tiles that anybody else reaches first
	Distance int  `json:"distance"` // the sum of the rounds in which the others reach theirs
}

// notes returns the article's three numbers for each step of the seat to move, as the page's panel has them; empty once the game is over.
func notes(f *game.Frame) (map[string]any, error) {
	o, err := SurveyFrame(f)
	if err != nil {
		return nil, err
	}
	type step struct {
		Move string `json:"move"`
		Numbers
	}
	steps := []step{}
	for _, n := range o.Steps {
		if o.Mover >= 0 {
			steps = append(steps, step{names[n.Move], n})
		}
	}
	return map[string]any{"steps": steps}, nil
}

// Survey returns the overlay of a state. It allocates, and is meant for viewers.
func Survey(s *State) Overlay {
	o := Overlay{Width: int(s.Layout.Width), Height: int(s.Layout.Height), Mover: s.asked()}
	o.Owner, o.Rounds = make([]int, o.Width*o.Height), make([]int, o.Width*o.Height)
	for i := range o.Owner {
		o.Owner[i] = -1
	}
	var race Race
	o.race(s, &race)
	for m := Up; m <= Right; m++ {
		o.Steps[m-Up].Move = m
		if o.Mover >= 0 {
			o.Steps[m-Up] = Evaluate(&race, s, game.Seat(o.Mover), m)
		}
	}
	return o
}

// race runs ring by ring and records which seat reached each tile, and when.
func (o *Overlay) race(s *State, race *Race) {
	var seats [maxSeats]int8
	order := turnOrder(seats[:0], s, s.Next)
	race.Begin(s.Layout, &s.Walls)
	for _, seat := range order {
		race.Put(int(seat), int(s.X[seat]), int(s.Y[seat]))
	}
	for round, added := 1, 1; added > 0; round++ {
		added = 0
		for _, seat := range order {
			n := race.ring(seat, round)
			if added += n; n > 0 {
				o.mark(&race.front[seat], &s.Layout, int(seat), round)
			}
		}
	}
}

func (o *Overlay) mark(tiles *Plane, l *Layout, seat, round int) {
	for y := range o.Height {
		for x := range o.Width {
			if tiles.has(l, x, y) {
				o.Owner[y*o.Width+x], o.Rounds[y*o.Width+x] = seat, round
			}
		}
	}
}

// Evaluate runs the race after a step and returns the article's three numbers. race is scratch space.
func Evaluate(race *Race, s *State, seat game.Seat, m Move) Numbers {
	n := Numbers{Move: m}
	x, y, free := s.step(seat, m)
	if !free {
		return n
	}
	race.Begin(s.Layout, &s.Walls)
	race.Block(x, y)
	order := race.line(s, int8(seat), x, y)
	race.Run(append(order[1:s.Alive], int8(seat)))
	return race.numbers(m, int8(seat), s.Seats)
}

// line sets up the race after a step of seat to x, y, and returns the turn order from seat on.
func (r *Race) line(s *State, seat int8, x, y int) (order [maxSeats + 1]int8) {
	for _, other := range turnOrder(order[:0], s, seat) {
		if other != seat {
			r.Put(int(other), int(s.X[other]), int(s.Y[other]))
		}
	}
	r.Put(int(seat), x, y)
	return order
}

// numbers sums up a race for a seat.
func (r *Race) numbers(m Move, seat, seats int8) Numbers {
	n := Numbers{Move: m, Free: true, Mine: r.Tiles[seat]}
	for other := range seats {
		if other != seat {
			n.Theirs += r.Tiles[other]
			n.Distance += r.Distance[other]
		}
	}
	return n
}

// step returns where a move leads, and whether the tile is free.
func (s *State) step(seat game.Seat, m Move) (x, y int, free bool) {
	x, y = int(s.X[seat])+steps[m][0], int(s.Y[seat])+steps[m][1]
	return x, y, s.Layout.Has(x, y) && !s.Walls.has(&s.Layout, x, y)
}

// SurveyFrame returns the overlay of a frame of this kind. The error names a field that does not match [Spec]'s view.
func SurveyFrame(f *game.Frame) (Overlay, error) {
	width, height, grid := f.Number("width"), f.Number("height"), f.List("grid")
	if width < 1 || width > maxSide || height < 1 || height > maxSide || len(grid) != width*height {
		return Overlay{}, fmt.Errorf("frame: a grid of %d tiles is not a board of %d x %d", len(grid), width, height)
	}
	x, y, alive := f.List("x"), f.List("y"), f.List("alive")
	if len(alive) > maxSeats || len(x) != len(alive) || len(y) != len(alive) {
		return Overlay{}, fmt.Errorf("frame: %d and %d coordinates of heads for %d seats", len(x), len(y), len(alive))
	}
	s := State{Layout: newLayout(width, height), Seats: int8(len(alive)), Next: int8(max(f.Number("next"), 0))}
	for i, owner := range grid {
		if owner > 0 {
			word, bit := s.Layout.Tile(i%width, i/width)
			s.Walls[word] |= bit
		}
	}
	for seat := range alive {
		if !s.Layout.Has(x[seat], y[seat]) {
			return Overlay{}, fmt.Errorf("frame: the head of seat %d is off the board at %d,%d", seat, x[seat], y[seat])
		}
		s.X[seat], s.Y[seat], s.Cause[seat] = int8(x[seat]), int8(y[seat]), Wall
		if alive[seat] == 1 {
			s.Cause[seat] = Alive
			s.Alive++
		}
	}
	return Survey(&s), nil
}
