package draw

import "slices"

// A Race gives each free tile to the bot that would reach it first if all moved at the same pace, one after the other in the order of their
// seats. A tile is free if it is blank and unowned. One layer tints tiles for their owners, another numbers them with the round in which
// they would be reached. Pages frame the free tiles beside the first bot.
type Race struct {
	First   int    `json:"first"`             // the seat that goes first
	Tinted  string `json:"tinted,omitempty"`  // name of a layer
	Numbers string `json:"numbers,omitempty"` // name of a layer
}

// runRace returns by tile the seat that reaches it first, Nobody for none, and the round.
func (r *Race) runRace(p *Picture) (owner, round []int) {
	owner, round = make([]int, len(p.Tiles)), make([]int, len(p.Tiles))
	for i := range owner {
		owner[i] = Nobody
	}
	var seats []int
	fronts := make(map[int][]int)
	for i := range p.Shapes {
		if s := &p.Shapes[i]; s.Form == Bot {
			seats = append(seats, s.Seat)
			fronts[s.Seat] = []int{int(s.Y)*p.Width + int(s.X)}
		}
	}
	last := max(1, len(p.Seats))
	turn := func(seat int) int { return (seat - max(0, r.First) + last) % last }
	slices.SortFunc(seats, func(a, b int) int { return turn(a) - turn(b) })
	for now, more := 1, true; more; now++ {
		more = false
		for _, seat := range seats {
			var next []int
			enter := func(to int) {
				if t := &p.Tiles[to]; t.Seat == Nobody && t.Tone == Blank && owner[to] == Nobody {
					owner[to], round[to] = seat, now
					next = append(next, to)
				}
			}
			for _, at := range fronts[seat] {
				if at >= p.Width {
					enter(at - p.Width)
				}
				if at < p.Width*(p.Height-1) {
					enter(at + p.Width)
				}
				if at%p.Width > 0 {
					enter(at - 1)
				}
				if at%p.Width < p.Width-1 {
					enter(at + 1)
				}
			}
			fronts[seat], more = next, more || len(next) > 0
		}
	}
	return owner, round
}
