package rating

import (
	"iter"
	"math"
	"slices"
)

// A Comparison compares the values of several entries over many games. Entries of the same game are compared as a pair, so that luck which
// affects both (the deal, the others) cancels out.
type Comparison struct {
	n     int
	games int
	count []int
	mean  []float64
	reach []float64 // by number of games, 0 if not computed yet

	cross  []float64 // n x n: sums of products of distances from the means, over the games that two entries share; nil in large fields
	shared shared    // the same, in large fields
	row    []float64 // row of cross for the entry last requested
	of     int       // that entry, -1 before the first
	width  int       // blocks of games
	blocks []float64 // n x width: sums of distances from the means, over every width-th game
}

// Games are the values of each game in the order of the plan: the entries that played, and the value of each.
type Games = iter.Seq2[[]int, []float64]

// fewEntries is the largest field with a number for each pair. In larger fields most pairs have not met.
const fewEntries = 1000

// Compare reads the games twice. Entries are from 0 to n-1.
func Compare(n int, games Games) *Comparison {
	c := &Comparison{n: n, count: make([]int, n), mean: make([]float64, n), row: make([]float64, n), of: -1}
	seats := 0
	for entries, values := range games {
		c.games++
		seats += len(entries)
		for k, e := range entries {
			c.count[e]++
			c.mean[e] += (values[k] - c.mean[e]) / float64(c.count[e])
		}
	}
	c.width = drawBlocks
	if n <= fewEntries {
		c.cross = make([]float64, n*n)
	} else {
		c.shared = newShared(c.count, c.games, seats)
		c.width = fewBlocks
	}
	c.blocks = make([]float64, n*c.width)
	nth := 0
	for entries, values := range games {
		for k, e := range entries {
			c.blocks[e*c.width+nth%c.width] += values[k] - c.mean[e]
		}
		c.share(entries, values)
		nth++
	}
	if c.cross == nil {
		c.shared.close(c.count)
	}
	return c
}

// share adds the products of a game.
func (c *Comparison) share(entries []int, values []float64) {
	if c.cross == nil {
		c.shared.add(entries, values, c.mean)
		return
	}
	for k, e := range entries {
		away := values[k] - c.mean[e]
		for m, other := range entries[:k+1] {
			product := float64(away * (values[m] - c.mean[other]))
			c.cross[e*c.n+other] += product
			if other != e {
				c.cross[other*c.n+e] += product
			}
		}
	}
}

// together returns the row of an entry: sums of products of distances from the means, over the games that it shares with each.
func (c *Comparison) together(entry int) []float64 {
	if c.cross != nil {
		return c.cross[entry*c.n : (entry+1)*c.n]
	}
	if c.of != entry {
		c.of = entry
		c.shared.row(c.row, entry)
	}
	return c.row
}

// Difference returns how far the mean of a lies above that of b, with its standard error; games is the smaller number of games of the two.
// With fewer than two games the error is infinite.
//
// The games are independent of each other, so the variance of the difference is s²(a)/n(a) + s²(b)/n(b) less twice the covariance over the
// games that both played. If they played all games together this is the paired comparison; if none, that of two samples.
func (c *Comparison) Difference(a, b int) (above, err float64, games int) {
	games = min(c.count[a], c.count[b])
	above = c.mean[a] - c.mean[b]
	if games < 2 {
		return above, math.Inf(1), games
	}
	na, nb := float64(c.count[a]), float64(c.count[b])
	variance := c.squares(a)/float64((na-1)*na) + c.squares(b)/float64((nb-1)*nb)
	shrunk := math.Sqrt(float64((na - 1) * na * (nb - 1) * nb)) // so that the paired case is exact
	variance -= 2 * c.together(a)[b] / shrunk
	return above, math.Sqrt(max(variance, 0)), games
}

