package tron

import "math/bits"

// chambers estimates how many tiles of a space a head can ride at most, well enough to compare spaces.
//
// A tile whose removal disconnects a space is a doorway (an articulation point). Doorways divide a space into chambers, a tree with the
// head at its root, and a player that goes through a doorway cannot come back. So of the chambers behind a chamber only the best one
// counts. Within a chamber colours alternate as on a chessboard, so at most one tile more of the commoner colour than of the other can be
// ridden.
type chambers struct {
	*atlas
	visits
}

func newChambers(a *atlas) chambers { return chambers{a, newVisits(a)} }

// ways returns the most tiles of space that a head can ride. The head is not one of them, and the whole space must be connected to it.
func (c *chambers) ways(head int, space *Plane) int {
	if !c.doorways(head, space) {
		return c.single(head, space)
	}
	c.open(c.atlas, head, space)
	best := 0
	for _, step := range c.toward[Up:] {
		if c.seen[head+step] == unseen {
			best = max(best, c.visit(head+step).ways())
		}
	}
	return best
}

// A part is the result behind a tile: the chamber of the tile, as far as it was seen from there.
type part struct {
	oldest int32 // visit of the oldest tile that it touches
	same   int   // tiles of the colour of its first tile
	other  int
	beyond int // the most tiles in chambers behind its doorways
}

func (p part) ways() int { return alternating(p.same, p.other) + p.beyond }

// alternating returns the length of a path that begins on a colour, given the number of tiles of each colour.
func alternating(same, other int) int {
	if same > other {
		return 2*other + 1
	}
	return 2 * same
}

// visit traverses a space depth first, as in Tarjan's algorithm for articulation points.
func (c *chambers) visit(at int) part {
	c.clock++
	now := c.clock
	c.seen[at] = now
	found := part{oldest: now, same: 1}
	for _, step := range c.toward[Up:] {
		seen := c.seen[at+step]
		if seen != unseen {
			if seen >= c.since {
				found.oldest = min(found.oldest, seen)
			}
			continue
		}
		behind := c.visit(at + step)
		if behind.oldest >= now {
			found.beyond = max(found.beyond, behind.ways())
			continue
		}
		found.oldest = min(found.oldest, behind.oldest)
		found.same += behind.other
		found.other += behind.same
		found.beyond = max(found.beyond, behind.beyond)
	}
	return found
}

// doorways reports whether a space with its head may have any: a tile whose free neighbours are not connected around it. It checks all
// tiles of a word at once, and saves most calls the traversal.
func (c *chambers) doorways(head int, space *Plane) bool {
	p := *space
	c.addTile(&p, head)
	p.margins(&c.layout)
	above, here := p[0], p[1]
	for i := 1; i <= int(c.layout.Words); i++ {
		below := p[i+1]
		if here&narrow(above, here, below) != 0 {
			return true
		}
		above, here = here, below
	}
	return false
}

// narrow returns the columns of a row, taken or not, whose neighbours in a space are not connected around them.
func narrow(above, here, below uint64) uint64 {
	// A gap is a neighbour from which the next one, clockwise, is not connected through the corner between them.
	north := above &^ (above >> 1 & (here >> 1))
	east := here >> 1 &^ (below >> 1 & below)
	south := below &^ (below << 1 & (here << 1))
	west := here << 1 &^ (above << 1 & above)
	return north&east | south&west | (north|east)&(south|west)
}

// single is ways for a space without doorways.
func (c *chambers) single(head int, space *Plane) int {
	dark, light := 0, 0
	for i := 1; i <= int(c.layout.Words); i++ {
		dark += bits.OnesCount64(space[i] & c.dark[i])
		light += bits.OnesCount64(space[i] &^ c.dark[i])
	}
	if c.in(&c.dark, head) {
		return alternating(light, dark)
	}
	return alternating(dark, light)
}
