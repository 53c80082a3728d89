package tron

// The worth of a position of a duel, in thousandths of the logarithm of the odds of winning. Fitted by logistic regression to the ends of
// 1200 games that the champion played against itself on 30x20, from random starts and after up to 24 random steps, a quarter of them held
// out. Only exitWorth was chosen by matches: it fits with -350, and won most with -120.
//
// With many reachable tiles it matters how the walls run, since each wall takes a neighbour from a tile; with few, the number of tiles
// matters. So the weights that are divided by the reachable tiles grow or shrink with them.
const (
	tileWorth   = 13000 // of a tile that can be ridden
	tileGrowth  = -93   // with each tile in reach
	innerWorth  = 4300  // of a neighbour that a tile of a territory has within it
	innerGrowth = 16    // with each tile in reach
	bothWorth   = -3700 // by tiles in reach: of one on which the side to move is first by its turn alone
	turnWorth   = -90   // of having to move
	exitWorth   = -120  // of a free tile around the head: who rides along walls wastes less
	partedWorth = 600   // of each tile that one's longest way has more, once the two are apart
	fewTiles    = 15    // tiles in reach are taken to be no fewer
	manyTiles   = 600   // there are no more on the board that the games were played on
)

// grain is the number of parts of a thousandth in the worth of a territory.
const grain = 16

// worths are the worth of a tile of a territory and of a neighbour within it, in grains.
type worths struct{ tile, inner int32 }

// worthsAt returns the worths for a number of reachable tiles.
func worthsAt(tiles int) worths {
	growing := min(tiles, manyTiles)
	return worths{
		tile:  int32(grain * (tileWorth + tileGrowth*growing) / tiles),
		inner: int32(grain * (innerWorth + innerGrowth*growing) / tiles),
	}
}

// judge returns the worth of a position for the side to move, and whether the two are apart.
func (d *duel) judge(side int) (worth int, apart bool) {
	d.nodes++
	s := &d.lands.split
	s.raceHeads(d.atlas, &d.walls, &d.head, side)
	if s.apart() {
		return d.settle(side), true
	}
	both, tiles := s.tiles()
	tiles = max(tiles, fewTiles)
	d.lands.worths = worthsAt(tiles)
	lead := d.lands.worth(side, d.head[side]) - d.lands.worth(1-side, d.head[1-side])
	exits := d.exits(side) - d.exits(1-side)
	return int(lead)/grain + bothWorth*both/tiles + exitWorth*exits + turnWorth, false
}

// exits returns how many free tiles there are around a head.
func (d *duel) exits(side int) (n int) {
	for _, step := range d.toward[Up:] {
		if d.free(&d.walls, d.head[side]+step) {
			n++
		}
	}
	return n
}

// settle returns the worth of a position in which the two are apart: the longer path wins, and of equal ones the side that need not move.
// It is less than that of a won game, since the paths are bounds.
func (d *duel) settle(side int) int {
	c, s := d.lands.chambers, &d.lands.split
	mine, theirs := c.ways(d.head[side], &s.own[side]), c.ways(d.head[1-side], &s.own[1-side])
	return min(max(partedWorth*(mine-theirs)-partedWorth/2, -won/4), won/4)
}

// cutOff reports whether a side's last step has cut it off from the other.
func (d *duel) cutOff(side int) bool {
	return d.narrow(d.head[side]) && d.lands.split.parted(d.atlas, &d.walls, &d.head)
}

// narrow reports whether the free tiles around a tile are not connected there.
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
