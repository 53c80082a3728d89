package tron

// territories tells what a head can have of its territory, a tree of chambers with the head at its root.
//
// A tile without which a territory would fall apart is a doorway. Who goes through it does not come back, so of the chambers behind a
// chamber only one can be used. A chamber that touches the tiles of the other is a battlefront. It is worth what it is only to who goes
// there at once: of the chambers on the way there only the way counts. A chamber that touches nobody can be filled before what lies
// behind it.
type territories struct {
	*atlas
	chambers *chambers
	split    split

	visits
	side     int      // whose territory is looked at
	sum      sum      // what was visited and does not yet belong to a chamber that is known to its end
	branches []branch // the chambers known to their end that no other leads to yet
}

// A sum is what the tiles of a chamber add up to.
type sum struct {
	tiles [2]int32 // by colour
	inner int32    // their neighbours within the territory
	outer int32    // their free neighbours outside of it
}

// A branch is a chamber with all that lies behind it, put to its best use.
type branch struct {
	worth int32
	front bool  // that use is to fight for the tiles of the other
	steps int32 // from the head to its first tile; of a front only
}

func newTerritories(a *atlas, c *chambers) territories {
	return territories{atlas: a, chambers: c, visits: newVisits(a)}
}

// worth is what a side can have of its territory after the split has run.
func (t *territories) worth(side, head int) int32 {
	own := &t.split.own[side]
	if !t.chambers.doorways(head, own) {
		return tileWorth*int32(t.chambers.single(head, own)) + innerWorth*int32(t.split.inner(side))
	}
	t.open(t.atlas, head, own)
	t.side = side
	best := int32(0)
	for _, step := range t.toward[Up:] {
		if t.seen[head+step] != unseen {
			continue
		}
		t.sum, t.branches = sum{}, t.branches[:0]
		t.visit(head + step)
		best = max(best, t.close(head+step, sum{}, 0).worth)
	}
	return best
}

// visit walks through a territory depth first, as Tarjan does to find articulation points, and returns the visit of the oldest tile that
// is touched from here on.
func (t *territories) visit(at int) int32 {
	t.clock++
	now := t.clock
	oldest := now
	t.seen[at] = now
	t.sum.tiles[t.colour[at]]++
	for _, step := range t.toward[Up:] {
		next := at + step
		seen := t.seen[next]
		switch {
		case seen == unseen:
			t.sum.inner++
			before, branches := t.sum, len(t.branches)
			behind := t.visit(next)
			if behind >= now {
				e := t.close(next, before, branches)
				t.sum = before
				t.branches = append(t.branches[:branches], e)
				continue
			}
			oldest = min(oldest, behind)
		case seen > t.since:
			t.sum.inner++
			oldest = min(oldest, seen)
		case seen == t.since:
			oldest = seen
		case t.bit[next] != 0 && t.in(&t.split.free, next):
			t.sum.outer++
		}
	}
	return oldest
}

// close puts a chamber that begins at a tile to its best use: what was added since before is its own, and the branches from number from on lie
// behind it.
func (t *territories) close(first int, before sum, from int) branch {
	colour := t.colour[first]
	same, other := t.sum.tiles[colour]-before.tiles[colour], t.sum.tiles[1-colour]-before.tiles[1-colour]
	own := tileWorth*int32(alternating(int(same), int(other))) + innerWorth*(t.sum.inner-before.inner)
	e := branch{worth: own, front: t.sum.outer > before.outer}
	steps := int32(-1)
	for _, behind := range t.branches[from:] {
		if !behind.front {
			e.worth = max(e.worth, own+behind.worth)
			continue
		}
		if steps < 0 {
			steps = t.steps(first)
		}
		if there := behind.worth + wayWorth*(behind.steps-steps); there > e.worth {
			e.worth, e.front = there, true
		}
	}
	if e.front {
		if steps < 0 {
			steps = t.steps(first)
		}
		e.steps = steps
	}
	return e
}

// wayWorth is the worth of a tile on the way to a front: it has one neighbour before it and one behind.
const wayWorth = tileWorth + 2*innerWorth

// steps is how far a tile of the territory is from the head.
func (t *territories) steps(at int) int32 {
	words := int(t.layout.Words)
	word, bit := t.side*words+int(t.word[at])-1, t.bit[at]
	steps := int32(1)
	for ; word < len(t.split.rings) && t.split.rings[word]&bit == 0; word += 2 * words {
		steps++
	}
	return steps
}
