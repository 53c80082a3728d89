package tournament

// An Encounter sums up the games of a stage in which two entries took part, from the point of view of One.
type Encounter struct {
	One, Other       int   // numbers in the contest's line-up, the smaller one first
	Round            int   // the round of play of their first game
	Won, Drawn, Lost int   // games in which One was placed before Other, equal to it, after it
	Open             int   // planned games without a result
	Games            []int // IDs of those with a result, in the order of the plan
}

// Encounters returns those of all pairs that met or are planned to, in the order of their first games; cross tables are made of them.
func (p Past) Encounters() []*Encounter {
	var list []*Encounter
	at := make(map[[2]int]*Encounter)
	for i := range p.Len() {
		g := p.Game(i)
		if g.GivenUp {
			continue
		}
		for seat := range g.Seats() {
			for other := range g.Seats() {
				pair := [2]int{g.Entry(seat), g.Entry(other)}
				if pair[0] >= pair[1] {
					continue
				}
				e := at[pair]
				if e == nil {
					e = &Encounter{One: pair[0], Other: pair[1], Round: g.Round}
					at[pair] = e
					list = append(list, e)
				}
				e.count(g, seat, other)
			}
		}
	}
	return list
}

func (e *Encounter) count(g Game, one, other int) {
	if !g.Done {
		e.Open++
		return
	}
	e.Games = append(e.Games, g.ID)
	switch a, b := g.Place(one), g.Place(other); {
	case a < b:
		e.Won++
	case a > b:
		e.Lost++
	default:
		e.Drawn++
	}
}
