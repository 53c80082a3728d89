package rating

import (
	"math"

	"agon/game"
)

// drawBlocks is the number of groups of games in draws of means. Each group is resampled as a whole, for all entries in it.
const (
	drawBlocks = 256
	fewBlocks  = 64 // in large fields
)

// Draws passes see draws of the true means of all entries together: RankDraws of them, each valid only during the call. Entries of one game
// share its luck in the draws. An entry with fewer than two games has the deviation of all,
// and one with few games, a part of it.
func (c *Comparison) Draws(seed int64, see func(means []float64)) {
	dice := game.NewDice(seed, nil)
	usual, fewest := c.usual()
	x, luck := make([]float64, c.n), make([]float64, c.width)
	for turn := range RankDraws {
		dice.Turn(turn)
		tails := 1.0 // Student's law is wider than the normal one
		if fewest >= 2 {
			_, _, freedom := c.pool.Variance(fewest, 0)
			free := float64(freedom)
			tails = math.Sqrt(free / 2 / gamma(free/2, &dice))
		}
		for b := range luck {
			luck[b] = normal(&dice)
		}
		for i := range x {
			x[i] = c.draw(i, luck, tails, usual, &dice)
		}
		see(x)
	}
}

func (c *Comparison) draw(entry int, luck []float64, tails float64, usual law, dice *game.Dice) float64 {
	n := float64(c.count[entry])
	switch {
	case n == 0:
		return usual.mean + float64(math.Sqrt(usual.variance)*normal(dice))
	case n < 2:
		return c.mean[entry] + float64(math.Sqrt(usual.variance)*normal(dice))
	}
	sum := 0.0
	for b, away := range c.blocks[entry*c.width : (entry+1)*c.width] {
		sum += float64(away * luck[b])
	}
	part, own := c.part[entry], float64(sum*tails)/math.Sqrt(float64(n*(n-1)))
	if part == 1 {
		return c.mean[entry] + own
	}
	rest := math.Sqrt(float64((1-part)*c.pool.usual())/n) * float64(tails*normal(dice))
	return c.mean[entry] + float64(math.Sqrt(part)*own) + rest
}

// usual returns mean and variance of the values of all games, and the fewest games of an entry that has two or more.
func (c *Comparison) usual() (all law, fewest int) {
	played := 0
	for i, n := range c.count {
		played += n
		all.sum += float64(float64(n) * c.mean[i])
		if n >= 2 && (fewest == 0 || n < fewest) {
			fewest = n
		}
	}
	if played == 0 {
		return law{variance: 1}, 0
	}
	all.mean = all.sum / float64(played)
	for i, n := range c.count {
		away := c.mean[i] - all.mean
		all.squares += c.squares(i) + float64(float64(n)*float64(away*away))
	}
	all.variance = all.squares / float64(played)
	return all, fewest
}

// Best returns all entries, those with the best means first.
func (c *Comparison) Best() []int { return Top(c.mean, c.n, c.mean) }

// Means returns the means of all entries. The caller must not change them.
func (c *Comparison) Means() []float64 { return c.mean }
