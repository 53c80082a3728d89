package rating

import "sync"

// Fits of large fields use two goroutines where that changes no sum: each number is added up by one of them, in the order in which one alone would.

// manyRows is from how many rows on work on all rows is shared.
const manyRows = 1000

// rowByRow calls do for all rows, in ranges that do not touch.
func rowByRow(n int, do func(from, to int)) {
	if n < manyRows {
		do(0, n)
		return
	}
	var other sync.WaitGroup
	other.Go(func() { do(n/2, n) })
	do(0, n/2)
	other.Wait()
}

// manyUnits is from how many units on a goroutine adds what another works out.
const manyUnits = 50_000

// handing hands additions to a goroutine that makes them, in their order. It must be ended.
type handing struct {
	full, empty chan []addition
	batch       []addition
	adding      sync.WaitGroup
}

// addition is a call of add.
type addition struct {
	a, b          int32
	weight, slope float64
}

const (
	additions = 2048 // of a batch
	batches   = 4
)

func newHanding(to adder) *handing {
	h := &handing{full: make(chan []addition, batches), empty: make(chan []addition, batches)}
	for range batches {
		h.empty <- make([]addition, 0, additions)
	}
	h.batch = <-h.empty
	h.adding.Go(func() {
		for batch := range h.full {
			for i := range batch {
				x := &batch[i]
				to.add(int(x.a), int(x.b), x.weight, x.slope)
			}
			h.empty <- batch[:0]
		}
	})
	return h
}

func (h *handing) add(a, b int, weight, slope float64) {
	h.batch = append(h.batch, addition{int32(a), int32(b), weight, slope})
	if len(h.batch) == additions {
		h.full <- h.batch
		h.batch = <-h.empty
	}
}

// end returns when all additions are made.
func (h *handing) end() {
	h.full <- h.batch
	close(h.full)
	h.adding.Wait()
}
