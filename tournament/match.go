package tournament

import "slices"

// A Match is games between the same entries that count together, as far as they are known.
type Match struct {
	Number  int
	Entries []int     // in the order of the seats of its first game
	Planned int       // games planned
	Games   []Game    // the games that count, by number: none after the first that is missing, none after the deciding one
	Wins    []int     // games won alone, beside Entries
	Points  []float64 // points of the games that count, beside Entries; see Game.Points
	Scores  []float64 // scores of the games that count
	Faults  []int     // faults of the games that count
	Decided bool      // nothing that is still to be played could count
	GivenUp bool      // one of its games was given up, so that it will never be decided
}

// Matches are a stage's matches by number, each judged by the series. Numbers that have no game are left out.
func (p Past) Matches(s Series) []*Match {
	var matches []*Match
	games := make(map[*Match][]Game)
	at := make(map[int]*Match)
	for i := range p.Len() {
		g := p.Game(i)
		m := at[g.Match]
		if m == nil {
			m = &Match{Number: g.Match}
			at[g.Match] = m
			matches = append(matches, m)
		}
		games[m] = append(games[m], g)
	}
	for _, m := range matches {
		m.judge(s, games[m])
	}
	slices.SortFunc(matches, func(a, b *Match) int { return a.Number - b.Number })
	return matches
}

// judge counts the games of a match, which are in the order of their numbers.
func (m *Match) judge(s Series, games []Game) {
	m.Planned = len(games)
	n := games[0].Seats()
	for seat := range n {
		m.Entries = append(m.Entries, games[0].Entry(seat))
	}
	m.Wins, m.Faults = make([]int, n), make([]int, n)
	m.Points, m.Scores = make([]float64, n), make([]float64, n)
	m.GivenUp = slices.ContainsFunc(games, func(g Game) bool { return g.GivenUp })
	for _, g := range games {
		if !g.Done || m.Decided {
			return
		}
		m.count(g)
		m.Decided = s.decided(m)
	}
}

func (m *Match) count(g Game) {
	m.Games = append(m.Games, g)
	for seat := range g.Seats() {
		i := slices.Index(m.Entries, g.Entry(seat))
		if g.Won(seat) {
			m.Wins[i]++
		}
		m.Points[i] += g.Points(seat)
		m.Scores[i] += g.Score(seat)
		m.Faults[i] += g.Faults(seat)
	}
}

// Lead is how many games the best of the match has won more than the next.
func (m *Match) Lead() int {
	wins := slices.Clone(m.Wins)
	slices.Sort(wins)
	if len(wins) < 2 {
		return 0
	}
	return wins[len(wins)-1] - wins[len(wins)-2]
}

// Share is the part of the others that an entry of the match came before, by games: 1, 0.5 or 0 for a match of two. by gives an
// entry's worth, by its index in Entries.
func (m *Match) Share(i int, by func(i int) float64) float64 {
	halves := 0
	for other := range m.Entries {
		switch {
		case other == i:
		case by(i) > by(other):
			halves += 2
		case by(i) == by(other):
			halves++
		}
	}
	return float64(halves) / float64(2*max(len(m.Entries)-1, 1))
}
