package reading

import "sync"

// batches carry rows from the goroutine that reads them to the one that uses them, many at a time.
type batches[T any] struct {
	full    chan []T
	empty   chan []T // for reuse
	stopped chan struct{}
	once    sync.Once // closes stopped

	filling []T // owned by the reader
	using   []T // owned by the user, as are the next two
	at      int
	err     error // the reader's error; valid once next has returned false
}

const (
	batchRows = 1024
	inFlight  = 4 // waiting batches; one more is being filled and one used
)

func newBatches[T any]() *batches[T] {
	return &batches[T]{full: make(chan []T, inFlight), empty: make(chan []T, inFlight+2), stopped: make(chan struct{})}
}

// addRow passes a row to the user, and reports whether it wants more.
func (b *batches[T]) addRow(row T) bool {
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

// end ends the rows, with the reader's error.
func (b *batches[T]) end(err error) {
	if len(b.filling) > 0 {
		b.flush()
	}
	b.err = err // published by the close
	close(b.full)
}

// next returns the next row; ok is false if there are no more.
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

// stop ends the reader's work: no more rows are wanted.
func (b *batches[T]) stop() { b.once.Do(func() { close(b.stopped) }) }