// squares returns the sum of the squared distances of an entry from its mean.
func (c *Comparison) squares(entry int) float64 {
	if c.cross != nil {
		return c.cross[entry*c.n+entry]
	}
	return c.shared.squares[entry]
}

// Apart reports whether a is better than b at a level that allows for all comparisons of one entry: each of the n-1 is made so strictly
// that with 95 % confidence none of them is wrong (Šidák's correction).
func (c *Comparison) Apart(a, b int) bool {
	return c.mean[a] > c.mean[b] && c.differ(a, b)
}

// differ reports whether two means are significantly different.
func (c *Comparison) differ(a, b int) bool {
	games := min(c.count[a], c.count[b])
	if games < 2 {
		return false
	}
	needs, above := c.needs(games), math.Abs(c.mean[a]-c.mean[b])
	if c.cross == nil { // in a large field most differ by far: then shared luck need not be computed
		if both := c.shared.errors[a] + c.shared.errors[b]; above > float64(needs*both) {
			return Round(above) > 0
		}
	}
	_, err, _ := c.Difference(a, b)
	return Round(above) > 0 && above > float64(needs*err)
}

// needs returns how many standard errors separate two entries after a number of games.
func (c *Comparison) needs(games int) float64 {
	for len(c.reach) <= games {
		c.reach = append(c.reach, 0)
	}
	if c.reach[games] == 0 {
		each := math.Pow(Confidence, 1/float64(max(c.n-1, 1)))
		c.reach[games] = StudentT(each, games-1)
	}
	return c.reach[games]
}

// Ranks returns the best and the worst place of an entry: after all that are significantly better, before all that are significantly worse.
func (c *Comparison) Ranks(entry int) (low, high int) {
	low, high = 1, c.n
	for other := range c.n {
		if other == entry {
			continue
		}
		if c.mean[other] == c.mean[entry] || !c.differ(entry, other) {
			continue
		}
		if c.mean[other] > c.mean[entry] {
			low++
		} else {
			high--
		}
	}
	return low, high
}

// ManyGames is the number of additional games above which entries count as equal.
const ManyGames = 1_000_000

// More returns about how many more games each of the two entries needs for a significant difference, if their means stay as they are: at
// most ManyGames, and 0 if that cannot be estimated, because the means are equal or the games too few.
func (c *Comparison) More(a, b int) int {
	above, err, played := c.Difference(a, b)
	if Round(above) == 0 || math.IsInf(err, 1) {
		return 0
	}
	short := float64(c.needs(played)*err) / math.Abs(above)
	more := math.Ceil(float64(float64(played) * (float64(short*short) - 1)))
	return int(max(0, min(more, ManyGames)))
}

// A Cluster is a run of neighbouring places whose first and last are statistically tied. Places count from 1.
type Cluster struct {
	From, To int
	More     int // about how many more games of each entry would separate them all; 0 if unknown
}

// Clusters finds the longest runs of tied places. order is the entries by place; runs within another are left out.
func (c *Comparison) Clusters(order []int) []Cluster {
	var found []Cluster
	reached, looked := 0, 0
	more := make([]int, len(order)) // games that separate each from the next; -1: unknown
	for i := range order {
		last := i
		for last+1 < len(order) && !c.Apart(order[i], order[last+1]) {
			last++
		}
		if last == i || last <= reached {
			continue
		}
		for ; looked < last; looked++ {
			more[looked] = c.parts(order[looked], order[looked+1])
		}
		found = append(found, Cluster{From: i + 1, To: last + 1, More: largest(more[i:last])})
		reached = last
	}
	return found
}

// parts returns how many more games separate two neighbours: 0 if they are separated, -1 if unknown.
func (c *Comparison) parts(a, b int) int {
	if more := c.More(a, b); more > 0 || c.Apart(a, b) {
		return more
	}
	return -1
}

// largest returns the largest number of games, 0 if one of them is unknown.
func largest(more []int) int {
	if slices.Contains(more, -1) {
		return 0
	}
	return slices.Max(more)
}
