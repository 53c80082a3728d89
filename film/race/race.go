// Package race is the picture that viewers draw over boards: who comes first to each free tile if all run there at the same
// pace. It knows tiles and runners, and no kind of game.
package race

// Nobody is the owner of tiles that are taken or that nobody reaches.
const Nobody = -1

// A Runner is a seat and the number of the tile that it starts from, y * width + x.
type Runner struct{ Seat, From int }

// A Race is who came where, and when, by tile.
type Race struct {
	Owner []int // the seat that is first there, or Nobody
	Round []int // in which it comes there, from 1; 0 where nobody does

	width, height int
}

var neighbours = [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}

// Run lets the runners spread over the tiles that are not taken, one ring a round, in their order within every round.
func Run(width, height int, taken func(tile int) bool, runners []Runner) *Race {
	r := &Race{Owner: make([]int, width*height), Round: make([]int, width*height), width: width, height: height}
	for i := range r.Owner {
		r.Owner[i] = Nobody
	}
	fronts := make([][]int, len(runners))
	for i, runner := range runners {
		fronts[i] = []int{runner.From}
	}
	for round, added := 1, true; added; round++ {
		added = false
		for i, runner := range runners {
			fronts[i] = r.ring(fronts[i], runner.Seat, round, taken)
			added = added || len(fronts[i]) > 0
		}
	}
	return r
}

// ring takes the free tiles around a front, which become the next one.
func (r *Race) ring(front []int, seat, round int, taken func(int) bool) []int {
	var next []int
	for _, tile := range front {
		for _, d := range neighbours {
			x, y := tile%r.width+d[0], tile/r.width+d[1]
			if x < 0 || y < 0 || x >= r.width || y >= r.height {
				continue
			}
			if to := y*r.width + x; r.Owner[to] == Nobody && !taken(to) {
				r.Owner[to], r.Round[to] = seat, round
				next = append(next, to)
			}
		}
	}
	return next
}

// Against sums up for a seat: the tiles on which it is first, those of all others, and the rounds in which these come there.
func (r *Race) Against(seat int) (mine, theirs, distance int) {
	for tile, owner := range r.Owner {
		switch owner {
		case Nobody:
		case seat:
			mine++
		default:
			theirs++
			distance += r.Round[tile]
		}
	}
	return mine, theirs, distance
}
