package tron

import "math/bits"

// An atlas numbers the tiles of a board so that a neighbour is one addition away. Numbers between the rows, and above and below the board,
// are no tiles: their bit is 0, so that they appear as taken.
type atlas struct {
	layout Layout
	toward [5]int // by move: what to add to a number
	word   []uint8
	bit    []uint64
	tile   [][64]int16 // by word and bit: the number of a tile
	dark   Plane       // every second tile, as on a chessboard
	colour []uint8     // by tile: whether it is one of them
}

func newAtlas(l Layout) atlas {
	stride := int(l.Width) + 1
	size := stride*(int(l.Height)+2) + 1
	a := atlas{
		layout: l,
		toward: [5]int{Up: -stride, Down: stride, Left: -1, Right: 1},
		word:   make([]uint8, size), bit: make([]uint64, size),
		tile: make([][64]int16, l.Words+1), colour: make([]uint8, size),
	}
	for y := range int(l.Height) {
		for x := range int(l.Width) {
			word, bit := l.Tile(x, y)
			at := a.number(x, y)
			a.word[at], a.bit[at] = uint8(word), bit
			a.tile[word][bits.TrailingZeros64(bit)] = int16(at)
			if (x+y)%2 == 0 {
				a.dark[word] |= bit
				a.colour[at] = 1
			}
		}
	}
	return a
}

func (a *atlas) number(x, y int) int { return (y+1)*(int(a.layout.Width)+1) + x + 1 }

// in reports whether a tile belongs to a plane; a number that is no tile belongs to none.
func (a *atlas) in(p *Plane, at int) bool { return p[a.word[at]]&a.bit[at] != 0 }

// free reports whether a tile is on the board and not in a plane.
func (a *atlas) free(walls *Plane, at int) bool { return a.bit[at]&^walls[a.word[at]] != 0 }

func (a *atlas) addTile(p *Plane, at int) { p[a.word[at]] |= a.bit[at] }
func (a *atlas) remove(p *Plane, at int)  { p[a.word[at]] &^= a.bit[at] }
