package tron

import "math/bits"

// A duel is the search for two: alpha-beta with iterative deepening, in which both move one after the other. Side 0 is mine.
//
// Once the two cannot reach each other any more a position is judged by the longest ways, and not searched further.
type duel struct {
	*atlas
	walls Plane
	head  [2]int
	key   uint64

	lands territories
	table table

	killers [longest][2]Move
	history [2][]int32 // by side and tile stepped on: cutoffs

	nodes, budget int // positions judged, and how many may be
	visits        int // positions looked at
	timer         *timer
	out           bool // of time or budget
}

// fight searches for a step against the one other.
func (s *search) fight() finding {
	d := s.duel
	d.load(&s.walls, s.head[s.me], s.head[s.after(s.me)])
	d.budget, d.timer = s.budget, &s.timer
	found := d.deepen()
	s.nodes += d.nodes
	return found
}

// deepen searches one ply deeper each time, until the time is over or the game is decided.
func (d *duel) deepen() (found finding) {
	list, n := d.steps(0, 0, 0)
	if e := d.table.find(d.key); e != nil {
		promote(list[:n], e.move)
	}
	found.move = list[0]
	idle := 0
	for depth := 1; depth < longest/2 && !d.out; depth++ {
		alpha, choice, known := -won-1, Move(0), d.nodes
		for i, m := range list[:n] {
			d.ride(0, m)
			worth := 0
			if i == 0 {
				worth = -d.look(1, depth-1, 1, -won-1, -alpha)
			} else {
				worth = -d.look(1, depth-1, 1, -alpha-1, -alpha)
				if worth > alpha && !d.out {
					worth = -d.look(1, depth-1, 1, -won-1, -alpha)
				}
			}
			d.back(0, m)
			if d.out {
				break
			}
			if worth > alpha {
				alpha, choice = worth, m
			}
		}
		if choice == 0 {
			break
		}
		promote(list[:n], choice)
		found.move, found.worth = choice, alpha
		if d.out {
			break
		}
		found.depth = depth
		d.table.keep(d.key, depth, alpha, exact, choice)
		if idle++; d.nodes > known {
			idle = 0
		}
		if alpha > won/2 || alpha < -won/2 || idle > mostIdle {
			break
		}
	}
	found.nodes = d.nodes
	return found
}

// mostIdle is how many depths in a row may judge nothing new: the table knows some from the move before, but after so many nothing
// deeper is left.
const mostIdle = 24

func newDuel(a *atlas, c *chambers) *duel {
	d := &duel{atlas: a, lands: newTerritories(a, c), table: newTable(len(a.bit))}
	d.history = [2][]int32{make([]int32, len(a.bit)), make([]int32, len(a.bit))}
	return d
}

// load takes over a position in which I am to move.
func (d *duel) load(walls *Plane, mine, other int) {
	d.walls, d.head = *walls, [2]int{mine, other}
	d.nodes, d.visits, d.out = 0, 0, false
	d.key = d.table.heads[0][mine] ^ d.table.heads[1][other]
	for i := range d.tile {
		for left := d.walls[i]; left != 0; left &= left - 1 {
			d.key ^= d.table.tiles[d.tile[i][bits.TrailingZeros64(left)]]
		}
	}
	clear(d.killers[:])
	for side := range d.history {
		for at := range d.history[side] {
			d.history[side][at] /= 8
		}
	}
}

// visit counts a position that is looked at and reports whether the search must end.
func (d *duel) visit() bool {
	d.visits++
	switch {
	case d.timer.on:
		d.out = d.timer.over(d.visits)
	default:
		d.out = d.nodes >= d.budget || d.visits >= visitsPerNode*d.budget
	}
	return d.out
}

// visitsPerNode bounds the positions looked at by those judged: what the table knows need not be judged again.
const visitsPerNode = 8

func (d *duel) ride(side int, m Move) {
	from, to := d.head[side], d.head[side]+d.toward[m]
	d.head[side] = to
	d.add(&d.walls, to)
	d.key ^= d.table.tiles[to] ^ d.table.heads[side][from] ^ d.table.heads[side][to] ^ d.table.turn
}

func (d *duel) back(side int, m Move) {
	from, to := d.head[side], d.head[side]-d.toward[m]
	d.head[side] = to
	d.remove(&d.walls, from)
	d.key ^= d.table.tiles[from] ^ d.table.heads[side][from] ^ d.table.heads[side][to] ^ d.table.turn
}

// steps lists the free steps of a side, the most promising first.
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

