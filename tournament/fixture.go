package tournament

import (
	"fmt"
	"maps"
	"math"

	"agon/game"
)

// A Fixture is one planned game.
type Fixture struct {
	ID    int   // its place in the contest's plan, from 0, over all stages
	Stage int   // the stage it belongs to, from 0
	Round int   // the stage's round of play that it was planned in, from 0
	Match int   // its match within the stage, from 0
	Game  int   // its number within the match, from 0
	Seats []int // the entry in each seat, by its number in the contest's line-up
	Seed  int64 // of the game
}

// Equal reports whether two fixtures are the same in everything.
func (f Fixture) Equal(g Fixture) bool {
	if len(f.Seats) != len(g.Seats) {
		return false
	}
	for i, entry := range f.Seats {
		if g.Seats[i] != entry {
			return false
		}
	}
	return f.ID == g.ID && f.Stage == g.Stage && f.Round == g.Round && f.Match == g.Match && f.Game == g.Game && f.Seed == g.Seed
}

// A Result is what a fixture came to.
type Result struct {
	Fixture int    // the fixture's ID
	Seats   []Seat // how each seat fared
	Rounds  int    // as the kind's own rules count
	Turns   int
	Digest  uint64 // the game's fingerprint
}

// A Seat is how one seat of a game fared.
type Seat struct {
	Place  int            // from 1; shared only where the rules say so
	Score  float64        // in the kind's own measure
	Faults map[string]int // how often each fault happened, by its name; nil where there were none
	Moves  int            // moves asked for
	Took   game.Micros    // charged for all its moves
	CPU    game.Micros    // processor time of all its moves, 0 where nobody measured it
	Stall  game.Micros    // that the host held its moves up, which is not charged
	OnTime bool           // it lost the game on time
}

// FaultCount is how many faults there were in all.
func (s Seat) FaultCount() int {
	n := 0
	for _, times := range s.Faults {
		n += times
	}
	return n
}

// SameGame reports whether two results are of the same game, played to the same end: everything equal but the times, which no two
// machines measure alike.
func (r Result) SameGame(o Result) bool {
	if r.Fixture != o.Fixture || r.Rounds != o.Rounds || r.Turns != o.Turns || r.Digest != o.Digest || len(r.Seats) != len(o.Seats) {
		return false
	}
	for i, s := range r.Seats {
		other := o.Seats[i]
		if s.Place != other.Place || s.Score != other.Score || s.Moves != other.Moves || !sameFaults(s.Faults, other.Faults) {
			return false
		}
	}
	return true
}

// sameFaults compares faults but for pondering, which is a time.
func sameFaults(a, b map[string]int) bool {
	untimed := func(m map[string]int) map[string]int {
		if _, there := m[game.Pondering.String()]; there {
			m = maps.Clone(m)
			delete(m, game.Pondering.String())
		}
		return m
	}
	return maps.Equal(untimed(a), untimed(b))
}

// Check tells why a result cannot be one of a game with so many seats. Who takes results from elsewhere asks before keeping them.
func (r Result) Check(seats int) error {
	if len(r.Seats) != seats {
		return fmt.Errorf("game %d has %d seats, its result %d", r.Fixture, seats, len(r.Seats))
	}
	for i, s := range r.Seats {
		switch {
		case s.Place < 1 || s.Place > seats:
			return fmt.Errorf("game %d: seat %d has place %d of %d", r.Fixture, i, s.Place, seats)
		case math.IsNaN(s.Score) || math.IsInf(s.Score, 0):
			return fmt.Errorf("game %d: seat %d has no number as its score", r.Fixture, i)
		case s.Moves < 0 || s.Took < 0 || s.CPU < 0 || s.Stall < 0 || s.FaultCount() < 0:
			return fmt.Errorf("game %d: seat %d has a negative count", r.Fixture, i)
		}
	}
	return nil
}
