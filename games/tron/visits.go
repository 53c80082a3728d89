package tron

import "math/bits"

// visits records the order in which a traversal reached the tiles of a space.
type visits struct {
	seen  []int32 // by tile: its visit, counted over all traversals; unseen for tiles of the space not reached yet
	clock int32   // visits made in all walks
	since int32   // clock at the beginning of this walk, the visit of its head: what was seen before is a wall
}

const unseen = -1

func newVisits(a *atlas) visits { return visits{seen: make([]int32, len(a.bit))} }

// open begins a traversal from a head, with all tiles of a space unseen.
func (v *visits) open(a *atlas, head int, space *Plane) {
	if v.clock > 1<<30 {
		clear(v.seen)
		v.clock = 0
	}
	v.clock++
	v.since = v.clock
	for i := 1; i <= int(a.layout.Words); i++ {
		for left := space[i]; left != 0; left &= left - 1 {
			v.seen[a.tile[i][bits.TrailingZeros64(left)]] = unseen
		}
	}
	v.seen[head] = v.clock
}
