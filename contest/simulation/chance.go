package simulation

import (
	"math"
	"time"

	"agon/format/tournament"
	"agon/game"
)

// Purposes separate the draws of a seed.
const (
	strengthPurpose = iota + 1
	outcomePurpose
	timePurpose
	failurePurpose
	versionPurpose
)

// spread is the standard deviation of strengths in natural logarithms: 200 points of a rating, as package ladder assumes.
const spread = 200 * math.Ln10 / 400

// drawStrengths returns normally distributed strengths of bots, in natural logarithms.
func drawStrengths(seed int64, bots int) []float64 {
	dice := game.NewDice(game.SubSeed(seed, strengthPurpose), nil)
	dice.Turn(0)
	list := make([]float64, bots)
	for i := range list { // the polar form needs the cosine alone
		list[i] = float64(spread * math.Sqrt(-2*math.Log(uniform(&dice))) * math.Cos(2*math.Pi*uniform(&dice)))
	}
	return list
}

// uniform draws from above 0 to below 1.
func uniform(dice *game.Dice) float64 { return (float64(dice.Uint64()>>12) + 0.5) / (1 << 52) }

// chance returns the dice of a game, or a core, for a purpose.
func (s *simulation) chance(purpose int64, of ...int64) game.Dice {
	dice := game.NewDice(game.SubSeed(s.Seed, append(of, purpose)...), nil)
	dice.Turn(0)
	return dice
}

// draw returns the outcome of a game: places by the Plackett-Luce model, and scores in equal steps over the range of the field.
func (s *stageRun) draw(f tournament.Fixture) tournament.Result {
	dice := s.chance(outcomePurpose, int64(f.ID))
	n := len(f.Seats)
	luck := make([]float64, n)
	for seat, entry := range f.Seats { // the order of strengths with Gumbel noise
		luck[seat] = s.strengths[entry] - math.Log(-math.Log(uniform(&dice)))
	}
	least, most := s.field.LeastScore, s.field.MostScore
	if least == most {
		least, most = 0, 1
	}
	r := tournament.Result{Fixture: f.ID, Seats: make([]tournament.Seat, n), Rounds: 1, Turns: 1}
	for seat := range r.Seats {
		place := 1
		for other := range luck {
			if luck[other] > luck[seat] {
				place++
			}
		}
		r.Seats[seat] = tournament.Seat{Place: place, Score: least + float64((most-least)*float64(n-place)/float64(max(n-1, 1))), Moves: 1}
	}
	return r
}

// takes returns the time of a game on a core.
func (s *stageRun) takes(f tournament.Fixture) time.Duration {
	dice := s.chance(timePurpose, int64(f.ID))
	return max(1, time.Duration(float64(s.GameTime)*(0.5+uniform(&dice))))
}

// fails reports whether a core loses its game.
func (s *stageRun) fails(i int, c *core) bool {
	if s.Failures == 0 {
		return false
	}
	dice := s.chance(failurePurpose, int64(i), int64(c.tries), int64(c.job[0].ID))
	return uniform(&dice) < s.Failures
}
