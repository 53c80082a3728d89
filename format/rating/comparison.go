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
	row    []float64 // of cross, of the entry that was looked at last
	of     int       // this entry, -1 before the first
	apart  []bool    // from each other, of the entry of which all were looked at last
	all    int       // this entry, -1 before the first
	alone  []float64 // variances of the means
	part   []float64 // of these that is of the entry's own values, 0 to 1; the rest is of all
	pool   Pool      // of all, without the luck that is shared
	width  int       // blocks of games
	blocks []float64 // n x width: sums of distances from the means, over every width-th game
}

// Games are the values of each game in the order of the plan: the entries that played, and the value of each.
type Games = iter.Seq2[[]int, []float64]

// fewEntries is the largest field with a number for each pair. In larger fields most pairs have not met.
const fewEntries = 1000

// Compare reads the games twice. Entries are from 0 to n-1.
func Compare(n int, games Games) *Comparison {
	c := &Comparison{n: n, count: make([]int, n), mean: make([]float64, n), row: make([]float64, n), of: -1, apart: make([]bool, n),
		all: -1}
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
	nth, shared := 0, 0.0
	pairs := 0
	for entries, values := range games {
		sum, squares := 0.0, 0.0
		for k, e := range entries {
			away := values[k] - c.mean[e]
			c.blocks[e*c.width+nth%c.width] += away
			sum += away
			squares += float64(away * away)
		}
		shared += float64(sum*sum) - squares
		pairs += len(entries) * (len(entries) - 1)
		c.share(entries, values)
		nth++
	}
	if c.cross == nil {
		c.shared.close(c.count)
	}
	c.measure(shared, pairs, seats)
	return c
}

// measure sets the variances of the means. shared is the sum of the products of distances from the means over pairs of seats of a game,
// seats is the number of all seats. Luck that games share does not count where entries play all games together, and counts whole where they
// never meet.
func (c *Comparison) measure(shared float64, pairs, seats int) {
	for e, count := range c.count {
		c.pool.Add(count, c.squares(e))
	}
	if pairs > 0 && c.games > 0 && c.pool.freedom > 0 {
		together := float64(seats) / float64(c.n*c.games)
		luck := float64(shared/float64(pairs)) * float64(seats) / float64(c.pool.freedom)
		c.pool.squares -= float64(float64(c.pool.freedom) * min(c.pool.usual(), float64(together*max(0, luck))))
	}
	c.alone, c.part = make([]float64, c.n), make([]float64, c.n)
	for e, count := range c.count {
		if count < 2 {
			continue
		}
		variance, part, _ := c.pool.Variance(count, c.squares(e))
		c.alone[e], c.part[e] = variance/float64(count), part
		if c.cross == nil {
			c.shared.errors[e] = math.Sqrt(c.alone[e])
		}
	}
}

// share adds the products of a game.
func (c *Comparison) share(entries []int, values []float64) {
	if c.cross == nil {
		c.shared.addGame(entries, values, c.mean)
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
	return above, math.Sqrt(max(c.variance(a, b, c.together(a)), 0)), games
}

// variance is that of a difference, of entries with two games at least. row is what a shares with each.
func (c *Comparison) variance(a, b int, row []float64) float64 {
	variance := c.alone[a] + c.alone[b]
	if row[b] == 0 {
		return variance
	}
	na, nb := float64(c.count[a]), float64(c.count[b])
	shrunk := math.Sqrt(float64((na - 1) * na * (nb - 1) * nb)) // so that the paired case comes out exactly
	return variance - float64(2*row[b]/shrunk*min(c.part[a], c.part[b]))
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
		_, _, freedom := c.pool.Variance(games, 0)
		c.reach[games] = StudentT(each, freedom)
	}
	return c.reach[games]
}

