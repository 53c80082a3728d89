package fence

import "math/bits"

// fences closes the frames of a player that a new cell completes, and those that the closed ones complete. Nothing else can have become a
// fence since its last ply: the other player's cells only block, and complete frames have been filled.
func (r *Rules) fences(s *State, who, x, y int) {
	pending := r.through(s, who, x, y, 0)
	if r.EmptyOnly {
		// Here a fill can spoil another frame, so the order of the definition decides.
		if pending > 0 {
			r.sweep(s, who)
		}
		return
	}
	for pending > 0 {
		pending--
		pending = r.across(s, who, r.closed[pending], pending)
	}
}

// through closes the frames whose border contains a cell, and appends them to r.closed, whose length is passed in and returned as pending.
// Under interior=empty nothing is closed; pending then counts the possible ones.
func (r *Rules) through(s *State, who, x, y, pending int) int {
	pending = r.along(s, who, x, y, false, 0, pending) // the cell is in a side along its row, or in a corner
	return r.along(s, who, x, y, true, 1, pending)     // the cell is in a side along its column
}

// across closes the frames that a closed fence completes. Such a frame has a cell won by the fence in its border and an empty cell inside,
// of which the fence has none. So its border leaves the fence, crossing the fence's border at right angles: it is found from the cells of
// that border, looking outwards. Those are fewer than the cells won, and most have no cell of the player beyond.
func (r *Rules) across(s *State, who int, f box, pending int) int {
	left, top, right, bottom := int(f.x), int(f.y), int(f.x)+int(f.w)-1, int(f.y)+int(f.h)-1
	for y := top; y <= bottom; y++ {
		pending = r.along(s, who, left, y, false, 1, pending)
		pending = r.along(s, who, right, y, false, 1, pending)
	}
	for x := left; x <= right; x++ {
		pending = r.along(s, who, x, top, true, 1, pending)
		pending = r.along(s, who, x, bottom, true, 1, pending)
	}
	return pending
}

// along closes the frames with a cell in a side along its row or column, at least inset cells from the corners.
func (r *Rules) along(s *State, who, x, y int, columns bool, inset, pending int) int {
	if r.Wrap {
		x, y = x%r.N, y%r.N
	} else if own := &s.Land[who]; columns && !reaches(own.Columns[x], y, inset) || !columns && !reaches(own.Rows[y], x, inset) {
		return pending
	}
	l := r.look(s, who, x, y, columns)
	return r.beside(s, who, &l, inset, pending)
}

// reaches reports whether a cell's line can contain a side of a fence through it: the cell is one of three neighbours of the player, the
// middle one if inset is 1. Most cells of a walk are not.
func reaches(line uint64, at, inset int) bool {
	w := bits.RotateLeft64(line, 2-at) // the cell is bit 2
	if inset == 1 {
		return (w>>1)&(w>>3)&1 != 0
	}
	return w&(w>>1)&(w>>2)&0b111 != 0
}

// beside closes the frames that have the cell in a side along the look's lines, on both sides of it.
func (r *Rules) beside(s *State, who int, l *look, inset, pending int) int {
	left, right := runs(l.window(l.along, l.v, l.u), l.reach)
	if left+right < shortest || left < inset || right < inset {
		return pending
	}
	side := span(-left, right)
	pending = r.deepen(s, who, l, side, -1, inset, pending)
	return r.deepen(s, who, l, side, 1, inset, pending)
}

// deepen moves away from a side line by line, in the direction of sign, and closes the frames that end at each line. The two other sides of
// a frame are walls: columns of the player on every line so far.
func (r *Rules) deepen(s *State, who int, l *look, walls uint64, sign, inset, pending int) int {
	in := inside{part: walls}
	for h := 1; h <= l.reach; h++ {
		line := l.v + sign*h
		if !l.around && uint(line) >= uint(l.n) {
			return pending
		}
		own := l.window(l.along, line, l.u)
		if walls &= own; !holdPair(walls, inset) {
			return pending
		}
		if in.empty != 0 && own>>centre&1 != 0 {
			left, right := runs(own, l.reach)
			pending = r.close(s, who, l, walls&span(-left, right), &in, frame{h: h, sign: sign}, inset, pending)
		}
		in.addCells(own, l.window(l.foe, line, l.u))
	}
	return pending
}

// inside is the content of the lines between a side and the opposite line, column by column of a window.
type inside struct{ part, empty, own, foe uint64 }

func (in *inside) addCells(own, foe uint64) {
	in.empty |= in.part &^ (own | foe)
	in.own |= own
	in.foe |= foe
}

// holdPair reports whether there are walls on both sides of the centre, far enough apart for a fence.
func holdPair(walls uint64, inset int) bool {
	first, last := bits.TrailingZeros64(walls), bits.Len64(walls)-1
	return first <= centre-inset && last >= centre+inset && last-first >= shortest
}

// close closes the frames between any two of the walls, whose far side belongs to the player from the first wall to the last.
func (r *Rules) close(s *State, who int, l *look, walls uint64, in *inside, f frame, inset, pending int) int {
	for lefts := walls & span(-l.reach, -inset); lefts != 0; lefts &= lefts - 1 {
		f.a = bits.TrailingZeros64(lefts) - centre
		rights := walls & span(max(f.a+shortest, inset), f.a+l.reach)
		for ; rights != 0; rights &= rights - 1 {
			f.b = bits.TrailingZeros64(rights) - centre
			within := span(f.a+1, f.b-1)
			if in.empty&within == 0 || in.foe&within != 0 || r.EmptyOnly && in.own&within != 0 {
				continue
			}
			if r.EmptyOnly {
				return pending + 1
			}
			pending = r.fill(s, who, l, f, pending)
			in.empty &^= within
		}
	}
	return pending
}

// fill gives the empty cells in a frame to a player, records the fence, and appends it to r.closed.
func (r *Rules) fill(s *State, who int, l *look, f frame, pending int) int {
	gained := 0
	for k := 1; k < f.h; k++ {
		line := l.v + f.sign*k
		empty := span(f.a+1, f.b-1) &^ l.window(l.along, line, l.u)
		for ; empty != 0; empty &= empty - 1 {
			x, y := l.place(bits.TrailingZeros64(empty)-centre, line)
			s.giveCell(who, x, y)
			s.Fenced[x] |= 1 << uint(y)
			gained++
		}
	}
	r.closed[pending] = l.box(f)
	s.note(r.closed[pending], gained)
	return pending + 1
}

// place returns the cell of the board that lies du along from the look's own cell, in a line.
func (l *look) place(du, line int) (x, y int) {
	u := l.u + du
	if l.around {
		u, line = l.turn(u), l.turn(line)
	}
	if l.columns {
		return line, u
	}
	return u, line
}

// box returns a frame as a rectangle of the board.
func (l *look) box(f frame) box {
	x, y := l.place(f.a, l.v+min(f.sign*f.h, 0))
	w, h := f.b-f.a+1, f.h+1
	if l.columns {
		w, h = h, w
	}
	return box{uint8(x), uint8(y), uint8(w), uint8(h)}
}

// note records a closed fence.
func (s *State) note(f box, gained int) {
	if int(s.Closings) < shown {
		s.Closed[s.Closings] = Fence{f.x, f.y, f.w, f.h, uint16(gained)}
	}
	s.Closings++
	s.Gained += int32(gained)
}
