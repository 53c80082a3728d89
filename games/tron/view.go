package tron

import "agon/game"

// view draws a state, of which nothing is hidden; a seat also gets its own number.
//
// In the grid a tile is 0 if it is free, else the seat of its trail plus 1. In entered it is the move by which the trail came there, 1 to 4
// as UP, DOWN, LEFT, RIGHT, and 0 at its start: enough to draw the trail as a line. Heads of the dead stay where they were, for a cross;
// alive distinguishes them.
func view(f *game.Frame, s *State, viewer game.Seat) {
	n, width, height := int(s.Seats), int(s.Layout.Width), int(s.Layout.Height)
	if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	f.Int("width", width)
	f.Int("height", height)
	f.Grid("grid", width, height, s.tile)
	f.Grid("entered", width, height, s.entered)
	f.Ints("x", n, func(i int) int { return int(s.X[i]) })
	f.Ints("y", n, func(i int) int { return int(s.Y[i]) })
	f.Ints("start_x", n, func(i int) int { return int(s.StartX[i]) })
	f.Ints("start_y", n, func(i int) int { return int(s.StartY[i]) })
	f.Ints("alive", n, func(i int) int {
		if s.Cause[i] == Alive {
			return 1
		}
		return 0
	})
	f.Ints("died", n, func(i int) int { return int(s.Died[i]) })
	f.Texts("cause", n, func(i int) string { return s.Cause[i].Text(game.Seat(i)) })
	f.Int("next", s.asked())
}

// asked returns the seat that owes a move, -1 once the game is over.
func (s *State) asked() int {
	if s.Alive < 2 {
		return -1
	}
	return int(s.Next)
}

// tile returns the seat of the trail on a tile plus 1, 0 where there is none.
func (s *State) tile(x, y int) int {
	word, bit := s.Layout.Tile(x, y)
	if s.Walls[word]&bit == 0 {
		return 0
	}
	return s.owner(word, bit) + 1
}

// entered returns the move by which a trail came to a tile, 0 where it started and where there is none.
func (s *State) entered(x, y int) int {
	word, bit := s.Layout.Tile(x, y)
	owner := s.owner(word, bit)
	if owner == int(s.Seats) || x == int(s.StartX[owner]) && y == int(s.StartY[owner]) {
		return 0
	}
	code := Up
	if s.Entered[0][word]&bit != 0 {
		code++
	}
	if s.Entered[1][word]&bit != 0 {
		code += 2
	}
	return int(code)
}

func hash(h *game.Hash, s *State) {
	n := int(s.Layout.Words)
	h.Int(int(s.Layout.Width)<<16 | int(s.Layout.Height))
	for i := 1; i <= n; i++ {
		h.Uint64(s.Entered[0][i])
		h.Uint64(s.Entered[1][i])
		for seat := range s.Seats {
			h.Uint64(s.Trails[seat][i])
		}
	}
	for seat := range s.Seats {
		h.Int(int(s.X[seat])<<8 | int(s.Y[seat]))
		h.Int(int(s.Died[seat])<<8 | int(s.Cause[seat]))
	}
	h.Int(int(s.Turns)<<8 | int(s.Next))
}