// look is the worth of a position for the side to move, as far as it matters between alpha and beta. Once the duel is out it
// means nothing.
func (d *duel) look(side, depth, ply, alpha, beta int) int {
	if d.visit() {
		return 0
	}
	var first Move
	e := d.table.find(d.key)
	if e != nil {
		if int(e.depth) >= depth && ply > 0 {
			worth := recall(int(e.worth), ply)
			if e.bound == exact || e.bound == least && worth >= beta || e.bound == most && worth <= alpha {
				return worth
			}
		}
		first = e.move
	}
	list, n := d.steps(side, ply, first)
	if n == 0 {
		return ply - won
	}
	if depth <= 0 || ply >= longest-1 {
		worth, ended := d.judge(side)
		if ended {
			depth = settledDepth
		}
		d.table.keep(d.key, depth, worth, exact, 0)
		return worth
	}
	if ply > 0 && d.narrow(d.head[1-side]) && d.parted() {
		worth, _ := d.judge(side)
		d.table.keep(d.key, settledDepth, worth, exact, 0)
		return worth
	}
	if n == 1 {
		depth++ // a forced step costs nothing to look at
	}
	best, choice, from := -won-1, Move(0), alpha
	for i, m := range list[:n] {
		d.ride(side, m)
		var worth int
		if i == 0 {
			worth = -d.look(1-side, depth-1, ply+1, -beta, -alpha)
		} else {
			worth = -d.look(1-side, depth-1, ply+1, -alpha-1, -alpha)
			if worth > alpha && worth < beta && !d.out {
				worth = -d.look(1-side, depth-1, ply+1, -beta, -alpha)
			}
		}
		d.back(side, m)
		if d.out {
			return 0
		}
		if worth > best {
			best, choice = worth, m
		}
		if alpha = max(alpha, worth); alpha >= beta {
			d.cut(side, ply, depth, m)
			break
		}
	}
	b := exact
	switch {
	case best >= beta:
		b = least
	case best <= from:
		b = most
	}
	if n == 1 {
		depth--
	}
	d.table.keep(d.key, depth, store(best, ply), b, choice)
	return best
}

const settledDepth = longest

// store and recall turn how soon a game is won from the root's count to the position's and back.
func store(worth, ply int) int {
	switch {
	case worth > won/2:
		return worth + ply
	case worth < -won/2:
		return worth - ply
	}
	return worth
}

func recall(worth, ply int) int {
	switch {
	case worth > won/2:
		return worth - ply
	case worth < -won/2:
		return worth + ply
	}
	return worth
}

// cut remembers a step after which nothing else had to be looked at.
func (d *duel) cut(side, ply, depth int, m Move) {
	if k := &d.killers[ply]; k[0] != m {
		k[1], k[0] = k[0], m
	}
	h := &d.history[side][d.head[side]+d.toward[m]]
	if *h += int32(depth * depth); *h > 1<<27 {
		*h /= 2
	}
}

// narrow reports whether the free tiles around a tile do not hang together there, so that who came to it may have cut the board.
func (d *duel) narrow(at int) bool {
	up, down := d.toward[Up], d.toward[Down]
	around := [8]int{at + up, at + up + 1, at + 1, at + down + 1, at + down, at + down - 1, at - 1, at + up - 1}
	groups := 0
	for i := 0; i < 8; i += 2 {
		if !d.free(&d.walls, around[i]) {
			continue
		}
		// A free neighbour ends a group where the corner behind it or the next neighbour is taken.
		if !d.free(&d.walls, around[i+1]) || !d.free(&d.walls, around[(i+2)%8]) {
			groups++
		}
	}
	return groups > 1
}

// parted reports whether no tile can be reached by both.
func (d *duel) parted() bool {
	return d.apartFrom(0)
}

func (d *duel) apartFrom(side int) bool {
	s := &d.lands.split
	if s.layout != d.layout {
		s.layout, s.all = d.layout, d.layout.all()
	}
	n := int(d.layout.Words)
	var left, reached, front Plane
	for i := 1; i <= n; i++ {
		left[i] = s.all[i] &^ d.walls[i]
	}
	d.add(&front, d.head[side])
	for spread(&front, &reached, &left, &d.layout) > 0 {
	}
	for _, step := range d.toward[Up:] {
		if d.in(&reached, d.head[1-side]+step) {
			return false
		}
	}
	return true
}

// judge is the worth of a position for the side to move, in thousandths of the logarithm of its odds, and whether the two are apart.
func (d *duel) judge(side int) (worth int, apart bool) {
	d.nodes++
	s := &d.lands.split
	s.run(d.atlas, &d.walls, &d.head, side)
	if s.apart() {
		return d.settle(side), true
	}
	lead := d.lands.worth(side, d.head[side]) - d.lands.worth(1-side, d.head[1-side])
	return phaseWorth*int(lead)/max(s.tiles(), fewTiles) + turnWorth, false
}

// settle is the worth of a position in which the two are apart: who has the longer way wins, and of equal ones who need not move.
func (d *duel) settle(side int) int {
	c, s := d.lands.chambers, &d.lands.split
	mine, theirs := c.ways(d.head[side], &s.own[side]), c.ways(d.head[1-side], &s.own[1-side])
	return min(max(partedWorth*(mine-theirs)-partedWorth/2, -won/4), won/4)
}
