package tournament

// A Placing is the end of a game for one of its entries.
type Placing struct {
	Game   int // its ID
	Place  int // from 1
	Seats  int // of the game
	Shared bool
}

// Newest returns the newest games of entries that have a result, at most most of each, in the order of the plan.
func (p Past) Newest(entries []int, most int) map[int][]Placing {
	list, open := make(map[int][]Placing, len(entries)), make(map[int]bool, len(entries))
	for _, entry := range entries {
		open[entry] = most > 0
	}
	for i := p.Len() - 1; i >= 0 && len(open) > 0; i-- {
		g := p.Game(i)
		if !g.Done {
			continue
		}
		for seat := range g.Seats() {
			entry := g.Entry(seat)
			if !open[entry] {
				continue
			}
			list[entry] = append([]Placing{g.placing(seat)}, list[entry]...)
			if len(list[entry]) == most {
				delete(open, entry)
			}
		}
	}
	return list
}

func (g Game) placing(seat int) Placing {
	p := Placing{Game: g.ID, Place: g.Place(seat), Seats: g.Seats()}
	for other := range g.Seats() {
		p.Shared = p.Shared || other != seat && g.Place(other) == p.Place
	}
	return p
}
