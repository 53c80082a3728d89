package tron

// territories evaluates a head's territory, a tree of chambers with the head at its root.
//
// A tile whose removal disconnects a territory is a doorway. A player that goes through it does not come back, so of the chambers behind a
// chamber only one can be used. A chamber that touches the tiles of the other is a front. Its full worth is only for a player that goes
// there at once: of the chambers on the way only the path counts. A chamber that touches nobody can be filled before what lies behind it.
type territories struct {
	*atlas
	chambers *chambers
	split    split
	worths   worths

	side     int // the side whose territory it is
	pieces   pieces
	clock    int32    // pieces visited
	sum      sum      // visited pieces of chambers that are not complete yet
	branches []branch // complete chambers that no other leads to yet
}

// A sum holds the totals of a chamber's tiles.
type sum struct {
	tiles  [2]int32 // by colour
	inner  int32    // their neighbours within the territory
	fronts int32    // pieces of it that touch free tiles outside of the territory
}

// A branch is a chamber with everything behind it, in its best use.
type branch struct {
	worth int32
	front bool  // its best use is to fight at a front
	steps int32 // from the head to its first tile; for fronts only
}

func newTerritories(a *atlas, c *chambers) territories {
	return territories{atlas: a, chambers: c}
}

// worth returns what a side can make of its territory after the split has run.
func (t *territories) worth(side, head int) int32 {
	own := &t.split.own[side]
	if !t.chambers.doorways(head, own) {
		return t.worths.tile*int32(t.chambers.single(head, own)) + t.worths.inner*int32(t.split.inner(side))
	}
	t.side = side
	t.pieces.cut(t.atlas, own, &t.split.free, head)
	t.clock = headVisit
	best := int32(0)
	for i := range t.pieces.list {
		if p := &t.pieces.list[i]; p.seen == 0 && p.byHead {
			t.sum, t.branches = sum{}, t.branches[:0]
			t.visit(i)
			best = max(best, t.close(head, sum{}, 0).worth)
		}
	}
	return best
}

// headVisit is the visit of the head, which comes before all others.
const headVisit = 1

// visit traverses a territory depth first, as in Tarjan's algorithm for articulation points, and returns the earliest visit that is touched
// from here on.
func (t *territories) visit(i int) (oldest int32) {
	t.clock++
	now := t.clock
	p := &t.pieces.list[i]
	p.seen, oldest = now, now
	if p.byHead {
		oldest = headVisit
	}
	t.sum.addPiece(p)
	if i > 0 && p.beside(&t.pieces.list[i-1]) {
		oldest = min(oldest, t.enter(p, i-1))
	}
	if i+1 < len(t.pieces.list) && p.beside(&t.pieces.list[i+1]) {
		oldest = min(oldest, t.enter(p, i+1))
	}
	above, here, below, end := t.pieces.around(p)
	for j := above; j < here; j++ {
		if p.mask&t.pieces.list[j].mask != 0 {
			oldest = min(oldest, t.enter(p, j))
		}
	}
	for j := below; j < end; j++ {
		if p.mask&t.pieces.list[j].mask != 0 {
			oldest = min(oldest, t.enter(p, j))
		}
	}
	return oldest
}

// enter continues from a piece to a neighbour, unless that was visited, and returns the earliest visit touched from there. What lies behind
// a doorway becomes a branch.
func (t *territories) enter(from *piece, to int) int32 {
	if seen := t.pieces.list[to].seen; seen != 0 {
		return seen
	}
	before, branches := t.sum, len(t.branches)
	oldest := t.visit(to)
	if from.narrow && oldest >= from.seen {
		e := t.close(int(from.at), before, branches)
		t.sum = before
		t.branches = append(t.branches[:branches], e)
	}
	return oldest
}

// close computes the best use of a chamber behind a doorway: what was added since before is its own, and branches from index from on lie
// behind it.
func (t *territories) close(door int, before sum, from int) branch {
	colour := 1 - t.colour[door]
	same, other := t.sum.tiles[colour]-before.tiles[colour], t.sum.tiles[1-colour]-before.tiles[1-colour]
	own := t.worths.tile*int32(alternating(int(same), int(other))) + t.worths.inner*(t.sum.inner-before.inner)
	touches := t.sum.fronts > before.fronts
	e := branch{worth: own, front: touches}
	steps := int32(-1)
	for _, behind := range t.branches[from:] {
		worth, front := own+behind.worth, touches
		if behind.front {
			if steps < 0 {
				steps = t.steps(door) + 1
			}
			worth, front = behind.worth+t.worths.way()*(behind.steps-steps), true
		}
		if worth > e.worth {
			e.worth, e.front = worth, front
		}
	}
	if e.front {
		if steps < 0 {
			steps = t.steps(door) + 1
		}
		e.steps = steps
	}
	return e
}

// way returns the worth of a tile on the way to a front, which has one neighbour before it and one after.
func (w worths) way() int32 { return w.tile + 2*w.inner }

// steps returns how far the head or a tile of the territory is from the head.
func (t *territories) steps(at int) int32 {
	words := int(t.layout.Words)
	word, bit := t.side*words+int(t.word[at])-1, t.bit[at]
	for steps := int32(1); word < len(t.split.rings); word += 2 * words {
		if t.split.rings[word]&bit != 0 {
			return steps
		}
		steps++
	}
	return 0
}
