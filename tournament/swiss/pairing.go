package swiss

import "slices"

// A pairing pairs a round from the top, with backtracking if the rest cannot be paired. Its free places are in a Fenwick tree, so that a
// round of n entries needs about n log n steps.
type pairing struct {
	record   *record
	order    []int
	at       []int // by entry: its place in the order, -1 for the bye
	equal    []int // by place: the end of the places with equal points
	taken    []bool
	free     []int // the tree: sums of free places
	pairs    [][2]int
	again    bool // pairs may meet again
	patience int  // remaining attempts
}

// A search tries at most patience pairs, after a few for each entry did not do.
const (
	patience = 200_000
	few      = 50
)

func newPairing(r *record, order []int, patience int) *pairing {
	n := len(order)
	p := &pairing{
		record: r, order: order, patience: patience,
		at: make([]int, r.n), equal: make([]int, n), taken: make([]bool, n), free: make([]int, n+1),
	}
	for i := range p.at {
		p.at[i] = -1
	}
	for i := n - 1; i >= 0; i-- {
		p.at[order[i]], p.equal[i] = i, n
		if i+1 < n {
			p.equal[i] = p.equal[i+1]
			if r.points[order[i]] != r.points[order[i+1]] {
				p.equal[i] = i + 1
			}
		}
	}
	for i := 1; i <= n; i++ {
		p.free[i] = i & -i
	}
	return p
}

// take marks a place as taken, or as free.
func (p *pairing) take(i int, taken bool) {
	by := 1
	if taken {
		by = -1
	}
	p.taken[i] = taken
	for i++; i < len(p.free); i += i & -i {
		p.free[i] += by
	}
}

// before returns the number of free places before a place.
func (p *pairing) before(i int) int {
	n := 0
	for ; i > 0; i -= i & -i {
		n += p.free[i]
	}
	return n
}

// nth returns the nth free place, from 0.
func (p *pairing) nth(n int) int {
	at, step := 0, 1
	for 2*step < len(p.free) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if at+step < len(p.free) && p.free[at+step] <= n {
			at += step
			n -= p.free[at]
		}
	}
	return at
}

// fill pairs all from the ith of the order, and reports whether it could.
func (p *pairing) fill(i int) bool {
	for i < len(p.order) && p.taken[i] {
		i++
	}
	if i == len(p.order) {
		return true
	}
	p.take(i, true)
	c := p.choices(i)
	for k := range c.len() {
		if p.patience--; p.patience < 0 {
			break
		}
		j := c.at(k)
		p.take(j, true)
		p.pairs = append(p.pairs, [2]int{p.order[i], p.order[j]})
		if p.fill(i + 1) {
			return true
		}
		p.pairs = p.pairs[:len(p.pairs)-1]
		p.take(j, false)
	}
	p.take(i, false)
	return false
}

// choices are the possible opponents of an entry, best first: of those with equal points the one half of them further down, then those
// below it, then those above it upwards; then those with fewer points in order. They are found one by one, while the places that are free
// are those at the time of the call.
type choices struct {
	*pairing
	from          int   // number of free places before the first
	met           []int // of those from the first on: the numbers of former opponents, ascending
	equal, others int   // number of choices
}

func (p *pairing) choices(i int) choices {
	c := choices{pairing: p, from: p.before(i + 1)}
	if !p.again {
		for _, other := range p.record.met[p.order[i]] {
			if at := p.at[other]; at > i && !p.taken[at] {
				c.met = append(c.met, p.before(at)-c.from)
			}
		}
		slices.Sort(c.met)
	}
	equal := p.before(p.equal[i]) - c.from
	metEqual, _ := slices.BinarySearch(c.met, equal)
	c.equal = equal - metEqual
	c.others = p.before(len(p.order)) - c.from - len(c.met) - c.equal
	return c
}

func (c *choices) len() int { return c.equal + c.others }

// at returns the place of the kth choice.
func (c *choices) at(k int) int {
	half := c.equal / 2
	switch {
	case k < c.equal-half:
		k += half
	case k < c.equal:
		k = c.equal - 1 - k
	}
	for _, met := range c.met {
		if met <= k {
			k++
		}
	}
	return c.nth(c.from + k)
}
