package arena

import (
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// With the key until, rounds of play are short, and after each it is decided whether the stage ends: leastFirst games at first, then
// as many as all before divided by growth.
const (
	leastFirst  = 16
	leastBlocks = 4
	leastNext   = 8
	growth      = 6
)

// untilNext returns the number of games of a round of play with the key until, after this many games.
func (a *format) untilNext(f *tournament.Field, played int) int {
	if played == 0 {
		return max(leastFirst, leastBlocks*a.blockSize(f, slices.Max(a.sizes(f))))
	}
	return max(leastNext, played/growth)
}

// Until returns the condition on which the stage ends early, and the most games it may have.
func (a *format) Until(*tournament.Field) (tournament.Until, int) { return a.until, a.games }

/*
Reached reports whether the order that matters is certain after the last complete round of play: of each two bots whose order matters,
the better mean must be above the other by so many standard errors of their difference that a wrong order would be declared at no look,
with the level's probability; see [rating.Boundary].

No allowance is made for the number of pairs, since all must be separated at the same time. A wrong order is then declared only if the
pair that is wrong has crossed its boundary, and all others have too; that is most likely if all others differ by far, which leaves a
single pair.
*/
func (a *format) Reached(f *tournament.Field, past tournament.Past) bool {
	if a.until.None() {
		return false
	}
	series := f.LastChange(tournament.Now)
	past = past.From(past.Len() - past.In(series))
	f = f.At(tournament.Now)
	if f.Size() < 2 || past.Len() == 0 {
		return false
	}
	places := f.Places()
	c := rating.Compare(f.Size(), a.scores(past, places))
	order := c.Best()
	if !a.couldBe(c, order) {
		return false
	}
	needs := rating.Boundary(a.looks(past), a.games, a.until.Wrong())
	return a.certain(c, order, needs)
}

// certain reports whether all pairs that matter are separated by a number of standard errors.
func (a *format) certain(c *rating.Comparison, order []int, needs float64) bool {
	strict := map[int]float64{} // by number of games
	return a.until.Pairs(len(order), func(better, worse int) bool {
		above, err, games := c.Difference(order[better], order[worse])
		reach, known := strict[games]
		if !known {
			reach = rating.FewDegrees(needs, games-1)
			strict[games] = reach
		}
		above += a.indifference
		return rating.Round(above) > 0 && above > float64(reach*err)
	})
}

// leastErrors is fewer standard errors than any boundary needs.
const leastErrors = 0.01

// couldBe reports whether a boundary has to be computed.
func (a *format) couldBe(c *rating.Comparison, order []int) bool {
	return a.certain(c, order, leastErrors)
}

// looks returns the number of games of each look so far: those of all rounds of play up to each.
func (a *format) looks(past tournament.Past) (counts []int) {
	round := -1
	for i := range past.Len() {
		if at := past.Game(i).Round; at != round {
			counts, round = append(counts, i), at
		}
	}
	return append(counts, past.Len())[1:]
}
