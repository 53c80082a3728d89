package game

import "math/bits"

// MaxSeats is the largest number of seats any kind may offer.
const MaxSeats = 128

// A Seat is a numbered place in a game, from 0. Rules know only seats, never bots or names.
type Seat int

// Audience is the viewer that sees everything: it does not play.
const Audience Seat = -1

// Public is the viewer that sees only what all seats see: the audience of a game with human players.
const Public Seat = -2

// Seats is a set of seats.
type Seats [MaxSeats / 64]uint64

// FirstSeats returns the set of the seats 0 to n-1.
func FirstSeats(n int) Seats {
	var s Seats
	for i := 0; i < n; i++ {
		s.Add(Seat(i))
	}
	return s
}

// OneSeat returns the set with a single seat.
func OneSeat(seat Seat) Seats {
	var s Seats
	s.Add(seat)
	return s
}

// Has reports whether seat is in the set.
func (s *Seats) Has(seat Seat) bool { return s[seat>>6]&(1<<(uint(seat)&63)) != 0 }

// Add adds seat to the set.
func (s *Seats) Add(seat Seat) { s[seat>>6] |= 1 << (uint(seat) & 63) }

// Remove removes seat from the set.
func (s *Seats) Remove(seat Seat) { s[seat>>6] &^= 1 << (uint(seat) & 63) }

// Count returns the number of seats in the set.
func (s *Seats) Count() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Empty reports whether the set is empty.
func (s *Seats) Empty() bool { return s[0]|s[1] == 0 }

// Next returns the lowest seat of the set that is not below from; ok is false if there is none.
//
//	for seat, ok := set.Next(0); ok; seat, ok = set.Next(seat + 1) { … }
func (s *Seats) Next(from Seat) (seat Seat, ok bool) {
	for word := int(from) >> 6; word < len(s); word++ {
		rest := s[word]
		if word == int(from)>>6 {
			rest &= ^uint64(0) << (uint(from) & 63)
		}
		if rest != 0 {
			return Seat(word<<6 + bits.TrailingZeros64(rest)), true
		}
	}
	return 0, false
}
