package game

import (
	"errors"
	"slices"
)

// A Parting is the first move in which two games differ that began alike.
type Parting struct {
	Turn   int    `json:"turn"` // from 1
	Seat   Seat   `json:"seat"`
	Before string `json:"before"` // the move in the one game, or the fault as "!late"
	After  string `json:"after"`  // the same in the other
}

// Parting returns the first move in which two recorded games of one seed, the same options and as many seats differ, nil if they have the
// same moves. An error says that they did not begin alike, or that a record does not verify so far.
func (k *Kind) Parting(before, after *Record) (*Parting, error) {
	if before.Seed != after.Seed || before.Seats != after.Seats || !slices.Equal(before.Options, after.Options) {
		return nil, errors.New("the games have other seeds, options or seats")
	}
	a, err := k.Rerun(before)
	if err != nil {
		return nil, err
	}
	b, err := k.Rerun(after)
	if err != nil {
		return nil, err
	}
	for {
		for seat := range Seat(before.Seats) {
			if was, is := a.wordOf(seat), b.wordOf(seat); was != is {
				return &Parting{Turn: a.Table.Turns() + 1, Seat: seat, Before: was, After: is}, nil
			}
		}
		more, err := a.Next()
		if err == nil {
			_, err = b.Next()
		}
		if !more || err != nil {
			return nil, err
		}
	}
}

// wordOf returns a seat's next recorded move as a word, a fault with its mark, or "" if it owes none.
func (r *Rerun) wordOf(seat Seat) string {
	word, why, _, ok := r.Coming(seat)
	switch {
	case !ok:
		return ""
	case why != NoFault:
		return "!" + why.String()
	}
	return word
}
