package replay

import (
	"crypto/sha256"
	"fmt"

	"agon/game"
)

// A Beginning identifies the moves of a game as far as it has been played, in few bytes. The digest of a record would not do: it is that of
// a state up to 50 turns ago.
type Beginning struct {
	Turns          int
	words          int
	columns, times []int // lengths, by seat
	sum            [sha256.Size]byte
}

// BeginningOf returns the beginning that is all of a record, with its times if rules read them.
func BeginningOf(r *game.Record, timed bool) Beginning {
	b := Beginning{Turns: r.Turns, words: len(r.Words), columns: make([]int, r.Seats), times: make([]int, r.Seats)}
	for seat := range r.Seats {
		b.columns[seat] = len(r.Columns[seat])
		if timed {
			b.times[seat] = len(r.Times[seat])
		}
	}
	b.sum = b.hash(r)
	return b
}

// Of reports whether a record begins so.
func (b *Beginning) Of(r *game.Record) bool {
	if r.Turns < b.Turns || len(r.Words) < b.words || r.Seats != len(b.columns) {
		return false
	}
	for seat := range r.Seats {
		if len(r.Columns[seat]) < b.columns[seat] || len(r.Times[seat]) < b.times[seat] {
			return false
		}
	}
	return b.hash(r) == b.sum
}

// hash returns the hash of as many moves of a record.
func (b *Beginning) hash(r *game.Record) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, word := range r.Words[:b.words] {
		fmt.Fprintf(h, "%q\n", word)
	}
	for seat := range b.columns {
		h.Write(r.Columns[seat][:b.columns[seat]])
		fmt.Fprintln(h, r.Times[seat][:b.times[seat]])
	}
	h.Sum(sum[:0])
	return sum
}
