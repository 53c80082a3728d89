package ladder

import (
	"cmp"
	"math"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// Until returns the condition on which the stage ends early, and the most games it may have.
func (l *format) Until(f *tournament.Field) (tournament.Until, int) { return l.certain, l.whole(f) }

// Reached reports whether the order that matters is certain.
func (l *format) Reached(f *tournament.Field, past tournament.Past) bool {
	if l.certain.None() {
		return false
	}
	s := past.State(l, f).(*state)
	return s.reached && f.LastChange(tournament.Now) <= s.seen
}

// unlimited is the number of games over which the level of certainty is shared if games is not set.
const unlimited = 100_000_000

/*
certain reports whether the order that matters is certain, of the entries that play: the difference of each two estimates whose order
matters must exceed the boundary of this look, in standard errors; see [rating.Boundary]. As in an arena, all pairs must at the same
time, so no allowance is made for their number. Errors are those of differences in draws of all strengths together. Looks are counted
anew when the field changes.
*/
func (s *state) certain(playing []int, games, round int) bool {
	s.looks = append(s.looks, games)
	most := s.format.games
	most = cmp.Or(most, unlimited)
	needs := rating.Boundary(s.looks, max(most, games), s.format.certain.Wrong())
	var draws [][]float64
	ranking := s.online.Ranks(rankSeed(s.field, games), func(strength []float64) { draws = append(draws, slices.Clone(strength)) })
	order := slices.Clone(playing)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranking.Log[b], ranking.Log[a]) })
	return s.format.certain.Pairs(len(order), func(better, worse int) bool {
		one, other := order[better], order[worse]
		above := ranking.Log[one] - ranking.Log[other]
		squares := 0.0
		for _, x := range draws {
			away := x[one] - x[other] - above
			squares += float64(away * away)
		}
		return above+s.format.indifference > float64(needs*math.Sqrt(squares/float64(len(draws))))
	})
}
