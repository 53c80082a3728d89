package rating

import "slices"

// A half holds what counts of each pair once, in the row of the smaller entry: both rows of an [Information] say the same of a pair.
// Whoever reads all pairs many times reads half as much memory so, in one piece, and adds what a pair says to the sum of the other entry
// when it reads it. The terms of a sum keep the order of the rows, smaller entries first, so all sums are the same, bit for bit.
type half struct {
	from   []int32 // by entry: the start of its pairs with larger ones; one more at the end
	others []int32
	counts []float64
}

// half returns the pairs as they count now.
func (f *Information) half() *half {
	pairs := 0
	for i := range f.rows {
		pairs += len(f.rows[i].others)
	}
	h := &half{from: make([]int32, 1, len(f.rows)+1), others: make([]int32, 0, pairs/2), counts: make([]float64, 0, pairs/2)}
	for i := range f.rows {
		r := &f.rows[i]
		larger, _ := slices.BinarySearch(r.others, int32(i))
		h.others = append(h.others, r.others[larger:]...)
		h.counts = append(h.counts, r.counts[larger:]...)
		h.from = append(h.from, int32(len(h.others)))
	}
	return h
}

// row returns the larger entries that an entry met, and what counts of them.
func (h *half) row(entry int) (others []int32, counts []float64) {
	from, to := h.from[entry], h.from[entry+1]
	others, counts = h.others[from:to], h.counts[from:to]
	return others, counts[:len(others)]
}

// times multiplies by a vector: into out goes what a change of the strengths does to the slope that counts, sign turned. own is
// [Information.Own] of each entry.
func (h *half) times(out, own, x []float64) {
	for i := range out {
		out[i] = float64(own[i] * x[i])
	}
	for i := range out {
		others, counts := h.row(i)
		sum, by := out[i], x[i]
		for k, other := range others {
			sum -= float64(counts[k] * x[other])
			out[other] -= float64(counts[k] * by)
		}
		out[i] = sum
	}
}
