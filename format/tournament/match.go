package tournament

import (
	"slices"

	"agon/format/rating"
)

// A Match is games between the same entries that count together, with the results known so far.
type Match struct {
	Number  int
	Entries []int     // in the order of the seats of its first game
	Planned int       // games planned
	Opened  int       // the round of play of its first game
	Latest  int       // number of its newest planned one
	Games   []Game    // the games that count, by number: none after the first without a result, none after the deciding one
	Wins    []int     // games won alone, parallel to Entries
	Points  []float64 // points of the games that count, parallel to Entries; see Game.Points
	Scores  []float64 // scores of the games that count
	Faults  []int     // faults of the games that count
	Decided bool      // no further game could count
	GivenUp bool      // one of its games was given up, so it will never be decided
}

// Matches returns a stage's matches by number, decided by the rules of the series. Numbers without a game are omitted.
func (p Past) Matches(s Series) []*Match {
	order := make([]int, p.Len())
	for i := range order {
		order[i] = i
	}
	number := func(i, j int) int { return p.Game(i).Match - p.Game(j).Match }
	if !slices.IsSortedFunc(order, number) { // a bracket has its later rounds between each other
		slices.SortStableFunc(order, number)
	}
	var matches []*Match
	for _, i := range order {
		matches = Taken(matches, s, p.Game(i))
	}
	return matches
}

// Taken returns matches, sorted by number, with the next game of one of them added; it may be that match's first.
func Taken(matches []*Match, s Series, g Game) []*Match {
	at, found := len(matches)-1, len(matches) > 0 && matches[len(matches)-1].Number == g.Match
	if !found {
		at, found = slices.BinarySearchFunc(matches, g.Match, func(m *Match, number int) int { return m.Number - number })
	}
	if !found {
		matches = slices.Insert(matches, at, newMatch(g))
	}
	matches[at].countGame(s, g)
	return matches
}

// newMatch returns a match without games; first gives its number and entries.
func newMatch(first Game) *Match {
	n := first.Seats()
	m := &Match{
		Number: first.Match, Opened: first.Round, Entries: make([]int, n), Wins: make([]int, n), Faults: make([]int, n),
		Points: make([]float64, n), Scores: make([]float64, n),
	}
	for seat := range n {
		m.Entries[seat] = first.Entry(seat)
	}
	return m
}

// countGame adds the next game of the match, in the order of their numbers. Games after one without a result, or after the deciding one, do
// not count.
func (m *Match) countGame(s Series, g Game) {
	missing := len(m.Games) < m.Planned
	m.Planned++
	m.Latest = g.Round
	m.GivenUp = m.GivenUp || g.GivenUp
	if !g.Done || missing || m.Decided {
		return
	}
	m.count(g)
	m.Decided = s.decided(m)
}

// Absent returns which sides of a match that its games have not decided are gone when it would continue, parallel to Entries. A match
// that was given up is continued by nobody.
func (m *Match) Absent(f *Field) []bool {
	absent := make([]bool, len(m.Entries))
	for i, e := range m.Entries {
		absent[i] = !m.Decided && (m.GivenUp || len(m.Games) == m.Planned && f.Gone(e, m.Latest+1))
	}
	return absent
}

// Clone returns a deep copy.
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

// Lead returns how many more games the best entry of the match has won than the next.
func (m *Match) Lead() int {
	wins := slices.Clone(m.Wins)
	slices.Sort(wins)
	if len(wins) < 2 {
		return 0
	}
	return wins[len(wins)-1] - wins[len(wins)-2]
}

// Share returns the fraction of the other entries that an entry of the match is ahead of, where equals count half: 1, 0.5 or 0 for a
// match of two. by returns the value to compare, by index in Entries.
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

// LongMatch is the maximum number of games of a best-of match that count as one result for a rating; in longer matches every longPart
// games do.
const (
	LongMatch = 9
	longPart  = 5
)

// Results returns the results of a match as units of a rating. In rotations each game is a result, and those of one rotation are a unit;
// a best-of match is one result, its winner, and a long one has a result for every few games, so that 50:0 says more than 3:2. A match that
// is not decided has results in rotations only, of those that are complete. at returns the index of an entry.
func (s Series) Results(m *Match, at func(entry int) int) [][]rating.Meeting {
	var units [][]rating.Meeting
	if s.BestOf == 0 {
		turn := s.turn(len(m.Entries))
		for from := 0; from < len(m.Games) && (m.Decided || from+turn <= len(m.Games)); from += turn {
			var unit []rating.Meeting
			for _, g := range m.Games[from:min(from+turn, len(m.Games))] {
				unit = append(unit, g.Meeting(at))
			}
			units = append(units, unit)
		}
		return units
	}
	if !m.Decided {
		return nil
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

// part returns some games of a match as one result: by games won if there are two entries, by points if there are more.
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
