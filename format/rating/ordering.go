package rating

import (
	"cmp"
	"math"
	"slices"
)

// An ordering sorts the same entries by one list of values after the other. It sorts by where values lie between the largest and the
// smallest, in two digits, and then compares neighbours only.
type ordering struct {
	entries   []int
	order     []int
	from, to  []uint64   // a key above an entry
	low, high [digit]int // where the next key with a digit goes
}

const (
	digitBits = 11
	digit     = 1 << digitBits
	entryBits = 32
)

func newOrdering(entries []int) *ordering {
	n := len(entries)
	return &ordering{entries: entries, order: make([]int, n), from: make([]uint64, n), to: make([]uint64, n)}
}

// falling returns the entries, those with the largest values first. The slice is valid until the next call.
func (o *ordering) falling(x []float64) []int {
	if !o.byDigits(x) {
		copy(o.order, o.entries)
		slices.SortFunc(o.order, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
	}
	return o.order
}

// byDigits reports false where values are equal, or not finite: then the order depends on how they are sorted.
func (o *ordering) byDigits(x []float64) bool {
	largest, smallest := math.Inf(-1), math.Inf(1)
	for _, e := range o.entries {
		largest, smallest = max(largest, x[e]), min(smallest, x[e])
	}
	scale := (digit*digit - 1) / (largest - smallest)
	if !(scale > 0) || math.IsInf(scale, 1) {
		return false
	}
	clear(o.low[:])
	clear(o.high[:])
	for i, e := range o.entries {
		key := min(uint64((largest-x[e])*scale), digit*digit-1)
		o.low[key%digit]++
		o.high[key/digit]++
		o.from[i] = key<<entryBits | uint64(e)
	}
	scatter(o.to, o.from, &o.low, entryBits)
	scatter(o.from, o.to, &o.high, entryBits+digitBits)
	for i, key := range o.from {
		e, at := int(uint32(key)), i
		for ; at > 0 && x[o.order[at-1]] < x[e]; at-- {
			o.order[at] = o.order[at-1]
		}
		if at > 0 && x[o.order[at-1]] == x[e] {
			return false
		}
		o.order[at] = e
	}
	return true
}

// scatter sorts keys by the digit that begins at a bit, equal ones as they were. count is how many have each digit.
func scatter(to, from []uint64, count *[digit]int, bit int) {
	at := 0
	for d, n := range count {
		count[d] = at
		at += n
	}
	for _, key := range from {
		d := key >> bit % digit
		to[count[d]] = key
		count[d]++
	}
}
