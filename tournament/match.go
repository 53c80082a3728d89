package tournament

import (
	"slices"

	"agon/rating"
)

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
	for i := range p.Len() {
		matches = Taken(matches, s, p.Game(i))
	}
	return matches
}

// Taken is matches, which are sorted by number, with the next game of one of them taken in; it may be that one's first.
func Taken(matches []*Match, s Series, g Game) []*Match {
	at, found := len(matches)-1, len(matches) > 0 && matches[len(matches)-1].Number == g.Match
	if !found {
		at, found = slices.BinarySearchFunc(matches, g.Match, func(m *Match, number int) int { return m.Number - number })
	}
	if !found {
		matches = slices.Insert(matches, at, newMatch(g))
	}
	matches[at].take(s, g)
	return matches
}

// newMatch is a match of which nothing is known yet but its first game.
func newMatch(first Game) *Match {
	n := first.Seats()
	m := &Match{
		Number: first.Match, Entries: make([]int, n), Wins: make([]int, n), Faults: make([]int, n), Points: make([]float64, n), Scores: make([]float64, n),
	}
	for seat := range n {
		m.Entries[seat] = first.Entry(seat)
	}
	return m
}

// take takes in the next game of the match, in the order of their numbers. Games after one that is not known, or after the deciding one, do
// not count.
func (m *Match) take(s Series, g Game) {
	missing := len(m.Games) < m.Planned
	m.Planned++
	m.GivenUp = m.GivenUp || g.GivenUp
	if !g.Done || missing || m.Decided {
		return
	}
	m.count(g)
	m.Decided = s.decided(m)
}

// Clone is a copy of its own.
func (m *Match) Clone() *Match {
	c := *m
	c.Games, c.Wins, c.Faults = slices.Clone(m.Games), slices.Clone(m.Wins), slices.Clone(m.Faults)
	c.Points, c.Scores = slices.Clone(m.Points), slices.Clone(m.Scores)
	return &c
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

// LongMatch is how many games of a best-of match are one result at most, and longPart how many are one of a longer match.
const (
	LongMatch = 9
	longPart  = 5
)

// Results are what a match says of what its points rank, as units of a rating. In rotations that is every game, and those of one
// rotation belong together; of a best-of match it is who has won it, as that is what counts, and where it is long who has won every few
// games, so that 50:0 says more than 3:2. at numbers the entries.
func (s Series) Results(m *Match, at func(entry int) int) [][]rating.Meeting {
	var units [][]rating.Meeting
	if s.BestOf == 0 {
		turn := s.turn(len(m.Entries))
		for from := 0; from < len(m.Games); from += turn {
			var unit []rating.Meeting
			for _, g := range m.Games[from:min(from+turn, len(m.Games))] {
				unit = append(unit, g.Meeting(at))
			}
			units = append(units, unit)
		}
		return units
	}
	part := len(m.Games)
	if part > LongMatch {
		part = longPart
	}
	for from := 0; from < len(m.Games); from += part {
		units = append(units, []rating.Meeting{m.part(m.Games[from:min(from+part, len(m.Games))], at)})
	}
	return units
}

// part is some games of a match as one result: by games won where there are two entries, by points where there are more.
func (m *Match) part(games []Game, at func(entry int) int) rating.Meeting {
	sums := make([]float64, len(m.Entries))
	for _, g := range games {
		for seat := range g.Seats() {
			i := slices.Index(m.Entries, g.Entry(seat))
			switch {
			case len(m.Entries) > 2:
				sums[i] = rating.Round(sums[i] + g.Points(seat))
			case g.Won(seat):
				sums[i]++
			}
		}
	}
	result := rating.Meeting{Entries: make([]int, len(m.Entries)), Points: sums}
	for i, entry := range m.Entries {
		result.Entries[i] = at(entry)
	}
	return result
}
