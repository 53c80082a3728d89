package sqlite

import "sync"

// batches hand rows from the goroutine that reads them to the one that uses them, many at a time.
type batches[T any] struct {
	full    chan []T
	empty   chan []T // to be used again
	stopped chan struct{}
	once    sync.Once // stopped is closed

	filling []T // the reader's
	using   []T // the user's, as the next three
	at      int
	err     error // that ended the reading; good once next says false
}

const (
	batchRows = 1024
	inFlight  = 4 // batches that wait; beside them one is filled and one used
)

func newBatches[T any]() *batches[T] {
	return &batches[T]{full: make(chan []T, inFlight), empty: make(chan []T, inFlight+2), stopped: make(chan struct{})}
}

// add gives a row to the user, and reports whether it still wants any.
func (b *batches[T]) add(row T) bool {
	if b.filling == nil {
		select {
		case b.filling = <-b.empty:
		default:
			b.filling = make([]T, 0, batchRows)
		}
	}
	b.filling = append(b.filling, row)
	return len(b.filling) < batchRows || b.flush()
}

func (b *batches[T]) flush() bool {
	select {
	case b.full <- b.filling:
		b.filling = nil
		return true
	case <-b.stopped:
		return false
	}
}

// end says that there are no more rows, and why.
func (b *batches[T]) end(err error) {
	if len(b.filling) > 0 {
		b.flush()
	}
	b.err = err // which closing publishes
	close(b.full)
}

// next is the next row; false where there is none.
func (b *batches[T]) next() (row T, ok bool) {
	for b.at == len(b.using) {
		if cap(b.using) > 0 {
			b.empty <- b.using[:0]
		}
		b.using, b.at = nil, 0
		if b.using, ok = <-b.full; !ok {
			return row, false
		}
	}
	b.at++
	return b.using[b.at-1], true
}

// stop says that no more rows are wanted.
func (b *batches[T]) stop() { b.once.Do(func() { close(b.stopped) }) }
