package fence

import (
	"math/bits"

	"agon/game"
)

// maxN is the largest side of a board: a line is a word of 64 bits.
const maxN = 60

// lines are cells of a board as bits: one word for each column, or for each row.
type lines [maxN]uint64

// Land is what a player owns, stored twice so that shifts work in both directions.
type Land struct {
	Columns lines // bit y of word x
	Rows    lines // bit x of word y
}

// shown is how many fences of one ply a state keeps with their positions.
const shown = 16

// A Fence is a closed rectangle, border included.
type Fence struct {
	X, Y, W, H uint8  // upper left cell and outer size
	Gained     uint16 // empty cells that it won
}

// State is a game in progress, as the bot on turn sees it: its own cell has been coloured already. Players are seats 0 and 1 here,
// "Player1" and "Player2" in words, 1 and 2 on the board.
type State struct {
	Land   [2]Land
	Fenced lines // by column: cells won by a fence instead of a walk
	X, Y   [2]int16
	Cells  [2]int32
	Clock  [2]game.Micros // time left; negative if overdrawn
	N      int16
	Turn   uint8 // who is on turn
	Ply    int32 // plies played
	Cap    int32 // the game ends after this many plies

	Painted  bool    // the bot on turn has just coloured its own cell
	Unsought [2]bool // an explicit start gave this player cells that were not searched for fences

	// Cells that bots have not been sent: News[i] since player i made its last step, until the other made one. The bot that is asked
	// needs both.
	News   [2]News
	Newest uint8 // the index of News to which cells are added

	// The last ply.
	Mover    int8 // who made it, -1 at the deal
	Closings int16
	Gained   int32 // by all of them
	Closed   [shown]Fence

	// The end of the game.
	Law    Law
	Fallen int8 // who lost by a fault or by the clock, -1 for nobody
	Why    game.Fault
}

// At returns the owner of a cell: 0 for nobody, 1 or 2.
func (s *State) At(x, y int) int {
	return int(s.Land[0].Columns[x]>>y&1 | s.Land[1].Columns[x]>>y&1<<1)
}

// full reports whether no cell is empty.
func (s *State) full() bool { return s.Cells[0]+s.Cells[1] == int32(s.N)*int32(s.N) }

// everything returns a full line.
func (s *State) everything() uint64 { return 1<<uint(s.N) - 1 }

// empties returns the empty cells of a column.
func (s *State) empties(x int) uint64 {
	return s.everything() &^ (s.Land[0].Columns[x] | s.Land[1].Columns[x])
}

// giveCell gives an empty cell to a player.
func (s *State) giveCell(who, x, y int) {
	s.Land[who].Columns[x] |= 1 << uint(y)
	s.Land[who].Rows[y] |= 1 << uint(x)
	s.Cells[who]++
	n := &s.News[s.Newest&1]
	n.In |= 1 << uint(x)
	n.Columns[x] |= 1 << uint(y)
}

// News are cells that got an owner. A bot is sent these instead of the whole board, which it knows from before.
type News struct {
	In      uint64 // columns that have some
	Columns lines  // bit y of word x
}

// since restarts a player's news: the other has received the old ones.
func (s *State) since(who int) {
	s.Newest = uint8(who)
	n := &s.News[who]
	for ; n.In != 0; n.In &= n.In - 1 {
		n.Columns[bits.TrailingZeros64(n.In)] = 0
	}
}

// paint colours the cell below a player if it is empty, and reports whether it was.
func (s *State) paint(who int) bool {
	x, y := int(s.X[who]), int(s.Y[who])
	if s.empties(x)>>uint(y)&1 == 0 {
		return false
	}
	s.giveCell(who, x, y)
	return true
}

// appendNews appends the news for the bot that is asked, as three bytes per cell: x, y and owner.
func (s *State) appendNews(b []byte) []byte {
	for in := s.News[0].In | s.News[1].In; in != 0; in &= in - 1 {
		x := bits.TrailingZeros64(in)
		for cells := s.News[0].Columns[x] | s.News[1].Columns[x]; cells != 0; cells &= cells - 1 {
			y := bits.TrailingZeros64(cells)
			b = append(b, byte(x), byte(y), byte(s.At(x, y)))
		}
	}
	return b
}
