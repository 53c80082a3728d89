package bomberman

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"agon/game"
)

// Rules are the laws with their options; the zero options play the original engine. Use a pointer: Rules hold scratch data of a round.
type Rules struct {
	Readings Readings
	Bounty   int32  // points for a life; 0: the original's formula
	Start    *Start // an explicit start; nil: generated

	want    [maxSeats]int16     // the cell to which a player wants to go, -1 for none
	dying   uint16              // seats that die in this round
	hit     [4 * maxBombs]int16 // soft walls that were hit, possibly twice
	hits    int
	parent  [maxBombs]uint8 // of bursts, towards the first of their chain
	journal *journal        // events, for the logs; nil: not recorded
}

// Readings are the laws in which the readme and the engine of the contest differ; true selects the readme's.
type Readings struct {
	Rounds   bool // width*height rounds instead of one more
	PowerUps bool // two bags and four radii for each player, whatever their number
	SafeZone bool // no wall within two cells of a start along its row and column
	Strikes  bool // the do-nothing after the twentieth is replaced, not the twentieth
	Ties     bool // of the dead with equal points the later death ranks higher
	Forfeit  bool // the round of death pays nothing
}

// Deal generates the map of the seed, or sets up the explicit start.
func (r *Rules) Deal(s *State, seats int, d *game.Dice) error {
	if seats < 2 || seats > maxSeats {
		return fmt.Errorf("2 to %d players, not %d", maxSeats, seats)
	}
	*s = State{Seats: uint8(seats), Seed: MapSeed(d.Seed())}
	for i := range s.Players[:seats] {
		s.Players[i].Bag, s.Players[i].Radius = 1, 1
	}
	if r.Start != nil {
		if err := r.Start.dealStart(s); err != nil {
			return err
		}
	} else {
		r.draw(s)
	}
	soft := s.survey()
	s.Bounty = r.Bounty
	if s.Bounty == 0 {
		s.Bounty = (100 + pointsWall*soft) / int32(seats)
	}
	return nil
}

// MapSeed returns the original's seed for a seed of 64 bits: the number itself if it fits into 32, so that maps of 2016 can be played, else
// 32 bits of its hash. Bots are sent the map's seed, and cannot compute a contest's larger seeds from it, which decide the rolls of
// collisions.
func MapSeed(seed int64) int32 {
	if seed >= math.MinInt32 && seed <= math.MaxInt32 {
		return int32(seed)
	}
	h := sha256.Sum256([]byte("bomberman map " + strconv.FormatInt(seed, 10)))
	return int32(binary.BigEndian.Uint32(h[:]))
}

// survey counts the usable cells and returns the number of soft walls.
func (s *State) survey() (walls int32) {
	s.Usable = 0
	for _, ground := range s.Ground[:s.cells()] {
		if ground != hard {
			s.Usable++
		}
		if ground == soft {
			walls++
		}
	}
	return walls
}

func (s *State) cells() int { return int(s.Width) * int(s.Height) }

// cell returns the number of the cell at x, y, which count from 1 as in all files of the contest.
func (s *State) cell(x, y int) int { return (y-1)*int(s.Width) + x - 1 }

// spot returns the inverse of cell.
func (s *State) spot(cell int16) (x, y int) { return int(cell%s.Width) + 1, int(cell/s.Width) + 1 }

// place puts a player onto a cell and marks it as visited.
func (s *State) place(seat int, cell int16) {
	p := &s.Players[seat]
	p.At = cell
	s.Stands[cell] = uint8(seat + 1)
	word, bit := &s.Touched[seat][cell>>6], uint64(1)<<(cell&63)
	if *word&bit == 0 {
		*word |= bit
		p.Been++
	}
}

// alive counts the living.
func (s *State) alive() int {
	n := 0
	for i := range s.Players[:s.Seats] {
		if !s.Players[i].Killed {
			n++
		}
	}
	return n
}

// over reports whether the game has ended: fewer than two players live, or the rounds are played. The engine compares the number of the
// next round with width times height and so plays one round more than its readme says.
func (r *Rules) over(s *State) bool {
	last := int32(s.cells())
	if r.Readings.Rounds {
		last--
	}
	return s.Round > last || s.alive() < 2
}

// Turn returns the living players, except those whose do-nothings have been replaced: they trigger their bombs without being asked. If
// there are no others, one of them is asked anyway, so that the game has turns to end in; its answer does not count.
func (r *Rules) Turn(s *State) game.Seats {
	var owes game.Seats
	if r.over(s) {
		return owes
	}
	first := game.Seat(-1)
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		if p.Killed {
			continue
		}
		if first < 0 {
			first = game.Seat(i)
		}
		if !r.struckOut(p) {
			owes.Add(game.Seat(i))
		}
	}
	if owes.Empty() {
		owes.Add(first)
	}
	return owes
}

// Check accepts every command. An impossible one is refused within the round, as the engine does.
func (r *Rules) Check(_ *State, _ game.Seat, m Move) error {
	if m > Wait {
		return errors.New("a move must be up, left, right, down, plant, trigger, nothing or wait")
	}
	return nil
}

// Absent does nothing, and that is counted.
func (r *Rules) Absent(*State, game.Seat, game.Fault) Move { return Nothing }

// Outcome ranks the living first, then by points, then by the round of death, then by key. The score is the points.
func (r *Rules) Outcome(s *State, seat game.Seat) game.Outcome {
	place := 1
	for i := range s.Players[:s.Seats] {
		if game.Seat(i) != seat && r.before(s, i, int(seat)) {
			place++
		}
	}
	return game.Outcome{Place: place, Score: float64(s.Players[seat].Earned.Sum())}
}

// before reports whether seat a stands above seat b on the leaderboard.
func (r *Rules) before(s *State, a, b int) bool {
	p, q := &s.Players[a], &s.Players[b]
	if p.Killed != q.Killed {
		return q.Killed
	}
	if x, y := p.Earned.Sum(), q.Earned.Sum(); x != y {
		return x > y
	}
	if p.Died != q.Died {
		return (p.Died < q.Died) != r.Readings.Ties
	}
	return a < b
}
