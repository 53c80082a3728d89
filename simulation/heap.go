package simulation

import (
	"cmp"
	"time"
)

// An event ends what a core does.
type event struct {
	at   time.Duration // since the start
	core int
}

func (e event) before(o event) bool {
	return cmp.Or(cmp.Compare(e.at, o.at), cmp.Compare(e.core, o.core)) < 0
}

// A heap holds events, the next one first. container/heap would allocate for each of them.
type heap []event

func (h *heap) push(e event) {
	*h = append(*h, e)
	list := *h
	for i := len(list) - 1; i > 0; {
		up := (i - 1) / 2
		if !list[i].before(list[up]) {
			return
		}
		list[i], list[up] = list[up], list[i]
		i = up
	}
}

// pop removes the next event. There must be one.
func (h *heap) pop() event {
	list := *h
	first, last := list[0], len(list)-1
	list[0] = list[last]
	list = list[:last]
	*h = list
	for i := 0; ; {
		least := i
		for _, down := range []int{2*i + 1, 2*i + 2} {
			if down < last && list[down].before(list[least]) {
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
