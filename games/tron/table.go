package tron

// A table caches results of positions of a duel by key: search depth and worth.
type table struct {
	entries []entry
	tiles   []uint64    // by tile: the key of a wall
	heads   [2][]uint64 // by side and tile: the key of a head
	turn    uint64      // the key of the other side's turn
}

type entry struct {
	key   uint64
	worth int32
	depth int16
	move  Move
	bound bound
}

// A bound describes how to interpret the worth of an entry.
type bound uint8

const (
	exact bound = iota + 1
	least       // the true worth is this or more
	most        // the true worth is this or less
)

const tableSize = 1 << 17

func newTable(tiles int) table {
	t := table{entries: make([]entry, tableSize), tiles: make([]uint64, tiles)}
	seed := uint64(0x74726f6e)
	next := func() uint64 { // splitmix64
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for side := range t.heads {
		t.heads[side] = make([]uint64, tiles)
		for at := range tiles {
			t.heads[side][at] = next()
		}
	}
	for at := range tiles {
		t.tiles[at] = next()
	}
	t.turn = next()
	return t
}

// find returns the entry of a position, nil if there is none.
func (t *table) find(key uint64) *entry {
	if e := &t.entries[key%tableSize]; e.key == key {
		return e
	}
	return nil
}

// answers returns the worth of the entry's position, met at a ply, if it was searched deeply enough and decides between alpha and beta.
func (e *entry) answers(depth, ply, alpha, beta int) (worth int, ok bool) {
	if int(e.depth) < depth {
		return 0, false
	}
	worth = atPly(int(e.worth), ply)
	return worth, e.bound == exact || e.bound == least && worth >= beta || e.bound == most && worth <= alpha
}

// afterPly and atPly convert the distance of a won game from the root to the position at a ply, and back.
func afterPly(worth, ply int) int {
	switch {
	case worth > won/2:
		return worth + ply
	case worth < -won/2:
		return worth - ply
	}
	return worth
}

func atPly(worth, ply int) int {
	switch {
	case worth > won/2:
		return worth - ply
	case worth < -won/2:
		return worth + ply
	}
	return worth
}

// boundOf classifies a worth that was found between alpha and beta.
func boundOf(worth, alpha, beta int) bound {
	switch {
	case worth >= beta:
		return least
	case worth <= alpha:
		return most
	}
	return exact
}

// keep stores the result of a position.
func (t *table) keep(key uint64, depth, worth int, b bound, m Move) {
	t.entries[key%tableSize] = entry{key: key, worth: int32(worth), depth: int16(depth), move: m, bound: b}
}
