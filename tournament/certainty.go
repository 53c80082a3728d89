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

// Blocks returns the longest ranges of places in a group of which each bot may have each place at 95 %: no two of such a range are told
// apart. Ranges may overlap, since the first and the third may be apart and the second from neither. strength returns the ranking value
// with its standard error; games is how many games of the stage or of the group have been played.
func Blocks(lines []Standing, games int, strength func(s Standing) (value, err float64)) []Cluster {
	var list []Cluster
	covered := 0 // by the last range
	for from := range lines {
		to, low, high := from, 0, len(lines)+1
		for at := from; at < len(lines); at++ {
			low, high = max(low, lines[at].RankLow), min(high, lines[at].RankHigh)
			if low > from+1 || high < at+1 {
				break
			}
			to = at + 1
		}
		if to > from+1 && to > covered {
			list = append(list, Cluster{Group: lines[from].Group, From: from + 1, To: to, More: more(lines[from:to], games, strength)})
			covered = to
		}
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
	return rating.MoreGames(float64(most*float64(games)), games)
}
