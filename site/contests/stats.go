package contests

import "context"

// Stats are figures about the contests of a site.
type Stats struct {
	States  map[State]int // contests in each state
	Waiting int           // contests that wait for the cores
	Games   int64         // played since the contests were opened
}

// Stats returns the present figures.
func (s *Contests) Stats(ctx context.Context) (Stats, error) {
	all, err := s.All(ctx)
	if err != nil {
		return Stats{}, err
	}
	now := Stats{States: map[State]int{}, Waiting: s.turns.length(), Games: s.games.Load()}
	for _, c := range all {
		state, _, _ := c.State()
		now.States[state]++
	}
	return now, nil
}
