package rating

import "slices"

// A gathering adds up all units' information, any number of times over the same units. Both rows of a pair agree but for a sign, so it
// adds once for both, in a list of its own, where it remembers each pair's place. The sums are those of [Information.add], bit for bit.
type gathering struct {
	information *Information
	from        []int32 // where the sums of a row begin: those with smaller numbers, in their order
	sums        []sum
	places      []int32 // in sums, of the pairs of all units, in their order
	nth         int     // of places, the next
	duels       []duel  // all units, if all are duels
	met         bool    // a pair met for the first time: what was added is worth nothing
}

// sum is the information of a pair.
type sum struct{ weight, slope, counts float64 }

// begin begins to add anew.
func (g *gathering) begin() {
	clear(g.information.own)
	g.nth = 0
	if g.from != nil && !g.met {
		clear(g.sums)
		return
	}
	g.met, g.places = false, g.places[:0]
	rows, n := g.information.rows, 0
	g.from = slices.Grow(g.from[:0], len(rows))
	for i := range rows {
		g.from = append(g.from, int32(n))
		smaller, _ := slices.BinarySearch(rows[i].others, int32(i))
		n += smaller
	}
	g.sums = make([]sum, n)
}

// addCurvature adds curvature to the information about two entries, and slope in the strength of a.
func (g *gathering) addCurvature(a, b int, weight, slope float64) {
	if a < b {
		a, b, slope = b, a, -slope
	}
	at, known := g.place(a, b)
	if !known {
		return
	}
	f, s := g.information, &g.sums[at]
	s.weight += weight
	s.slope += slope
	counts := f.count(s.weight)
	more := counts - s.counts
	s.counts = counts
	f.own[a] += more
	f.own[b] += more
}

// place is where the sum of a and b is; false where they meet for the first time.
func (g *gathering) place(a, b int) (int32, bool) {
	if g.nth < len(g.places) {
		g.nth++
		return g.places[g.nth-1], true
	}
	at, found := g.information.find(a, b)
	if !found {
		g.met = true
		g.information.place(a, b)
		g.information.place(b, a)
	}
	if g.met {
		return 0, false
	}
	g.places = append(g.places, g.from[a]+int32(at))
	g.nth++
	return g.places[g.nth-1], true
}

// end writes what was added into both rows of each pair. It reports false where pairs met for the first time: then all is to be added
// again.
func (g *gathering) end() bool {
	if g.met {
		return false
	}
	rows := g.information.rows
	next := make([]int, len(rows)) // where the next larger number stands in a row
	for i := range rows {
		r := &rows[i]
		for k, s := range g.sums[g.from[i]:g.until(i)] {
			r.counts[k], r.info[k] = s.counts, pairInfo{s.weight, s.slope}
			other := r.others[k]
			to, at := &rows[other], next[other]
			to.counts[at], to.info[at] = s.counts, pairInfo{s.weight, 0 - s.slope}
			next[other]++
		}
		next[i] = int(g.until(i) - g.from[i])
	}
	return true
}

// until is where the sums of a row end.
func (g *gathering) until(i int) int32 {
	if i+1 < len(g.from) {
		return g.from[i+1]
	}
	return int32(len(g.sums))
}
