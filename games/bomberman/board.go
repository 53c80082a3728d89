package bomberman

const (
	maxSeats = 12
	maxSide  = 41
	maxCells = maxSide * maxSide
	maxWords = (maxCells + 63) / 64
	maxBombs = 64 // the sum of all bags; at most 37 on a generated map
)

// Walls of a cell.
const (
	open uint8 = iota
	hard       // an indestructible wall
	soft       // a wall that a blast destroys
)

// Power-ups of a cell, hidden by its soft wall while that stands.
const (
	noGift uint8 = iota
	bagGift
	radiusGift
	superGift
)

// State is a game in progress. Cells are numbered row after row from the top left; the first Width*Height count.
type State struct {
	Ground [maxCells]uint8
	Gift   [maxCells]uint8
	Stands [maxCells]uint8 // the player on the cell: seat+1, 0 for nobody
	Bombs  [maxCells]Bomb
	Laid   [maxBombs]int16  // the cells with bombs, ascending
	Blast  [maxWords]uint64 // the cells that burned in the last round, one bit each

	Players [maxSeats]Player
	Touched [maxSeats][maxWords]uint64 // the cells on which a player has been

	Burst  [maxBombs]Burst // the bombs that exploded in the last round, in that order
	Bursts uint8

	Bombing       uint8 // bombs in Laid
	Seats         uint8
	Width, Height int16
	Round         int32 // the current round, from 0
	Usable        int32 // cells without a hard wall
	Bounty        int32 // points for a player's life
	Seed          int32 // of the map
}

// Player is one seat's part of the state.
type Player struct {
	At      int16 // cell; the dead stay where they died
	Killed  bool
	Struck  uint8 // consecutive do-nothings
	Planted int16 // own bombs on the map
	Died    int32 // round of death
	Bag     int32 // bombs it may have on the map at once
	Radius  int32 // overflows like the original's, after 31 doublings
	Been    int32 // cells touched

	Earned Points // during the whole game
	Gained Points // in the last round
	Did    Move   // the command of the last round, after the rule on do-nothings
	Fate   Fate   // its result
}

// Points are a player's points by reason. The score is their sum.
type Points struct {
	Walls    int32 // 10 for each wall destroyed by a chain with an own bomb
	Kills    int32 // a bounty for each player in such a chain
	Lost     int32 // a bounty, negative, for one's own death
	Bonus    int32 // 50 for the super power-up
	Coverage int32 // percent of the usable cells touched
}

// Sum returns the points that all files and tables show.
func (p *Points) Sum() int32 { return p.Walls + p.Kills + p.Lost + p.Bonus + p.Coverage }

// Bomb is a bomb on a cell; the zero Bomb is none.
type Bomb struct {
	Owner  uint8 // seat+1
	Timer  int8  // rounds until it goes off
	Burst  uint8 // while it goes off: its place in State.Burst, from 1
	Radius int32
}

// Burst is a bomb that has exploded.
type Burst struct {
	At     int16
	Owner  uint8    // seat
	Chain  uint8    // equal for the bombs of one chain
	Walls  uint8    // soft walls it hit
	Kills  uint8    // players it hit
	Reach  [4]uint8 // cells that burned to the right, left, down and up
	Radius int32
}

// key returns the letter of a seat, 'A' for the first.
func key(seat int) byte { return 'A' + byte(seat) }

// burning reports whether a cell burned in the last round.
func (s *State) burning(cell int16) bool { return s.Blast[cell>>6]&(1<<(cell&63)) != 0 }
