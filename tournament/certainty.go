package tournament

import (
	"math"

	"agon/rating"
)

// Settle sets a line's rank within the group, from 1, the range of places that it may have, and whether it advances; with advance 0
// everyone does. The range is extended to include the rank.
func (s *Standing) Settle(rank, low, high, advance int) {
	s.Rank, s.RankLow, s.RankHigh = rank, min(low, rank), max(high, rank)
	s.Through = advance == 0 || rank <= advance
}

// Hope sets the chances of a settled line: of being first, and of advancing after the rest of the stage. at is the index of its entry in
// rest.
func (s *Standing) Hope(first float64, rest *rating.Rest, at int) {
	s.ChanceFirst, s.ChanceNext = first, rest.Chance(at)
	if rest.Over() && s.Through {
		s.ChanceNext = 1
	}
}

// Blocks returns the ranges of places in a group that no rank interval crosses; the bots of a range are statistically tied. strength
// returns the ranking value with its standard error; games is how many games of the stage or of the group have been played.
func Blocks(lines []Standing, games int, strength func(s Standing) (value, err float64)) []Cluster {
	best := make([]int, len(lines)+1) // by index: the best place that this line or a later one may have
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

// more returns about how many more games separate all neighbours of a block, if their strengths stay as they are.
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
