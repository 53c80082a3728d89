package swiss

import "math"

// mostMatched is the largest number of entries that a matching pairs, since it takes n^3 steps. More are paired as if none had met.
const mostMatched = 600

// fewest returns the pairs of a round with as few rematches as possible: the fewest pairs that have met, then the fewest meetings of these,
// then pairs with equal points, at the distance that pairing prefers. If the number of entries is odd, one of those with the fewest byes
// has the bye.
func (r *record) fewest(order []int) (pairs [][2]int) {
	c := r.costs(order)
	for i, j := range match(len(order)+len(order)%2, c.pair) {
		if i < j && j < len(order) {
			pairs = append(pairs, [2]int{order[i], order[j]})
		}
	}
	return pairs
}

// costs are those of the pairs of places in an order. The place behind the last is the bye.
type costs struct {
	record *record
	order  []int
	met    [][]int // by place: number of meetings with each other place
	halves []int   // by place: half the number of places with equal points
	byes   int     // the fewest of an entry
}

func (r *record) costs(order []int) *costs {
	n := len(order)
	c := &costs{record: r, order: order, met: make([][]int, n), halves: make([]int, n), byes: math.MaxInt}
	at := make([]int, r.n)
	for i := range at {
		at[i] = -1
	}
	same := map[float64]int{}
	for i, entry := range order {
		at[entry] = i
		same[r.points[entry]]++
		c.byes = min(c.byes, r.byes[entry])
	}
	for i, entry := range order {
		c.met[i], c.halves[i] = make([]int, n), same[r.points[entry]]/2
		for _, other := range r.met[entry] {
			if at[other] >= 0 {
				c.met[i][at[other]]++
			}
		}
	}
	return c
}

const (
	mostMeetings = 30 // that differ in cost
	mostApart    = 30 // half points that differ in cost
)

// pair returns the cost of a pair of places.
func (c *costs) pair(i, j int) int {
	i, j = min(i, j), max(i, j)
	n := len(c.order)
	if i == j || j == n && c.record.byes[c.order[i]] > c.byes {
		return impossible
	}
	if j == n {
		return n - 1 - i
	}
	apart := min(mostApart, int(math.Round(2*(c.record.points[c.order[i]]-c.record.points[c.order[j]]))))
	cost := j - i
	if apart == 0 {
		cost = max(cost-c.halves[i], c.halves[i]-cost)
	}
	cost += apart * apart * n
	if m := min(mostMeetings, c.met[i][j]); m > 0 {
		meetings := n*mostMeetings*mostMeetings + m*m
		cost += meetings * n * n * (mostApart*mostApart + 1)
	}
	return cost
}
