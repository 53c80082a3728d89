package tron

import "math/bits"

// A Race is the Voronoi fill: all seats spread over the free tiles at the same pace, one ring per round, one after the other, and a tile
// belongs to the first seat that reaches it. Only heads spread; trails are walls.
//
// Call Begin with the walls, Put for each seat that runs, and Run with the order of the seats. A Race is a few kilobytes and is meant to be
// reused; it never allocates.
type Race struct {
	Tiles    [maxSeats]int   // by seat: tiles it reaches first, its start excluded
	Distance [maxSeats]int   // by seat: the sum of the rounds in which it reached them
	Own      [maxSeats]Plane // by seat: those tiles

	layout Layout
	all    Plane // every tile of the layout
	free   Plane // not taken yet
	front  [maxSeats]Plane
}

// Begin sets the walls of a board, without runners.
func (r *Race) Begin(l Layout, walls *Plane) {
	if r.layout != l {
		r.layout, r.all = l, l.all()
	}
	n := int(l.Words)
	for i := 1; i <= n; i++ {
		r.free[i] = r.all[i] &^ walls[i]
	}
	for seat := range r.Own {
		clear(r.Own[seat][1 : n+1])
		clear(r.front[seat][1 : n+1])
	}
	r.Tiles, r.Distance = [maxSeats]int{}, [maxSeats]int{}
}

// Put lets a seat run from a tile. Whether the tile itself can be taken depends on the walls and on Block.
func (r *Race) Put(seat, x, y int) {
	word, bit := r.layout.Tile(x, y)
	r.front[seat][word] |= bit
}

// Block makes a tile a wall.
func (r *Race) Block(x, y int) {
	word, bit := r.layout.Tile(x, y)
	r.free[word] &^= bit
}

// Run spreads the seats, in this order within every round, until a whole round adds nothing.
func (r *Race) Run(order []int8) { r.spread(order, 1) }

func (r *Race) spread(order []int8, round int) {
	var running [maxSeats]int8
	alive := append(running[:0], order...)
	for ; len(alive) > 0; round++ {
		still := alive[:0]
		for _, seat := range alive {
			if r.ring(seat, round) > 0 {
				still = append(still, seat)
			}
		}
		alive = still
	}
}

// ring spreads one seat by one ring and returns the number of new tiles.
func (r *Race) ring(seat int8, round int) int {
	n := spread(&r.front[seat], &r.Own[seat], &r.free, &r.layout)
	r.Tiles[seat] += n
	r.Distance[seat] += n * round
	return n
}

// RunLenient uses the order of the article's script: in the first round a seat also takes tiles from seats that reached them earlier in
// that round. From the second round on it is Run.
func (r *Race) RunLenient(order []int8) {
	start := r.free
	for i, seat := range order {
		r.free = start
		r.ring(seat, 1)
		for _, earlier := range order[:i] {
			r.robbed(earlier, &r.Own[seat])
		}
	}
	for _, seat := range order {
		for i := 1; i <= int(r.layout.Words); i++ {
			r.free[i] &^= r.Own[seat][i]
		}
	}
	r.spread(order, 2)
}

// robbed takes tiles from a seat that reached them in the first round.
func (r *Race) robbed(seat int8, tiles *Plane) {
	for i := 1; i <= int(r.layout.Words); i++ {
		lost := r.Own[seat][i] & tiles[i]
		n := bits.OnesCount64(lost)
		r.Own[seat][i] &^= lost
		r.front[seat][i] &^= lost
		r.Tiles[seat] -= n
		r.Distance[seat] -= n
	}
}

// spread moves a front by one ring over the free tiles, which become its own.
func spread(front, own, free *Plane, l *Layout) (added int) {
	n := int(l.Words)
	front.margins(l)
	below := front[2 : n+2]
	left, mine := free[1:n+1], own[1:n+1]
	here := front[1 : n+1]
	above, row := front[0], front[1]
	for i := range left {
		next := below[i]
		took := (above | row<<1 | row>>1 | next) & left[i]
		left[i] ^= took
		mine[i] |= took
		here[i] = took
		added += bits.OnesCount64(took)
		above, row = row, next
	}
	return added
}

// margins fills the words before and after a plane: with zeros, or on a halved board with the rows where the halves meet.
func (p *Plane) margins(l *Layout) {
	n := int(l.Words)
	p[0], p[n+1] = 0, 0
	if l.halved() {
		p[0], p[n+1] = p[n]<<32, p[1]>>32
	}
}

// turnOrder appends the living seats in the order in which they are asked, from a seat on.
func turnOrder(order []int8, s *State, from int8) []int8 {
	for i := range s.Seats {
		seat := (from + i) % s.Seats
		if s.Cause[seat] == Alive {
			order = append(order, seat)
		}
	}
	return order
}
