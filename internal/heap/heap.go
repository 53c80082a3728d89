/*
Package heap is a heap of values. That of the standard library keeps them in interfaces, and so allocates for each: too much for the
millions of events and matches that simulations and ladders have.
*/
package heap

// An Ordered is compared with others: Before reports whether it comes out first.
type Ordered[E any] interface{ Before(E) bool }

// A Heap gives its values back in their order. The zero value is empty; the first to come out is at index 0.
type Heap[E Ordered[E]] []E

// Push adds a value.
func (h *Heap[E]) Push(e E) {
	*h = append(*h, e)
	list := *h
	for i := len(list) - 1; i > 0; {
		up := (i - 1) / 2
		if !list[i].Before(list[up]) {
			return
		}
		list[i], list[up] = list[up], list[i]
		i = up
	}
}

// Pop removes the first value. There must be one.
func (h *Heap[E]) Pop() E {
	list := *h
	first, last := list[0], len(list)-1
	list[0] = list[last]
	list = list[:last]
	*h = list
	for i := 0; ; {
		least := i
		for _, down := range []int{2*i + 1, 2*i + 2} {
			if down < last && list[down].Before(list[least]) {
				least = down
			}
		}
		if least == i {
			return first
		}
		list[i], list[least] = list[least], list[i]
		i = least
	}
}