// against is from whom an entry differs. It is good until it is asked of another.
func (c *Comparison) against(entry int) []bool {
	if c.all == entry {
		return c.apart
	}
	c.all = entry
	var row []float64
	mean, count := c.mean[entry], c.count[entry]
	for other := range c.n {
		c.apart[other] = false
		games := min(count, c.count[other])
		if games < 2 || other == entry {
			continue
		}
		needs, above := c.needs(games), math.Abs(mean-c.mean[other])
		if c.cross == nil && above > float64(needs*(c.shared.errors[entry]+c.shared.errors[other])) {
			c.apart[other] = Round(above) > 0
			continue
		}
		if row == nil {
			row = c.together(entry)
		}
		err := math.Sqrt(max(c.variance(entry, other, row), 0))
		c.apart[other] = above > float64(needs*err) && Round(above) > 0
	}
	return c.apart
}

// Ranks are the best and the worst place that an entry may have: behind all that are apart above it, before all that are apart
// below it.
func (c *Comparison) Ranks(entry int) (low, high int) {
	low, high = 1, c.n
	for other, apart := range c.against(entry) {
		switch {
		case !apart || c.mean[other] == c.mean[entry]:
		case c.mean[other] > c.mean[entry]:
			low++
		default:
			high--
		}
	}
	return low, high
}

// ManyGames stands for more games than anybody will play to separate entries: more than ten times those played.
const ManyGames = 1_000_000

const nobodyPlays = 10 // times the games played

// MoreGames returns a number of additional games, rounded up; ManyGames if it is more than ten times those played.
func MoreGames(more float64, played int) int {
	if !(more <= float64(nobodyPlays*played)) {
		return ManyGames
	}
	return max(0, int(math.Ceil(more)))
}

// More returns about how many more games each of the two entries needs for a significant difference, if their means stay as they are:
// ManyGames for more than ten times those played, and 0 if that cannot be estimated, because the means are equal or the games too few.
func (c *Comparison) More(a, b int) int {
	above, err, played := c.Difference(a, b)
	if Round(above) == 0 || math.IsInf(err, 1) {
		return 0
	}
	short := float64(c.needs(played)*err) / math.Abs(above)
	return MoreGames(float64(played)*(float64(short*short)-1), played)
}

// A Cluster is a run of neighbouring places whose first and last are statistically tied. Places count from 1.
type Cluster struct {
	From, To int
	More     int // about how many more games of each entry would separate them all; 0 if unknown
}

// Clusters finds the longest runs of tied places. order is the entries by place; runs within another are left out.
func (c *Comparison) Clusters(order []int) []Cluster {
	clusters, _ := c.Order(order)
	return clusters
}

// A Range is the best and the worst place that an entry may have.
type Range struct{ Low, High int }

// Order is the Clusters of an order of all entries, and the Ranks of each place's entry, for one look at each pair.
func (c *Comparison) Order(order []int) (found []Cluster, ranks []Range) {
	reached := 0
	ranks, more := make([]Range, len(order)), make([]int, len(order)) // more games part each from the next; -1: unknown
	type run struct{ from, last int }
	var runs []run
	lasts := make([]int, len(order)) // the last place down to which nobody is apart from this one
	for i, entry := range order {
		last, apart := i, c.against(entry)
		for last+1 < len(order) && (!apart[order[last+1]] || c.mean[entry] <= c.mean[order[last+1]]) {
			last++
		}
		ranks[i].Low, ranks[i].High = c.Ranks(entry)
		if i+1 < len(order) {
			more[i] = c.parts(entry, order[i+1])
		}
		lasts[i] = last
	}
	for i, last := range lasts {
		for at := i + 1; at <= last; at++ { // no two of a run are apart
			last = min(last, max(lasts[at], at))
		}
		if last > i && last > reached {
			runs = append(runs, run{i, last})
			reached = last
		}
	}
	for _, r := range runs {
		found = append(found, Cluster{From: r.from + 1, To: r.last + 1, More: largest(more[r.from:r.last])})
	}
	return found, ranks
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
