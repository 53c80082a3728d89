package swiss

import "slices"

// A pairing pairs a round from the top. Its free places are in a Fenwick tree, so that a round of n entries needs about n log n steps.
type pairing struct {
	record   *record
	order    []int
	at       []int // by entry: its place in the order, -1 for the bye
	equal    []int // by place: the end of the places with equal points
	taken    []bool
	free     []int // the tree: sums of free places
	pairs    [][2]int
	again    bool // pairs may meet again
	former   bool // who has met twice counts as two opponents, as in earlier versions
	patience int  // remaining attempts
}

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

// fill pairs all from the ith of the order, each with the best choice that leaves opponents for the rest, by trying one after the other. It
// reports whether it could.
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

// fewest does what fill does, and finds in a matching whether there are opponents for the rest. Where some must meet again they are as few
// as possible, and those meet that have met least often. With an odd number of entries one of the byes is left out, the first that costs no
// rematch.
func (p *pairing) fewest(byes []int) {
	met := make([][]int, len(p.order)) // by place: places, sorted
	for i := range met {
		for _, other := range p.record.met[p.order[i]] {
			met[i] = append(met[i], p.at[other])
		}
		slices.Sort(met[i])
	}
	strangers := newMatching(len(p.order), func(i, j int) bool {
		_, found := slices.BinarySearch(met[i], j)
		return i != j && !found
	})
	if len(p.order)%2 == 1 {
		p.take(p.leaveOut(strangers, byes), true)
	}
	for i := range p.order {
		if p.taken[i] {
			continue
		}
		p.take(i, true)
		j := p.opponent(strangers, i)
		p.take(j, true)
		p.pairs = append(p.pairs, [2]int{p.order[i], p.order[j]})
	}
}

// leaveOut takes one of some places out of a matching, and returns it.
func (p *pairing) leaveOut(m *matching, places []int) int {
	size := m.size()
	for _, i := range places {
		if m.takeOut(size, i) {
			return i
		}
	}
	m.takeOut(size-1, places[0])
	return places[0]
}

// opponent takes a place and its opponent out of the matching, and returns the opponent.
func (p *pairing) opponent(m *matching, i int) int {
	size := m.size()
	p.again = false
	for c, k := p.choices(i), 0; k < c.len(); k++ {
		if j := c.at(k); m.takeOut(size-1, i, j) {
			return j
		}
	}
	p.again = true
	var met []int
	for c, k := p.choices(i), 0; k < c.len(); k++ {
		if j := c.at(k); p.meetings(i, j) > 0 {
			met = append(met, j)
		}
	}
	slices.SortStableFunc(met, func(a, b int) int { return p.meetings(i, a) - p.meetings(i, b) })
	for _, j := range met {
		if m.takeOut(size, i, j) {
			return j
		}
	}
	panic("swiss: a matching without its pairs")
}

// meetings returns how often the entries of two places have met.
func (p *pairing) meetings(i, j int) (n int) {
	for _, other := range p.record.met[p.order[i]] {
		if other == p.order[j] {
			n++
		}
	}
	return n
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
		if !p.former {
			c.met = slices.Compact(c.met)
		}
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
