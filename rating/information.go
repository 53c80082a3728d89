package rating

import (
	"cmp"
	"slices"
)

// An Information is how much results tell about the logarithms of strengths, around an estimate of them: the curvature of the
// likelihood. Results compare entries with each other, so it consists of what pairs have told of each other; all else is zero, and
// is not kept. For a choice among some entries a pair's part is the product of their chances of being chosen: a quarter for a game
// of two equals.
type Information struct {
	rows [][]told  // of each entry, by the other's number
	own  []float64 // the sum of each row
}

// told is what one pair has told.
type told struct {
	other  int32
	weight float64
}

// NewInformation knows nothing about n entries.
func NewInformation(n int) *Information {
	return &Information{rows: make([][]told, n), own: make([]float64, n)}
}

// Add adds to what a and b have told of each other.
func (f *Information) Add(a, b int, weight float64) {
	f.put(a, b, weight)
	f.put(b, a, weight)
	f.own[a] += weight
	f.own[b] += weight
}

func (f *Information) put(row, other int, weight float64) {
	at, found := f.find(row, other)
	if !found {
		f.rows[row] = slices.Insert(f.rows[row], at, told{other: int32(other)})
	}
	f.rows[row][at].weight += weight
}

func (f *Information) find(row, other int) (int, bool) {
	return slices.BinarySearchFunc(f.rows[row], int32(other), func(t told, o int32) int { return cmp.Compare(t.other, o) })
}

// Own is all that is known of an entry, were the strengths of all others certain.
func (f *Information) Own(entry int) float64 { return f.own[entry] }

// Between is what a pair has told of each other.
func (f *Information) Between(a, b int) float64 {
	if at, found := f.find(a, b); found {
		return f.rows[a][at].weight
	}
	return 0
}

// Clone is a copy of its own.
func (f *Information) Clone() *Information {
	c := &Information{rows: make([][]told, len(f.rows)), own: slices.Clone(f.own)}
	for i, row := range f.rows {
		c.rows[i] = slices.Clone(row)
	}
	return c
}

// grow makes room for n entries, of which nothing is known.
func (f *Information) grow(n int) {
	more := n - len(f.own)
	f.rows = append(slices.Clip(f.rows), make([][]told, more)...)
	f.own = append(slices.Clip(f.own), make([]float64, more)...)
}

// forget keeps the pairs and takes what they told.
func (f *Information) forget() {
	for i, row := range f.rows {
		f.own[i] = 0
		for k := range row {
			row[k].weight = 0
		}
	}
}

// times multiplies by a vector: into out goes what a change of the strengths does to the slope of the likelihood, sign turned.
func (f *Information) times(out, x []float64) {
	for i, row := range f.rows {
		sum := float64(f.own[i] * x[i])
		for _, t := range row {
			sum -= float64(t.weight * x[t.other])
		}
		out[i] = sum
	}
}
