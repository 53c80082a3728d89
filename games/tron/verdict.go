package tron

// What a position of a duel is worth, in thousandths of the logarithm of the odds that it is won. Fitted by logistic regression to the ends
// of games that the champion played against itself, from starts by lot and after some random steps.
const (
	tileWorth   = 5     // of a tile that can be ridden; all worths of territories are divided by the tiles in reach
	innerWorth  = 19    // of a neighbour that a tile of a territory has within it
	phaseWorth  = 164   // of a lead in that, by tiles in reach: it counts for more where fewer are left
	bothWorth   = -4300 // by tiles in reach: of one on which the side to move is first by its turn alone
	turnWorth   = -90   // of having to move
	partedWorth = 600   // of each tile that one's longest way has more, once the two are apart
	fewTiles    = 15    // tiles in reach are taken to be no fewer
)

// judge is the worth of a position for the side to move, and whether the two are apart.
func (d *duel) judge(side int) (worth int, apart bool) {
	d.nodes++
	s := &d.lands.split
	s.run(d.atlas, &d.walls, &d.head, side)
	if s.apart() {
		return d.settle(side), true
	}
	lead := d.lands.worth(side, d.head[side]) - d.lands.worth(1-side, d.head[1-side])
	both, tiles := s.tiles()
	return (phaseWorth*int(lead)+bothWorth*both)/max(tiles, fewTiles) + turnWorth, false
}

// settle is the worth of a position in which the two are apart: who has the longer way wins, and of equal ones who need not move. It is less
// than that of a game that is won, since the ways are bounds.
func (d *duel) settle(side int) int {
	c, s := d.lands.chambers, &d.lands.split
	mine, theirs := c.ways(d.head[side], &s.own[side]), c.ways(d.head[1-side], &s.own[1-side])
	return min(max(partedWorth*(mine-theirs)-partedWorth/2, -won/4), won/4)
}

// cutOff reports whether a step of a side to where it is now has cut it off from the other.
func (d *duel) cutOff(side int) bool {
	return d.narrow(d.head[side]) && d.lands.split.parted(d.atlas, &d.walls, &d.head)
}

// narrow reports whether the free tiles around a tile do not hang together there.
func (d *duel) narrow(at int) bool {
	up, down := d.toward[Up], d.toward[Down]
	around := [...]int{at + up, at + up + 1, at + 1, at + down + 1, at + down, at + down - 1, at - 1, at + up - 1}
	groups := 0
	for i := 0; i < len(around); i += 2 {
		corner, next := around[i+1], around[(i+2)%len(around)]
		if d.free(&d.walls, around[i]) && (!d.free(&d.walls, corner) || !d.free(&d.walls, next)) {
			groups++ // one that ends here, clockwise
		}
	}
	return groups > 1
}
