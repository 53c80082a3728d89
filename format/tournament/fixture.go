package tournament

import (
	"fmt"
	"maps"
	"math"

	"agon/game"
)

// A Fixture is one planned game.
type Fixture struct {
	ID    int   // its number in the contest's plan, from 0, over all stages
	Stage int   // the stage it belongs to, from 0
	Round int   // the stage's round of play in which it was planned, from 0
	Match int   // its match within the stage, from 0
	Game  int   // its number within the match, from 0
	Seats []int // the entry in each seat, by its number in the contest's line-up
	Seed  int64 // of the game
}

// Equal reports whether two fixtures are equal in all fields.
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

// A Result is the outcome of a fixture.
type Result struct {
	Fixture int    // the fixture's ID
	Seats   []Seat // by seat
	Rounds  int    // as counted by the kind's own rules
	Turns   int
	Digest  uint64 // the game's fingerprint
}

// A Seat is the outcome of one seat of a game.
type Seat struct {
	Place  int            // from 1; shared only if the rules say so
	Score  float64        // in the kind's own unit
	Faults map[string]int // number of faults by name; nil if there were none
	Moves  int            // moves asked for
	Took   game.Micros    // charged for all its moves, in µs
	CPU    game.Micros    // processor time of all its moves, 0 if not measured
	Stall  game.Micros    // delays of its moves by the host, which are not charged
	OnTime bool           // it lost the game on time
}

// FaultCount returns the total number of faults.
func (s Seat) FaultCount() int {
	n := 0
	for _, times := range s.Faults {
		n += times
	}
	return n
}

// Cost returns for how long the moves of the seat held a processor: the time that they were charged, at least what they used.
func (s Seat) Cost() game.Micros { return max(s.Took, s.CPU) }

// SameGame reports whether two results are of the same game with the same end: all fields are equal except times, which differ between
// machines.
func (r Result) SameGame(o Result) bool {
	if r.Fixture != o.Fixture || r.Rounds != o.Rounds || r.Turns != o.Turns || r.Digest != o.Digest || len(r.Seats) != len(o.Seats) {
		return false
	}
	for i, s := range r.Seats {
		other := o.Seats[i]
		if s.Place != other.Place || s.Score != other.Score || s.Moves != other.Moves || !SameFaults(s.Faults, other.Faults) {
			return false
		}
	}
	return true
}

// SameFaults compares faults by their numbers, except pondering, which depends on times and is no part of a replay.
func SameFaults(a, b map[string]int) bool {
	untimed := func(m map[string]int) map[string]int {
		if _, there := m[game.Pondering.String()]; there {
			m = maps.Clone(m)
			delete(m, game.Pondering.String())
		}
		return m
	}
	return maps.Equal(untimed(a), untimed(b))
}

// mostScore bounds scores to both sides, so that their squares can be added. It is far beyond the scores that rules may give.
const mostScore = 1e100

// Check returns an error if a result cannot be one of a game with this many seats. Callers that receive results from elsewhere check them
// before storing them.
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
		case math.Abs(s.Score) > mostScore:
			return fmt.Errorf("game %d: seat %d has the score %v: scores are from %g to %g", r.Fixture, i, s.Score, -mostScore, mostScore)
		case s.Moves < 0 || s.Took < 0 || s.CPU < 0 || s.Stall < 0 || s.FaultCount() < 0:
			return fmt.Errorf("game %d: seat %d has a negative count", r.Fixture, i)
		}
	}
	return nil
}
