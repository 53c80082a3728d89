package rating

// A gathering adds up what all units told, any number of times over the same units. Both rows of a pair say the same but for a sign, so it adds
// to that of the larger number alone and copies at the end; and it remembers where each pair stands. The sums are those of [Information.add],
// bit for bit.
type gathering struct {
	told   *Information
	places []int32 // in their rows, of the pairs of all units, in their order
	nth    int     // of places, the next; after all of them while they are still looked for
	moved  bool    // a pair met for the first time, so that places after it are others now
}

// begin begins to add anew.
func (g *gathering) begin() {
	g.told.forget()
	if g.moved {
		g.places, g.moved = g.places[:0], false
	}
	g.nth = 0
}

// add adds curvature to what two entries have told of each other, and slope in the strength of a.
func (g *gathering) add(a, b int, weight, slope float64) {
	if a < b {
		a, b, slope = b, a, -slope
	}
	f, at := g.told, g.place(a, b)
	r := &f.rows[a]
	t, before := &r.told[at], r.counts[at]
	t.weight += weight
	t.slope += slope
	counts := f.count(t.weight)
	r.counts[at] = counts
	f.own[a] += counts - before
	f.own[b] += counts - before
}

// place is where the row of a has b.
func (g *gathering) place(a, b int) int {
	if g.nth < len(g.places) {
		g.nth++
		return int(g.places[g.nth-1])
	}
	at, found := g.told.find(a, b)
	if !found {
		g.moved = true
		g.told.place(b, a)
		at = g.told.place(a, b)
	}
	g.places = append(g.places, int32(at))
	g.nth++
	return at
}

// end copies what was added to the rows of the smaller numbers.
func (g *gathering) end() {
	rows := g.told.rows
	next := make([]int, len(rows)) // where the next larger number stands in a row
	for i := range rows {
		r := &rows[i]
		for k, other := range r.others {
			if int(other) >= i {
				next[i] = k
				break
			}
			to, at := &rows[other], next[other]
			to.counts[at] = r.counts[k]
			to.told[at] = told{weight: r.told[k].weight, slope: 0 - r.told[k].slope}
			next[other]++
		}
	}
}
