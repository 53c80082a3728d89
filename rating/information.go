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
	rows        [][]told  // of each entry, by the other's index
	others      [][]int32 // these indexes alone, for searching
	own         []float64 // the sum of the counting information in each row
	per, misfit float64
}

// told is the information of one pair.
type told struct {
	other  int32
	weight float64 // curvature
	slope  float64 // of the likelihood, in the strength of the row's entry
	counts float64 // curvature that counts
}

// NewInformation returns an empty Information on n entries, in which everything counts.
func NewInformation(n int) *Information {
	return &Information{rows: make([][]told, n), others: make([][]int32, n), own: make([]float64, n), per: 1}
}

// Add adds curvature to the pair of a and b.
func (f *Information) Add(a, b int, weight float64) { f.add(a, b, weight, 0) }

// add adds curvature, and slope in the strength of a.
func (f *Information) add(a, b int, weight, slope float64) {
	f.put(a, b, weight, slope)
	f.put(b, a, weight, -slope)
}

func (f *Information) put(row, other int, weight, slope float64) {
	at, found := f.find(row, other)
	if !found {
		f.rows[row] = slices.Insert(f.rows[row], at, told{other: int32(other)})
		f.others[row] = slices.Insert(f.others[row], at, int32(other))
	}
	t := &f.rows[row][at]
	before := t.counts
	t.weight += weight
	t.slope += slope
	t.counts = f.count(t.weight)
	f.own[row] += t.counts - before
}

// count returns how much of a pair's curvature counts.
func (f *Information) count(weight float64) float64 {
	told := float64(f.per * weight)
	return told / (1 + float64(f.misfit*told))
}

// recount recomputes everything that counts.
func (f *Information) recount(per, misfit float64) {
	f.per, f.misfit = per, misfit
	for i, row := range f.rows {
		f.own[i] = 0
		for k := range row {
			row[k].counts = f.count(row[k].weight)
			f.own[i] += row[k].counts
		}
	}
}

func (f *Information) find(row, other int) (int, bool) {
	return slices.BinarySearch(f.others[row], int32(other))
}

// Own returns the counting information on an entry if the strengths of all others were certain.
func (f *Information) Own(entry int) float64 { return f.own[entry] }

// Between returns the counting information of a pair.
func (f *Information) Between(a, b int) float64 {
	if at, found := f.find(a, b); found {
		return f.rows[a][at].counts
	}
	return 0
}

// More returns the increase of the counting information, from counts, by additional curvature.
func (f *Information) More(counts, weight float64) float64 {
	told := counts/(1-float64(f.misfit*counts)) + float64(f.per*weight)
	return told/(1+float64(f.misfit*told)) - counts
}

// Clone returns a deep copy.
func (f *Information) Clone() *Information {
	c := &Information{
		rows: make([][]told, len(f.rows)), others: make([][]int32, len(f.rows)), own: slices.Clone(f.own), per: f.per, misfit: f.misfit,
	}
	for i, row := range f.rows {
		c.rows[i], c.others[i] = slices.Clone(row), slices.Clone(f.others[i])
	}
	return c
}

// grow makes room for n entries, the new ones without information.
func (f *Information) grow(n int) {
	more := n - len(f.own)
	f.rows = append(slices.Clip(f.rows), make([][]told, more)...)
	f.others = append(slices.Clip(f.others), make([][]int32, more)...)
	f.own = append(slices.Clip(f.own), make([]float64, more)...)
}

// forget keeps the pairs and drops their information.
func (f *Information) forget() {
	for i, row := range f.rows {
		f.own[i] = 0
		for k := range row {
			row[k] = told{other: row[k].other}
		}
	}
}

// times multiplies by a vector: out receives the change of the counting slope by a change of the strengths, with its sign reversed.
func (f *Information) times(out, x []float64) {
	for i, row := range f.rows {
		sum := float64(f.own[i] * x[i])
		for k := range row {
			sum -= float64(row[k].counts * x[row[k].other])
		}
		out[i] = sum
	}
}

// slopes stores the counting slope of each entry in out.
func (f *Information) slopes(out []float64) {
	for i, row := range f.rows {
		out[i] = 0
		for k := range row {
			if t := &row[k]; t.weight > 0 {
				out[i] += float64(t.slope * t.counts / t.weight)
			}
		}
	}
}

// move changes the slopes by the effect of a change of the strengths.
func (f *Information) move(by []float64) {
	for i, row := range f.rows {
		for k := range row {
			row[k].slope -= float64(row[k].weight * (by[i] - by[row[k].other]))
		}
	}
}

// squares returns the sums over all pairs of the squares of their slopes and of their curvatures, and how many pairs there are.
func (f *Information) squares() (slopes, weights float64, pairs int) {
	for i, row := range f.rows {
		for k := range row {
			if int(row[k].other) >= i {
				break
			}
			slopes += float64(row[k].slope * row[k].slope)
			weights += float64(row[k].weight * row[k].weight)
			pairs++
		}
	}
	return slopes, weights, pairs
}
