package tron

import "math/bits"

// A duel is the search for two players: alpha-beta with iterative deepening. Side 0 is mine.
type duel struct {
	*atlas
	walls Plane
	head  [2]int
	key   uint64 // see table

	lands   territories
	table   table
	killers [longest][2]Move // by ply: the steps that caused cutoffs
	history [2][]int32       // by side and tile: how often a step there caused a cutoff, weighted by depth

	nodes, budget int // positions judged, and their limit
	visits        int // positions visited
	timer         *timer
	out           bool // of time or budget
}

func newDuel(a *atlas, c *chambers) *duel {
	d := &duel{atlas: a, lands: newTerritories(a, c), table: newTable(len(a.bit))}
	d.history = [2][]int32{make([]int32, len(a.bit)), make([]int32, len(a.bit))}
	return d
}

// load loads a position in which I am to move. The table keeps earlier results.
func (d *duel) load(walls *Plane, mine, other int) {
	d.walls, d.head = *walls, [2]int{mine, other}
	d.nodes, d.visits, d.out = 0, 0, false
	d.key = d.keyOf(walls, mine, other)
	clear(d.killers[:])
	for side := range d.history {
		for at := range d.history[side] {
			d.history[side][at] /= 8
		}
	}
}

// keyOf returns the key of a position in which I am to move.
func (d *duel) keyOf(walls *Plane, mine, other int) uint64 {
	key := d.table.heads[0][mine] ^ d.table.heads[1][other]
	for i := range d.tile {
		for left := walls[i]; left != 0; left &= left - 1 {
			key ^= d.table.tiles[d.tile[i][bits.TrailingZeros64(left)]]
		}
	}
	return key
}

// answer returns the other side's best step in a position in which it is to move, as far as it was searched; else 0.
func (d *duel) answer(walls *Plane, mine, other int) Move {
	if e := d.table.find(d.keyOf(walls, mine, other) ^ d.table.turn); e != nil {
		return e.move
	}
	return 0
}

// visit counts a visited position and reports whether the search must end.
func (d *duel) visit() bool {
	d.visits++
	if d.timer.on {
		d.out = d.timer.over(d.visits)
	} else {
		d.out = d.nodes >= d.budget || d.visits >= visitsPerNode*d.budget
	}
	return d.out
}

// visitsPerNode bounds the positions visited by those judged: positions in the table are not judged again.
const visitsPerNode = 8

func (d *duel) ride(side int, m Move) {
	from, to := d.head[side], d.head[side]+d.toward[m]
	d.head[side] = to
	d.addTile(&d.walls, to)
	d.key ^= d.table.tiles[to] ^ d.table.heads[side][from] ^ d.table.heads[side][to] ^ d.table.turn
}

func (d *duel) back(side int, m Move) {
	from, to := d.head[side], d.head[side]-d.toward[m]
	d.head[side] = to
	d.remove(&d.walls, from)
	d.key ^= d.table.tiles[from] ^ d.table.heads[side][from] ^ d.table.heads[side][to] ^ d.table.turn
}

// steps lists the free steps of a side: first the given one, then those that caused cutoffs.
func (d *duel) steps(side, ply int, first Move) (list [4]Move, n int) {
	var ranks [4]int32
	for m := Up; m <= Right; m++ {
		to := d.head[side] + d.toward[m]
		if !d.free(&d.walls, to) {
			continue
		}
		rank := d.history[side][to]
		switch m {
		case first:
			rank = 1 << 30
		case d.killers[ply][0]:
			rank += 1 << 29
		case d.killers[ply][1]:
			rank += 1 << 28
		}
		at := n
		for ; at > 0 && rank > ranks[at-1]; at-- {
			list[at], ranks[at] = list[at-1], ranks[at-1]
		}
		list[at], ranks[at] = m, rank
		n++
	}
	return list, n
}

// cut records a step that caused a cutoff.
func (d *duel) cut(side, ply, depth int, m Move) {
	if k := &d.killers[ply]; k[0] != m {
		k[1], k[0] = k[0], m
	}
	h := &d.history[side][d.head[side]+d.toward[m]]
	if *h += int32(depth * depth); *h > 1<<27 {
		*h /= 2
	}
}
