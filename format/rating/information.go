package rating

import "slices"

// An Information is what results say about the logarithms of strengths, around an estimate: slope and curvature of the likelihood. Results
// compare entries with each other, so it is stored per pair, for pairs with results only. For a choice among some entries a pair's
// curvature is the product of their probabilities of being chosen: a quarter for a game of two equals.
//
// # What counts
//
// Not all information counts. The dispersion scales all of it; and a pair has a bias of its own besides the difference of its strengths,
// whose variance is the misfit. So the information of a pair grows with its results to one over the misfit, and without misfit it grows
// without bound.
type Information struct {
	rows        []row     // of each entry
	own         []float64 // the sum of what counts in each row
	per, misfit float64
}

// row is the information about an entry and others, by their numbers. What is read most stands in lists of its own: memory is what
// large fields wait for.
type row struct {
	others []int32
	counts []float64 // curvature that counts
	info   []pairInfo
}

// pairInfo is the information of the games of one pair.
type pairInfo struct {
	weight float64 // curvature
	slope  float64 // of the likelihood, in the strength of the row's entry
}

// NewInformation returns an empty Information on n entries, in which everything counts.
func NewInformation(n int) *Information {
	return &Information{rows: make([]row, n), own: make([]float64, n), per: 1}
}

// Add adds curvature to the pair of a and b.
func (f *Information) Add(a, b int, weight float64) { f.addCurvature(a, b, weight, 0) }

// addCurvature adds curvature, and slope in the strength of a.
func (f *Information) addCurvature(a, b int, weight, slope float64) {
	f.put(a, b, weight, slope)
	f.put(b, a, weight, -slope)
}

func (f *Information) put(entry, other int, weight, slope float64) {
	at := f.place(entry, other)
	r := &f.rows[entry]
	t, before := &r.info[at], r.counts[at]
	t.weight += weight
	t.slope += slope
	r.counts[at] = f.count(t.weight)
	f.own[entry] += r.counts[at] - before
}

// place is where a row has another entry, which it gets where it had not met it.
func (f *Information) place(entry, other int) int {
	at, found := f.find(entry, other)
	if !found {
		r := &f.rows[entry]
		r.others = slices.Insert(r.others, at, int32(other))
		r.counts = slices.Insert(r.counts, at, 0)
		r.info = slices.Insert(r.info, at, pairInfo{})
	}
	return at
}

// count returns how much of a pair's curvature counts.
func (f *Information) count(weight float64) float64 {
	info := float64(f.per * weight)
	return info / (1 + float64(f.misfit*info))
}

// recount recomputes everything that counts.
func (f *Information) recount(per, misfit float64) {
	f.per, f.misfit = per, misfit
	for i := range f.rows {
		r, own := &f.rows[i], 0.0
		for k := range r.info {
			counts := f.count(r.info[k].weight)
			r.counts[k] = counts
			own += counts
		}
		f.own[i] = own
	}
}

func (f *Information) find(entry, other int) (int, bool) {
	return slices.BinarySearch(f.rows[entry].others, int32(other))
}

// Own returns the counting information on an entry if the strengths of all others were certain.
func (f *Information) Own(entry int) float64 { return f.own[entry] }

// Between returns the counting information of a pair.
func (f *Information) Between(a, b int) float64 {
	if at, found := f.find(a, b); found {
		return f.rows[a].counts[at]
	}
	return 0
}

// More returns the increase of the counting information, from counts, by additional curvature.
func (f *Information) More(counts, weight float64) float64 {
	info := counts/(1-float64(f.misfit*counts)) + float64(f.per*weight)
	return info/(1+float64(f.misfit*info)) - counts
}

// Clone returns a deep copy.
func (f *Information) Clone() *Information {
	c := &Information{rows: make([]row, len(f.rows)), own: slices.Clone(f.own), per: f.per, misfit: f.misfit}
	for i := range f.rows {
		r := &f.rows[i]
		c.rows[i] = row{slices.Clone(r.others), slices.Clone(r.counts), slices.Clone(r.info)}
	}
	return c
}

// grow makes room for n entries, the new ones without information.
func (f *Information) grow(n int) {
	more := n - len(f.own)
	f.rows = append(slices.Clip(f.rows), make([]row, more)...)
	f.own = append(slices.Clip(f.own), make([]float64, more)...)
}

// slopes stores the counting slope of each entry in out.
func (f *Information) slopes(out []float64) {
	for i := range f.rows {
		r, sum := &f.rows[i], 0.0
		for k := range r.info {
			if t := &r.info[k]; t.weight > 0 {
				sum += float64(t.slope * r.counts[k] / t.weight)
			}
		}
		out[i] = sum
	}
}

// move changes the slopes by the effect of a change of the strengths.
func (f *Information) move(by []float64) {
	for i := range f.rows {
		r, own := &f.rows[i], by[i]
		for k, other := range r.others {
			t := &r.info[k]
			t.slope -= float64(t.weight * (own - by[other]))
		}
	}
}

// squares returns the sums over all pairs of the squares of their slopes and of their curvatures, and how many pairs there are.
func (f *Information) squares() (slopes, weights float64, pairs int) {
	for i := range f.rows {
		r := &f.rows[i]
		for k, other := range r.others {
			if int(other) >= i {
				break
			}
			t := &r.info[k]
			slopes += float64(t.slope * t.slope)
			weights += float64(t.weight * t.weight)
			pairs++
		}
	}
	return slopes, weights, pairs
}
