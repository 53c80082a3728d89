package fence

import "agon/game"

// view draws a state, of which nothing is hidden; a seat also gets its own number.
//
// Of the last ply: mover is who made it (-1 at the deal), fences how many it closed, gained the cells they won, and fence_x, fence_y,
// fence_w, fence_h, fence_gained the first 16 of them in the order of closing, with their outer size.
func view(f *game.Frame, s *State, viewer game.Seat) {
	n := int(s.N)
	if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	f.Grid("board", n, n, s.At)
	f.Grid("fenced", n, n, func(x, y int) int { return int(s.Fenced[x] >> y & 1) })
	f.Ints("x", 2, func(i int) int { return int(s.X[i]) })
	f.Ints("y", 2, func(i int) int { return int(s.Y[i]) })
	f.Ints("cells", 2, func(i int) int { return int(s.Cells[i]) })
	f.Ints("clock_us", 2, func(i int) int { return int(s.Clock[i]) })
	f.Int("turn_of", turnOf(s))
	f.Int("max_plies", int(s.Cap))

	f.Int("mover", int(s.Mover))
	f.Int("fences", int(s.Closings))
	f.Int("gained", int(s.Gained))
	kept := min(int(s.Closings), shown)
	f.Ints("fence_x", kept, func(i int) int { return int(s.Closed[i].X) })
	f.Ints("fence_y", kept, func(i int) int { return int(s.Closed[i].Y) })
	f.Ints("fence_w", kept, func(i int) int { return int(s.Closed[i].W) })
	f.Ints("fence_h", kept, func(i int) int { return int(s.Closed[i].H) })
	f.Ints("fence_gained", kept, func(i int) int { return int(s.Closed[i].Gained) })

	f.Text("law", s.Law.String())
	f.Int("winner", champion(s))
	f.Int("fallen", int(s.Fallen))
	f.Text("why", s.Why.String())
}

// turnOf returns the seat on turn, -1 once the game is over.
func turnOf(s *State) int {
	if s.Law != undecided {
		return -1
	}
	return int(s.Turn)
}

// champion returns the seat that has won, -1 for nobody or not yet.
func champion(s *State) int {
	if s.Law == undecided {
		return -1
	}
	return s.winner()
}
