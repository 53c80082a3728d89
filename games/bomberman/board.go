package bomberman

const (
	maxSeats = 12
	maxSide  = 41
	maxCells = maxSide * maxSide
	maxWords = (maxCells + 63) / 64
	maxBombs = 64 // the sum of all bags; 37 at most on a drawn map
)

// What stands on a cell for good or until a blast takes it.
const (
	open uint8 = iota
	hard       // a wall that nothing breaks
	soft       // a wall that a blast breaks
)

// What lies on a cell to be picked up, under its soft wall until that is gone.
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
	Touched [maxSeats][maxWords]uint64 // the cells that a player has been on

	Burst  [maxBombs]Burst // the bombs that went off in the last round, in the order in which they did
	Bursts uint8

	Bombing       uint8 // bombs in Laid
	Seats         uint8
	Width, Height int16
	Round         int32 // the round that is being played, from 0
	Usable        int32 // cells that are no hard wall
	Bounty        int32 // points for a player's life
	Seed          int32 // of the map
}

// Player is one seat's part of the state.
type Player struct {
	At      int16 // cell; the dead stay where they died
	Killed  bool
	Struck  uint8 // do-nothings in a row
	Planted int16 // own bombs on the map
	Died    int32 // round of death
	Bag     int32 // bombs it may have on the map at once
	Radius  int32 // wraps as the original's does, after 31 doublings
	Been    int32 // cells touched

	Earned Points // all game
	Gained Points // in the last round
	Did    Move   // the command of the last round, after the strikes have had their say
	Fate   Fate   // and what became of it
}

// Points are a player's points by what they are for. The score is their sum.
type Points struct {
	Walls    int32 // 10 for each wall of a chain with a bomb of one's own
	Kills    int32 // a bounty for each player in such a chain
	Lost     int32 // a bounty, negative, for one's own death
	Bonus    int32 // 50 for the super power-up
	Coverage int32 // percent of the usable cells touched
}

// Sum is the points that all files and tables show.
func (p *Points) Sum() int32 { return p.Walls + p.Kills + p.Lost + p.Bonus + p.Coverage }

// Bomb is a bomb on a cell; the zero Bomb is none.
type Bomb struct {
	Owner  uint8 // seat+1
	Timer  int8  // rounds until it goes off
	Burst  uint8 // while it goes off: its place in State.Burst, from 1
	Radius int32
}

// Burst is a bomb that has gone off.
type Burst struct {
	At     int16
	Owner  uint8    // seat
	Chain  uint8    // equal for the bombs of one chain
	Walls  uint8    // soft walls it hit
	Kills  uint8    // players it hit
	Reach  [4]uint8 // cells that burned to the right, left, down and up
	Radius int32
}

// key is the letter of a seat, 'A' for the first.
func key(seat int) byte { return 'A' + byte(seat) }

// burning reports whether a cell burned in the last round.
func (s *State) burning(cell int16) bool { return s.Blast[cell>>6]&(1<<(cell&63)) != 0 }
