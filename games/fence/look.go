package fence

import "math/bits"

// shortest is the shortest side of a fence, from corner to corner: 2 means 3 cells, border included.
const shortest = 2

// centre is the bit of a window for its own cell: a window shows 31 cells on either side.
const centre = 31

// longestSide bounds the option max_side, so that a window always holds a whole side.
const longestSide = centre + 1

// A look is the board as seen from one cell in one direction. u counts along the lines, v across them: along rows, u is x and v is y; along
// columns it is the other way round.
type look struct {
	along   *lines // own cells
	foe     *lines // the other player's
	u, v    int
	columns bool
	around  bool // the board has no edges: lines wrap around
	n       int
	reach   int // the longest side of a fence, from corner to corner
}

func (r *Rules) look(s *State, who, x, y int, columns bool) look {
	reach := min(r.MaxSide, r.N) - 1
	own, foe := &s.Land[who], &s.Land[1-who]
	if columns {
		return look{&own.Columns, &foe.Columns, y, x, true, r.Wrap, r.N, reach}
	}
	return look{&own.Rows, &foe.Rows, x, y, false, r.Wrap, r.N, reach}
}

// window returns line i of ls rotated so that its cell at is in the centre. Without wrap the callers keep i on the board, and at least 4 of
// the 64 bits beyond the edge are 0, so no run of cells wraps around.
func (l *look) window(ls *lines, i, at int) uint64 {
	if l.around {
		return repeat(ls[l.turn(i)], l.turn(at), l.n)
	}
	return bits.RotateLeft64(ls[i], centre-at)
}

// repeat returns an endless line of n cells as far as a window shows it.
func repeat(line uint64, at, n int) uint64 {
	line = line>>at | line<<(n-at)&(1<<n-1) // its cell at is bit 0
	var w uint64
	for k := centre - (centre/n+1)*n; k < 64; k += n {
		if k < 0 {
			w |= line >> -k
			continue
		}
		w |= line << k
	}
	return w
}

// turn wraps a coordinate onto the board.
func (l *look) turn(i int) int {
	if i %= l.n; i < 0 {
		i += l.n
	}
	return i
}

// runs returns how many cells of a window are set immediately before and after its centre, at most reach.
func runs(w uint64, reach int) (before, after int) {
	return min(bits.LeadingZeros64(^(w << (64 - centre))), reach), min(bits.TrailingZeros64(^(w >> (centre + 1))), reach)
}

// A frame is a rectangle in a look: from a to b along the line of the cell, and h lines deep in the direction of sign.
type frame struct{ a, b, h, sign int }

// span returns the cells of a window from a to b.
func span(a, b int) uint64 { return (1<<(b-a+1) - 1) << (centre + a) }

// whole reports whether all four sides belong to the player.
func (l *look) whole(f frame) bool {
	side := span(f.a, f.b)
	if l.window(l.along, l.v, l.u)&side != side || l.window(l.along, l.v+f.sign*f.h, l.u)&side != side {
		return false
	}
	ends := span(f.a, f.a) | span(f.b, f.b)
	for k := 1; k < f.h; k++ {
		if l.window(l.along, l.v+f.sign*k, l.u)&ends != ends {
			return false
		}
	}
	return true
}

// wins reports whether a whole frame wins something: it has an empty cell inside, and nothing that forbids it.
func (l *look) wins(f frame, emptyOnly bool) bool {
	inside := span(f.a+1, f.b-1)
	own, foe, all := uint64(0), uint64(0), inside
	for k := 1; k < f.h; k++ {
		line := l.v + f.sign*k
		row := l.window(l.along, line, l.u)
		own |= row
		all &= row
		foe |= l.window(l.foe, line, l.u)
	}
	if foe&inside != 0 || emptyOnly && own&inside != 0 {
		return false
	}
	return all != inside
}
