package board

// A race is who comes first to each free tile if everybody runs there at the same pace, in turn order within a pace.
type race struct {
	width, height int
	owner         []int // seat, None where nobody comes
	round         []int // in which it comes there, from 1
}

var neighbours = [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}

// run lets the seats start from their tiles, given in turn order. Taken tiles are those that nobody enters.
func run(width, height int, taken func(tile int) bool, order []int, from []int) race {
	r := race{width: width, height: height, owner: make([]int, width*height), round: make([]int, width*height)}
	for i := range r.owner {
		r.owner[i] = None
	}
	fronts := make([][]int, len(order))
	for i := range order {
		fronts[i] = []int{from[i]}
	}
	for round, added := 1, true; added; round++ {
		added = false
		for i, seat := range order {
			fronts[i] = r.ring(fronts[i], seat, round, taken)
			added = added || len(fronts[i]) > 0
		}
	}
	return r
}

// ring takes the free tiles around a front, which become the next one.
func (r *race) ring(front []int, seat, round int, taken func(int) bool) []int {
	var next []int
	for _, tile := range front {
		for _, d := range neighbours {
			x, y := tile%r.width+d[0], tile/r.width+d[1]
			if x < 0 || y < 0 || x >= r.width || y >= r.height {
				continue
			}
			if to := y*r.width + x; r.owner[to] == None && !taken(to) {
				r.owner[to], r.round[to] = seat, round
				next = append(next, to)
			}
		}
	}
	return next
}

// tiles counts those on which a seat is first, and those of all others.
func (r *race) tiles(seat int) (mine, theirs int) {
	for _, owner := range r.owner {
		switch {
		case owner == seat:
			mine++
		case owner != None:
			theirs++
		}
	}
	return mine, theirs
}
