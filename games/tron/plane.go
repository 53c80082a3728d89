package tron

// maxSide bounds the board: a row fits into a word, a column into a plane.
const maxSide = 64

// A Plane is a set of tiles as bits. Words 1 to Layout.Words hold tiles; the words before and after them are margins that a [Race] writes,
// so that every row has a row above it and one below.
type Plane [maxSide + 2]uint64

// A Layout maps the tiles of a board to bits of a Plane.
//
// A board less than 32 tiles wide is cut in two halves, the upper one in the low and the lower one in the high 32 bits of the words: 30x20
// takes ten words instead of twenty, and operations on whole planes are twice as fast. Bit 31 is never a tile and separates the halves. A
// wider board has one row per word.
type Layout struct {
	Width, Height int16
	Words         int16
}

func newLayout(width, height int) Layout {
	l := Layout{Width: int16(width), Height: int16(height), Words: int16(height)}
	if l.halved() {
		l.Words = int16(height+1) / 2
	}
	return l
}

func (l *Layout) halved() bool { return l.Width < 32 }

// Has reports whether x, y is on the board.
func (l *Layout) Has(x, y int) bool {
	return uint(x) < uint(l.Width) && uint(y) < uint(l.Height)
}

// Tile returns the word and the bit of a tile. x, y must be on the board.
func (l *Layout) Tile(x, y int) (word int, bit uint64) {
	if y >= int(l.Words) {
		return y - int(l.Words) + 1, 1 << (uint(x+32) & 63)
	}
	return y + 1, 1 << (uint(x) & 63)
}

// all returns the set of every tile of the board.
func (l *Layout) all() (p Plane) {
	for y := range int(l.Height) {
		for x := range int(l.Width) {
			word, bit := l.Tile(x, y)
			p[word] |= bit
		}
	}
	return p
}

// row returns a row by columns.
func (p *Plane) row(l *Layout, y int) uint64 {
	switch words := int(l.Words); {
	case !l.halved():
		return p[y+1]
	case y >= words:
		return p[y-words+1] >> 32
	default:
		return p[y+1] & (1<<32 - 1)
	}
}

func (p *Plane) has(l *Layout, x, y int) bool {
	word, bit := l.Tile(x, y)
	return p[word]&bit != 0
}
