package fence

// sweep searches a player's fences by their definition, as the original does after every ply: all frames of the board by column, row, width
// and height, each closed when found, repeatedly until a pass closes nothing.
func (r *Rules) sweep(s *State, who int) {
	for before := int16(-1); before != s.Closings; {
		before = s.Closings
		for x := range r.N {
			for y := range r.N {
				r.corner(s, who, x, y)
			}
		}
	}
}

// corner closes the frames with their upper left corner on a cell.
func (r *Rules) corner(s *State, who, x, y int) {
	if s.Land[who].Columns[x]>>uint(y)&1 == 0 {
		return
	}
	l := r.look(s, who, x, y, false)
	wide, high := l.reach, l.reach
	if !r.Wrap {
		wide, high = min(l.reach, r.N-1-x), min(l.reach, r.N-1-y)
	}
	for w := shortest; w <= wide; w++ {
		for h := shortest; h <= high; h++ {
			f := frame{0, w, h, 1}
			if l.whole(f) && l.wins(f, r.EmptyOnly) {
				r.fill(s, who, &l, f, 0)
			}
		}
	}
}
