package tournament

import (
	"math"
	"slices"

	"agon/game"
)

// A Series defines the number of games of a match and the seats in each. The zero Series is one full rotation of the seats.
type Series struct {
	BestOf    int  // maximum number of games of a match, which ends when nobody can catch up with the leader; 0: rotations instead
	PlayAll   bool // play all games of a best-of match, even those that cannot change the winner
	Rotations int  // full rotations of the seats, if BestOf is 0; 0 means 1
	Extra     int  // maximum number of extra games, played one by one while the match is tied
	// Wrong: a best-of match ends when its leader, if both are equally strong, would lose the lead with at most this probability; 0: never
	Wrong     float64
	KeepOrder bool // seats keep the order in which the entries are passed
}

// Length returns the maximum number of games of a match with this many seats, without extra ones.
func (s Series) Length(seats int) int {
	if s.BestOf > 0 {
		return s.BestOf
	}
	return max(s.Rotations, 1) * s.turn(seats)
}

// Least returns the minimum number of games of a match.
func (s Series) Least(seats int) int {
	if s.BestOf > 0 && !s.PlayAll {
		return s.sweep(0, s.BestOf)
	}
	return s.Length(seats)
}

// turn returns the number of games of a rotation.
func (s Series) turn(seats int) int {
	if s.KeepOrder {
		return 1
	}
	return seats
}

// Open returns the first games of a match: as many as are certain to count. seed is the match's own.
func (s Series) Open(match int, entries []int, seed int64) []Fixture {
	return s.games(match, entries, seed, 0, s.Least(len(entries)))
}

// More returns the next games of a match if all planned ones have results and have not decided it; again only as many as are certain to
// count. entries and seed are those of Open.
func (s Series) More(m *Match, entries []int, seed int64) []Fixture {
	if m.Decided || len(m.Games) < m.Planned {
		return nil
	}
	more := 1
	if left := s.Length(len(entries)) - m.Planned; left > 0 {
		more = min(s.sweep(m.Lead(), left), left)
		if s.BestOf == 0 {
			more = left // rotations were added to the match: all of them count
		}
	}
	return s.games(m.Number, entries, seed, m.Planned, m.Planned+more)
}

// decided reports whether no further game of the match could count.
func (s Series) decided(m *Match) bool {
	left := s.Length(len(m.Entries)) - len(m.Games)
	switch {
	case left > 0 && (s.PlayAll || s.BestOf == 0):
		return false
	case left > 0:
		return s.won(m.Lead(), left)
	}
	return m.Lead() > 0 || -left >= s.Extra
}

// won reports whether a lead decides a match with this many games left.
func (s Series) won(lead, left int) bool {
	if lead > left || s.Wrong == 0 {
		return lead > left
	}
	return lead > 0 && caughtUp(lead, left) <= s.Wrong
}

// sweep returns how many games the leader must win to decide a match, if it wins all of them.
func (s Series) sweep(lead, left int) int {
	games := 1
	for !s.won(lead+games, left-games) {
		games++
	}
	return games
}

// caughtUp returns the probability that a lead is lost or equalled in the rest of a match between equals.
func caughtUp(lead, left int) float64 {
	likely := math.Exp(-float64(float64(left) * math.Ln2)) // of losing k games, from 0
	chance := 0.0
	for k := range left + 1 {
		if 2*k-left >= lead {
			chance += likely
		}
		likely *= float64(left-k) / float64(k+1)
	}
	return chance
}

func (s Series) games(match int, entries []int, seed int64, from, to int) []Fixture {
	var fixtures []Fixture
	for number := from; number < to; number++ {
		fixtures = append(fixtures, s.game(match, entries, seed, number))
	}
	return fixtures
}

// game returns one game of a match. In rotations all games of one turn share a seed, and so the deal: each entry plays it from each seat.
// In best-of matches every game has a new seed and seats alternate; in a last odd game the first seat is drawn from the seed.
func (s Series) game(match int, entries []int, seed int64, number int) Fixture {
	n := len(entries)
	f := Fixture{Match: match, Game: number}
	shift := number % s.turn(n)
	switch {
	case s.BestOf == 0 && number < s.Length(n):
		f.Seed = game.SubSeed(seed, int64(number/s.turn(n)))
	default:
		f.Seed = game.SubSeed(seed, int64(number))
	}
	if s.BestOf > 0 && number == s.BestOf-1 && s.BestOf%n != 0 && !s.KeepOrder {
		dice := game.NewDice(f.Seed, nil)
		dice.Turn(-1) // not the deal's turn, so that the first seat is independent of the deal
		shift = dice.Intn(n)
	}
	f.Seats = append(slices.Clone(entries[shift:]), entries[:shift]...)
	return f
}
