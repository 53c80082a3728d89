package tournament

import (
	"math"

	"agon/rating"
)

// Settle gives a line its rank within the group, from 1, the places that it may have, and whether it goes on; advance 0 lets everybody
// through. A bot's own rank is always among its places.
func (s *Standing) Settle(rank, low, high, advance int) {
	s.Rank, s.RankLow, s.RankHigh = rank, min(low, rank), max(high, rank)
	s.Through = advance == 0 || rank <= advance
}

// Hope gives a settled line its chances: of being first, and by what is left of the stage of going on. at is where rest has its entry.
func (s *Standing) Hope(first float64, rest *rating.Rest, at int) {
	s.ChanceFirst, s.ChanceNext = first, rest.Chance(at)
	if rest.Over() && s.Through {
		s.ChanceNext = 1
	}
}

// Blocks are the places of a group between which nobody's rank interval reaches: within a block they are not apart. strength is
// what ranks, with its standard error, and games is how many of the stage or of the group have been played.
func Blocks(lines []Standing, games int, strength func(s Standing) (value, err float64)) []Cluster {
	best := make([]int, len(lines)+1) // place that this line or a later one may have
	best[len(lines)] = len(lines) + 1
	for i := len(lines) - 1; i >= 0; i-- {
		best[i] = min(best[i+1], lines[i].RankLow)
	}
	var list []Cluster
	from, worst := 0, 0
	for i, s := range lines {
		worst = max(worst, s.RankHigh)
		if worst > i+1 || best[i+1] <= i+1 {
			continue
		}
		if i > from {
			list = append(list, Cluster{Group: s.Group, From: from + 1, To: i + 1, More: more(lines[from:i+1], games, strength)})
		}
		from = i + 1
	}
	return list
}

// more is about how many more games part all neighbours of a block, if their strengths stay as they are.
func more(lines []Standing, games int, strength func(s Standing) (value, err float64)) int {
	most := 0.0
	for i, s := range lines[1:] {
		one, oneErr := strength(lines[i])
		two, twoErr := strength(s)
		if one <= two {
			return rating.ManyGames
		}
		short := float64(rating.Reach*math.Hypot(oneErr, twoErr)) / (one - two)
		most = max(most, float64(short*short)-1)
	}
	return int(math.Min(math.Ceil(float64(most*float64(games))), rating.ManyGames))
}
