package rating

import (
	"iter"
	"math"
)

// A Comparison holds the values of several entries over many games against each other. Entries that sat in the same game are
// compared on it as a pair, so that luck which touches both (the deal, the others) cancels out.
type Comparison struct {
	n     int
	count []int
	mean  []float64
	cross []float64 // n x n: sums of products of distances from the means, over the games that two entries share
	reach map[int]float64
}

// Games are the values of each game in the order of the plan: the entries that sat in it, and beside each its value.
type Games = iter.Seq2[[]int, []float64]

// Compare reads the games twice. Entries are from 0 to n-1; memory grows with n squared.
func Compare(n int, games Games) *Comparison {
	c := &Comparison{n: n, count: make([]int, n), mean: make([]float64, n), cross: make([]float64, n*n), reach: map[int]float64{}}
	for entries, values := range games {
		for k, e := range entries {
			c.count[e]++
			c.mean[e] += (values[k] - c.mean[e]) / float64(c.count[e])
		}
	}
	for entries, values := range games {
		for k, e := range entries {
			away := values[k] - c.mean[e]
			for m, other := range entries[:k+1] {
				c.cross[c.cell(e, other)] += float64(away * (values[m] - c.mean[other]))
			}
		}
	}
	return c
}

// cell is where the pair stands in cross: the larger entry is the row.
func (c *Comparison) cell(a, b int) int { return max(a, b)*c.n + min(a, b) }

// Difference is how far the mean of a lies above that of b, with its standard error; games is the smaller number of games of the
// two. With fewer than two games the error is infinite.
//
// The games are independent of each other, so the variance of the difference is s²(a)/n(a) + s²(b)/n(b) less twice the
// covariance over the games that both sat in. Where they sat in all games together this is the paired comparison; where in
// none, that of two samples.
func (c *Comparison) Difference(a, b int) (above, err float64, games int) {
	games = min(c.count[a], c.count[b])
	above = c.mean[a] - c.mean[b]
	if games < 2 {
		return above, math.Inf(1), games
	}
	na, nb := float64(c.count[a]), float64(c.count[b])
	variance := c.cross[c.cell(a, a)]/float64((na-1)*na) + c.cross[c.cell(b, b)]/float64((nb-1)*nb)
	shrunk := math.Sqrt(float64((na - 1) * na * (nb - 1) * nb)) // so that the paired case comes out exactly
	variance -= 2 * c.cross[c.cell(a, b)] / shrunk
	return above, math.Sqrt(max(variance, 0)), games
}

// Apart reports whether a is better than b with enough confidence to say so beside all the other comparisons of one entry: each
// of the n-1 is made so strictly that with 95 % none of them is wrong (Šidák's correction).
func (c *Comparison) Apart(a, b int) bool {
	above, err, games := c.Difference(a, b)
	return games >= 2 && Round(above) > 0 && above > float64(c.needs(games)*err)
}

// needs is how many standard errors part two entries after so many games.
func (c *Comparison) needs(games int) float64 {
	if t, ok := c.reach[games]; ok {
		return t
	}
	each := math.Pow(Confidence, 1/float64(max(c.n-1, 1)))
	t := StudentT(each, games-1)
	c.reach[games] = t
	return t
}

// Ranks are the best and the worst place that an entry may have: behind all that are apart above it, before all that are apart
// below it.
func (c *Comparison) Ranks(entry int) (low, high int) {
	low, high = 1, c.n
	for other := range c.n {
		if other == entry {
			continue
		}
		if c.Apart(other, entry) {
			low++
		}
		if c.Apart(entry, other) {
			high--
		}
	}
	return low, high
}

// ManyGames is where counting on is no use: entries that need so many more games are as good as equal.
const ManyGames = 1_000_000

// More is about how many more games each of the two entries needs until they are apart, if their means stay as they are: ManyGames
// at most, and 0 where nothing can be said, because the means are equal or the games too few.
func (c *Comparison) More(a, b int) int {
	above, err, played := c.Difference(a, b)
	if Round(above) == 0 || math.IsInf(err, 1) {
		return 0
	}
	short := float64(c.needs(played)*err) / math.Abs(above)
	more := math.Ceil(float64(float64(played) * (float64(short*short) - 1)))
	return int(max(0, min(more, ManyGames)))
}

// A Cluster is a run of neighbouring places whose first and last are not apart. Places count from 1.
type Cluster struct {
	From, To int
	More     int // about how many more games of each entry would part them all; 0 where nothing can be said
}

// Clusters finds the longest runs of places that are not apart. order is the entries by place; a run that lies within another
// is left out.
func (c *Comparison) Clusters(order []int) []Cluster {
	var found []Cluster
	reached := 0
	for i := range order {
		last := i
		for last+1 < len(order) && !c.Apart(order[i], order[last+1]) {
			last++
		}
		if last > i && last > reached {
			found = append(found, c.cluster(order, i, last))
			reached = last
		}
	}
	return found
}

func (c *Comparison) cluster(order []int, from, to int) Cluster {
	k := Cluster{From: from + 1, To: to + 1}
	for i := from; i < to; i++ {
		more := c.More(order[i], order[i+1])
		if more == 0 && !c.Apart(order[i], order[i+1]) {
			return Cluster{From: from + 1, To: to + 1}
		}
		k.More = max(k.More, more)
	}
	return k
}
