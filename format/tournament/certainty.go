package tournament

import (
	"math"

	"agon/format/rating"
)

// Settle sets the ranks of a group's lines, which are in their final order, from 1. Lines that are equal in all that ranks share the rank
// of the first of them. The first lines advance, by their position; with advance 0 all do. places returns the range of places that the line
// at a position, from 0, may have, which is extended to those that it shares; nil: these alone.
func Settle(lines []Standing, advance int, equal func(a, b Standing) bool, places func(at int) (low, high int)) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && equal(lines[to-1], lines[to]) {
			to++
		}
		for at := from; at < to; at++ {
			low, high := from+1, to
			if places != nil {
				low, high = places(at)
			}
			s := &lines[at]
			s.Rank, s.RankLow, s.RankHigh = from+1, min(low, from+1), max(high, to)
			s.Through = advance == 0 || at < advance
		}
		from = to
	}
}

// Hope sets the chances of a settled line: of being first, and of advancing after the rest of the stage. at is the index of its entry in
// rest.
func (s *Standing) Hope(first float64, rest *rating.Rest, at int) {
	s.ChanceFirst, s.ChanceNext = first, rest.Chance(at)
	if rest.Over() && s.Through {
		s.ChanceNext = 1
	}
}

// ShareFirst gives the lines of a group that are equal in every result the same chance of being first: the mean of theirs. In draws of bots
// that always score alike the first of them would have all of it, and in other draws chance makes a difference.
func ShareFirst(lines []Standing) {
	type results struct {
		rank, played, won, lost, wins, draws, losses int
		score, deviation, points                     float64
	}
	of := func(s *Standing) results {
		return results{s.Rank, s.Played, s.GamesWon, s.GamesLost, s.Wins, s.Draws, s.Losses, s.Score, s.Deviation, s.Points}
	}
	equal := map[results][]float64{}
	for i := range lines {
		equal[of(&lines[i])] = append(equal[of(&lines[i])], lines[i].ChanceFirst)
	}
	for i := range lines {
		chances, sum := equal[of(&lines[i])], 0.0
		for _, c := range chances {
			sum += c
		}
		lines[i].ChanceFirst = rating.Round(sum / float64(len(chances)))
	}
}

// Blocks returns the longest ranges of places in a group of which each bot may have each place at 95 %: no two of such a range are kept
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
