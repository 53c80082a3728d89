package tron

import "slices"

// A spot is a position in which I am to move against one other, and my step from the root that led there.
type spot struct {
	walls       Plane
	mine, other int // heads
	first       Move
	worth       int
}

// ambush searches against the article's bot: its answers are known, so only my own steps branch. It keeps the best spots of every round (a
// beam), narrow enough that the budget reaches some thirty rounds ahead.
func (s *search) ambush() (found finding) {
	other := s.after(s.me)
	root := spot{walls: s.walls, mine: s.head[s.me], other: s.head[other]}
	defer s.stand(&root, other)
	s.beam = append(s.beam[:0], root)
	for round := 1; len(s.beam) > 0 && !s.spent(); round++ {
		s.wide = s.wide[:0]
		for i := range s.beam {
			if won := s.widen(&s.beam[i], other); won != 0 {
				return finding{move: won, bet: true, depth: 2 * round, nodes: s.nodes, worth: wonBy(round)}
			}
		}
		if len(s.wide) == 0 {
			break
		}
		slices.SortStableFunc(s.wide, func(a, b spot) int { return b.worth - a.worth })
		s.wide = s.wide[:min(len(s.wide), max(s.budget/beamShare, leastBeam))]
		found = finding{move: s.wide[0].first, depth: 2 * round, worth: s.wide[0].worth}
		s.beam, s.wide = s.wide, s.beam
	}
	found.bet, found.nodes = true, s.nodes
	return found
}

// A round of the beam gets a part of the budget as spots, with a minimum.
const (
	beamShare = 150
	leastBeam = 8
)

func wonBy(round int) int { return won - 2*round }

// widen adds the spots after each of my steps and the answer to it. If the other has no answer, it returns the first step of the way there.
func (s *search) widen(from *spot, other int) (won Move) {
	s.stand(from, other)
	list, n := s.moves(s.me, 0)
	for _, m := range list[:n] {
		first := from.first
		if first == 0 {
			first = m
		}
		s.ride(s.me, m)
		answer := s.expected(other)
		if answer == 0 {
			s.back(s.me, m)
			return first
		}
		s.ride(other, answer)
		s.wide = append(s.wide, spot{s.walls, s.head[s.me], s.head[other], first, s.judge(s.me)})
		s.back(other, answer)
		s.back(s.me, m)
	}
	return 0
}

// stand restores the position of a spot.
func (s *search) stand(at *spot, other int) {
	s.walls, s.head[s.me], s.head[other] = at.walls, at.mine, at.other
}
